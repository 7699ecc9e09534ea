/** On Android the library puts an entry into the browser's history for each modal: going back takes the modal away, and only that. */

/** By which the library knows an entry of its own. */
const MARK = 'androidBackHandler';

export interface Modals {
  isOpen(): boolean;
  close(): void;
}

export function followEntries(modals: Modals): void {
  window.addEventListener('popstate', (event) => {
    // Whoever leaves the screen leaves the modal, too.
    if (!isMarked(event.state)) modals.close();
    // What was left is the entry of one that has closed meanwhile: the one that is open now stays, and the library is not told.
    else if (modals.isOpen()) event.stopImmediatePropagation();
    else history.back();
  });
  // Before this was here somebody went forward to one that is over.
  if (isMarked(history.state)) history.back();
}

function isMarked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && MARK in state;
}
