/** A part of the code that cannot be fetched. The router would reload the page by itself, which offline loses the app. */

/** Keeps the router from reloading: its own mark says that it already has. */
export function preventBlindReload(): void {
  window.addEventListener('vite:preloadError', (event) => {
    try {
      sessionStorage.setItem(`tanstack_router_reload:${event.payload.message}`, '1');
    } catch (error) {
      console.warn('the router may reload', error);
    }
  });
}

/** Whether the server can be reached now; what the browser says of its network is not enough. */
export async function serverAnswers(): Promise<boolean> {
  return (await statusOf('/api/health')) === 200;
}

/** From so many failures in a row on, a server that answers has the file no more: the network cannot be that weak. */
export const TRIES = 5;

/**
 * Whether a new version took the code away, so that a reload brings the new one.
 * @param message of the failure: most browsers name the file in it.
 * @param failures in a row, this one among them.
 */
export async function isGone(message: string, failures: number): Promise<boolean> {
  const file = /https?:\S+/.exec(message)?.[0];
  if (file !== undefined && (await statusOf(file)) === 404) return true;
  return failures >= TRIES && serverAnswers();
}

/** 0 where no answer comes. */
async function statusOf(address: string): Promise<number> {
  try {
    const signal = AbortSignal.timeout(5000);
    return (await fetch(address, { method: 'HEAD', cache: 'no-store', signal })).status;
  } catch {
    return 0;
  }
}
