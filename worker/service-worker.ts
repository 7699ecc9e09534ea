/**
 * The service worker: listeners over the strategies beside it. It only makes things faster; nothing depends on it, and
 * what it does not know goes to the network untouched: `/api` above all, which is never cached.
 */
import { isPageRequest, precacheShell, sendOutbox, servePage } from '#worker/strategies.ts';

declare const self: ServiceWorkerGlobalScope & {
  /** Filled in by the build: every file of this release but the wallet's. */
  __WB_MANIFEST: Parameters<typeof precacheShell>[0];
};

precacheShell(self.__WB_MANIFEST);

// A first worker takes the page that installed it, so that losing the network now loses no screen.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

// A later one waits until the page has asked the user.
self.addEventListener('message', (event) => {
  if (event.data?.type === 'SKIP_WAITING') event.waitUntil(self.skipWaiting());
});

self.addEventListener('fetch', (event) => {
  if (isPageRequest(event.request, self.location.origin)) event.respondWith(servePage(event.request));
});

// Asked for by the page where records wait for a network. No host's web view has this yet: an accelerator for those to come.
self.addEventListener('sync', (event) => {
  const { tag } = event as ExtendableEvent & { readonly tag: string };
  const [name, userId] = tag.split(':');
  if (name === 'irich-outbox') (event as ExtendableEvent).waitUntil(sendOutbox(Number(userId)));
});
