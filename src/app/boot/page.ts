/** The host's effects on the page: colours, insets, motion, and links while the SDK is missing. */
import type { HostPage } from '#platform/telegram/telegram-host.ts';

/** @param theme the launch's theme as the host has sent it; without it, the colours are not kept */
export function createPage(theme?: string): HostPage {
  const root = document.documentElement;
  /** Later colours may be those of a theme that the host has changed to. */
  let isKept = false;
  return {
    userAgent: navigator.userAgent,
    prefersDark: () => matchMedia('(prefers-color-scheme: dark)').matches,
    prefersStillness: () => matchMedia('(prefers-reduced-motion: reduce)').matches,
    showPalette({ scheme, bg, variables }) {
      root.dataset['scheme'] = scheme;
      for (const [name, value] of Object.entries(variables)) root.style.setProperty(name, value);
      document.querySelector('meta[name="theme-color"]')?.setAttribute('content', bg);
      if (theme !== undefined && !isKept) keep('irich:palette', { theme, scheme, variables });
      isKept = true;
    },
    showInsets(inset) {
      for (const [side, size] of Object.entries(inset)) root.style.setProperty(`--safe-${side}`, `${size}px`);
      keep('irich:insets', inset);
    },
    showMotion(motion) {
      root.dataset['motion'] = motion;
    },
    open: openByBrowser,
    // Listeners for a page that comes to the front get the browser's own event.
    activated: () => window.dispatchEvent(new Event('pageshow')),
  };
}

/** Insets and colours belong to the phone, not to a user: public/boot.js applies them at the next launch, before the app. */
function keep(name: string, value: object): void {
  try {
    storageOf('localStorage')?.setItem(name, JSON.stringify(value));
  } catch (error) {
    console.warn('cannot save for the next launch', name, error);
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
