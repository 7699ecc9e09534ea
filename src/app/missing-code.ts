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
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    return answer.ok;
  } catch {
    return false;
  }
}
