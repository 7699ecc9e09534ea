/** How the service worker handles requests and events, one function per case. */
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching';
import { CALCULATION_TYPES, pathOf } from '#core/calculators/catalogue.ts';
import { sendOutboxInBackground } from '#device/background.ts';

/** `index.html` with its files loaded in another way (api/ops/app-build/shell-of-worker.ts). */
const PAGE = '/shell.html';
/** The same with the forms in it. */
const FORMS = '/forms.html';

/** Caches every file of this release at installation, and answers requests for them from the cache. */
export function precacheShell(entries: (PrecacheEntry | string)[]): void {
  precacheAndRoute(entries, { directoryIndex: '', cleanURLs: false, ignoreURLParametersMatching: [] });
}

/** The types of the platform do not know it yet. */
interface RoutingInstallEvent {
  waitUntil(work: Promise<unknown>): void;
  addRoutes?(route: { condition: { urlPattern: string }; source: { cacheName: string } }): Promise<void>;
}

/**
 * Lets the browser take hashed files from the cache by itself, which spares each of them the way through this script.
 * Engines without static routing, and files that the browser has evicted, go on as before.
 */
export function routeHashedFiles(event: RoutingInstallEvent, scope: string): void {
  // Workbox's own name for the cache of this scope.
  const source = { cacheName: `workbox-precache-v2-${scope}` };
  const routed = event.addRoutes?.({ condition: { urlPattern: '/assets/*' }, source });
  const failed = (error: unknown) => console.warn('no static routing', error);
  event.waitUntil(Promise.resolve(routed).catch(failed));
}

/**
 * An address of the app, as opposed to a call, a download, a file, or the page of published totals with its log: those must
 * never get the app's page instead.
 */
export function isPageRequest(request: Request, origin: string): boolean {
  const url = new URL(request.url);
  return (
    request.mode === 'navigate' &&
    url.origin === origin &&
    !url.pathname.startsWith('/api/') &&
    !/^\/proof(\/|$)/.test(url.pathname) &&
    !url.pathname.slice(url.pathname.lastIndexOf('/')).includes('.')
  );
}

/** The page of this release; from the network only if the browser has evicted the precache. */
export async function servePage(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const isForm = CALCULATION_TYPES.some((type) => pathOf(type) === pathname);
  return (await matchPrecache(isForm ? FORMS : PAGE)) ?? fetch(request);
}

/** Sends one user's outbox. Rejects if something is left: the browser then fires the event again by itself. */
export async function sendOutbox(userId: number): Promise<void> {
  if (!(await sendOutboxInBackground(userId))) throw new Error('the outbox is not empty yet');
}
