/** What the service worker does with a request or an event, one function per case. */
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';

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
    !/\.[^/]+$/.test(url.pathname)
  );
}

/** The page of this release; the network's only where the browser has thrown the precache away. */
export async function servePage(request: Request): Promise<Response> {
  return (await matchPrecache(PAGE)) ?? fetch(request);
}
