/**
 * The service worker: listeners over the strategies beside it. It only makes the app faster; nothing depends on it.
 * Unknown requests go to the network unchanged: above all `/api`, which is never cached.
 */
import { isPageRequest, precacheShell, routeHashedFiles, sendOutbox, servePage } from '#worker/strategies.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build: every file of this release except the wallet's. */
  __WB_MANIFEST: Parameters<typeof precacheShell>[0];
};

precacheShell(self.__WB_MANIFEST);

self.addEventListener('install', (event) => routeHashedFiles(event, self.registration.scope));

// The first worker takes over the page that installed it, so that losing the network now loses no screen.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A later one waits until the page has asked the user.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  if (isPageRequest(event.request, self.location.origin)) event.respondWith(servePage(event.request));
});

// The page requests this event while records wait for a network. No host's web view supports it yet: it is there for
// future ones.
self.addEventListener('sync', (event) => {
  const { tag } = event as ExtendableEvent & { readonly tag: string };
  const [name, userId] = tag.split(':');
  if (name === 'irich-outbox') (event as ExtendableEvent).waitUntil(sendOutbox(Number(userId)));
});
