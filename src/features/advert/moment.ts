/** When something may lie itself over a screen unasked. */

/** Nobody is typing, nothing else lies over the screen, and somebody looks. */
export function isFree(page: Document): boolean {
  if (page.hidden || page.querySelector('dialog[open]') !== null) return false;
  return page.activeElement?.matches('input, textarea, select, [contenteditable]') !== true;
}
