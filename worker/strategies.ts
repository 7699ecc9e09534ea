/** What the service worker does with a request or an event, one function per case. */
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { sendOutboxInBackground } from '#data/background.ts';

const PAGE = '/index.html';

/** Keeps every file of this release from its installation on, and answers requests for them from there. */
export function precacheShell(entries: (PrecacheEntry | string)[]): void {
  precacheAndRoute(entries, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] });
}

/** An address of the app, as opposed to a call, a download, or a file: those never get the page in their place. */
export function isPageRequest(request: Request, origin: string): boolean {
  const url = new URL(request.url);
  return (
    request.mode === 'navigate' &&
    url.origin === origin &&
    !url.pathname.startsWith('/api/') &&
    !url.pathname.slice(url.pathname.lastIndexOf('/')).includes('.')
  );
}

/** The page of this release; the network's only where the browser has thrown the precache away. */
export async function servePage(request: Request): Promise<Response> {
  return (await matchPrecache(PAGE)) ?? fetch(request);
}

/** Sends what one user's outbox holds. Rejects where something is left: the browser then calls again by itself. */
export async function sendOutbox(userId: number): Promise<void> {
  if (!(await sendOutboxInBackground(userId))) throw new Error('the outbox is not empty yet');
}
