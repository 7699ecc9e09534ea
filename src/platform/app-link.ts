/** The link that opens the mini-app, for a page outside it that has no other source. */

/** Null if the server does not answer or has none. */
export async function fetchAppLink(): Promise<string | null> {
  try {
    const answer = await fetch('/api/health', { signal: AbortSignal.timeout(5000) });
    const health: unknown = await answer.json();
    const link = typeof health === 'object' && health !== null && 'appLink' in health ? health.appLink : null;
    return typeof link === 'string' && link.startsWith('https://t.me/') ? link : null;
  } catch (error) {
    console.warn('cannot read the link to the mini-app', error);
    return null;
  }
}
