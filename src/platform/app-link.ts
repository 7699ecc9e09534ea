/** The link that opens the mini-app, for a page that stands outside of it and so knows nothing else. */

/** Null where the server does not answer or has none. */
export async function fetchAppLink(): Promise<string | null> {
  try {
    const answer = await fetch('/api/health', { signal: AbortSignal.timeout(5000) });
    const health: unknown = await answer.json();
    const link = typeof health === 'object' && health !== null && 'appLink' in health ? health.appLink : null;
    return typeof link === 'string' && link.startsWith('https://t.me/') ? link : null;
  } catch (error) {
    console.warn('the link to the mini-app is not known', error);
    return null;
  }
}
