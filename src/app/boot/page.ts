/** The host's effects on the page: colours, insets, motion, and links while the SDK is missing. */
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
    showMotion(motion) {
      root.dataset['motion'] = motion;
    },
    open: openByBrowser,
    // Listeners for a page that comes to the front get the browser's own event.
    activated: () => window.dispatchEvent(new Event('pageshow')),
  };
}

/**
 * Insets belong to the phone, not to a user: public/boot.js applies them at the next launch, before the host sends
 * them.
 */
function keepInsets(inset: Inset): void {
  try {
    storageOf('localStorage')?.setItem('irich:insets', JSON.stringify(inset));
  } catch (error) {
    console.warn('cannot save the insets', error);
  }
}

/** Opens an address without the messaging app's help. */
export function openByBrowser(url: string): void {
  window.open(url, '_blank', 'noopener');
}

/** The page's storage, or null if the browser refuses it. */
export function storageOf(name: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[name];
  } catch (error) {
    console.warn(`the browser refuses ${name}`, error);
    return null;
  }
}
