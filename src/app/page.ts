/** What the host does to the page: colours, insets, stillness, links where the SDK has not arrived. */
import type { HostPage } from '#platform/telegram/telegram-host.ts';
import type { Inset } from '#platform/telegram/web-app.ts';

export function createPage(): HostPage {
  const root = document.documentElement;
  return {
    userAgent: navigator.userAgent,
    prefersDark: () => matchMedia('(prefers-color-scheme: dark)').matches,
    prefersStillness: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    showPalette({ scheme, bg, variables }) {
      root.dataset['scheme'] = scheme;
      for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bg);
    },
    showInsets(inset) {
      for (const [side, size] of Object.entries(inset)) root.style.setProperty(`--safe-${side}`, `${size}px`);
      keepInsets(inset);
    },
    showStillness(still) {
      root.dataset['motion'] = still ? 'off' : 'on';
    },
    open: openByBrowser,
    // Whoever waits for the page to come to the front hears it as the browser would say it.
    activated: () => window.dispatchEvent(new Event('pageshow')),
  };
}

/** They are the phone's, nobody's own: the next launch stands right before the host says them again (public/boot.js). */
function keepInsets(inset: Inset): void {
  try {
    storageOf('localStorage')?.setItem('irich:insets', JSON.stringify(inset));
  } catch (error) {
    console.warn('the insets are not kept', error);
  }
}

/** Opens an address without the messaging app's help. */
export function openByBrowser(url: string): void {
  window.open(url, '_blank', 'noopener');
}

/** The page's storage, or null where the browser refuses it. */
export function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch (error) {
    console.warn(`${name} is refused`, error);
    return null;
  }
}
