/** Finds a moment to show something over a screen unprompted. */

/** The user is not typing, nothing else covers the screen, and the page is visible. */
export function isFree(page: Document): boolean {
  if (page.hidden || page.querySelector('dialog[open]') !== null) return false;
  return page.activeElement?.matches('input, textarea, select, [contenteditable]') !== true;
}
