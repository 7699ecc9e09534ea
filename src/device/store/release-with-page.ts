/**
 * Releases the database while the page is in the back-forward cache: WebKit keeps a page for half a minute after each
 * navigation.
 */
import type { ResilientStore } from './resilient.ts';

export function releaseWithPage(store: Pick<ResilientStore, 'release' | 'reopen'>, page: EventTarget): void {
  page.addEventListener('pagehide', () => store.release());
  page.addEventListener('pageshow', () => store.reopen());
}
