/** On Android the library adds a history entry for each modal. Going back then closes the modal and nothing else. */

/** Marks the library's own entries. */
const MARK = 'androidBackHandler';

export interface Modals {
  isOpen(): boolean;
  close(): void;
}

export function followEntries(modals: Modals): void {
  window.addEventListener('popstate', (event) => {
    // Leaving the screen closes the modal.
    if (!isMarked(event.state)) modals.close();
    // The entry belonged to a modal that is already closed: the library must not close the one that is open now.
    else if (modals.isOpen()) event.stopImmediatePropagation();
    else history.back();
  });
  // The user went forward to an entry whose modal is closed, before this code loaded.
  if (isMarked(history.state)) history.back();
}

function isMarked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && MARK in state;
}
