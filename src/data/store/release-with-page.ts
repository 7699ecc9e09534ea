/** Lets go of the database while the page is kept aside: WebKit does so for half a minute after each navigation. */
import type { ResilientStore } from './resilient.ts';

export function releaseWithPage(store: Pick<ResilientStore, 'release' | 'reopen'>, page: EventTarget): void {
  page.addEventListener('pagehide', () => store.release());
  page.addEventListener('pageshow', () => store.reopen());
}
