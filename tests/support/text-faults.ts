/** Faults of the texts on a page, such as with text at twice its size. */

/** In words: what scrolls sideways, overlaps, is cut, or breaks inside a word or figure. Runs in the page. */
export function textFaults(): string[] {
  const faults: string[] = [];
  const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  if (over > 0) faults.push(`the page scrolls sideways by ${over}`);

  interface Piece {
    readonly text: string;
    readonly owner: Element;
    readonly rects: readonly DOMRect[];
  }
  const dialog = document.querySelector('dialog[open]');
  const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
  const pieces: Piece[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const owner = node.parentElement;
    const text = node.textContent ?? '';
    if (owner === null || text.trim() === '') continue;
    if (owner.closest('.visually-hidden, svg, script, style, noscript') !== null) continue;
    if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const rects = rectsOf(node, 0, text.length).filter((rect) => isScrolledTo(owner, rect));
    if (rects.length === 0) continue;
    pieces.push({ text: text.trim().slice(0, 40), owner, rects });
    judgeBreaks(node, text);
    judgeClipping(owner, text, rects);
  }
  judgeOverlaps();
  judgeInputs();
  return faults;

  function rectsOf(node: Node, from: number, to: number): DOMRect[] {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
  }

  function isScrolledTo(owner: Element, rect: DOMRect): boolean {
    for (let box: Element | null = owner; box !== null && box !== document.body; box = box.parentElement) {
      if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
      const { top, bottom } = box.getBoundingClientRect();
      if (rect.bottom > bottom || rect.top < top) return false;
    }
    return true;
  }

  /** A word, or a figure with its group separators, has to stay on one line. */
  function judgeBreaks(node: Node, text: string): void {
    const isAddress = /[_/]/.test(text);
    for (const match of text.matchAll(/[-+−]?\d(?:[\d.,]|[\u00a0\u202f ](?=\d))*|[\p{L}\p{M}]{2,}/gu)) {
      // Chromium counts the hyphen that it draws at a soft hyphen as part of the next letter.
      const first = text[match.index - 1] === '\u00ad' ? match.index + 1 : match.index;
      const rects = rectsOf(node, first, match.index + match[0].length);
      const lines = new Set(rects.map(({ top }) => Math.round(top)));
      // A hyphen in the text, or one that the language allows, may break.
      if (lines.size > 1 && !isHyphenated(node) && !isAddress) faults.push(`breaks inside: ${match[0]}`);
    }
  }

  function isHyphenated(node: Node): boolean {
    return node.parentElement !== null && getComputedStyle(node.parentElement).hyphens === 'auto';
  }

  function judgeClipping(owner: Element, text: string, rects: readonly DOMRect[]): void {
    for (let box: Element | null = owner; box !== null && box !== document.body; box = box.parentElement) {
      const style = getComputedStyle(box);
      const bounds = box.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(style.overflowX);
      if (scrolls) return;
      if (style.overflowX === 'visible') continue;
      const isCut = rects.some(
        ({ left, right, top, bottom }) =>
          left < bounds.left - 1 ||
          right > bounds.right + 1 ||
          top < bounds.top - 2 ||
          bottom > bounds.bottom + 2,
      );
      if (isCut) faults.push(`cut: ${text.trim().slice(0, 40)}`);
    }
    if (rects.some(({ left, right }) => left < -1 || right > document.documentElement.clientWidth + 1)) {
      faults.push(`outside of the page: ${text.trim().slice(0, 40)}`);
    }
  }

  function judgeOverlaps(): void {
    const layerOf = (element: Element) => element.closest('nav, dialog, .toast-place, main');
    for (const [index, one] of pieces.entries()) {
      for (const other of pieces.slice(index + 1)) {
        if (one.owner === other.owner || layerOf(one.owner) !== layerOf(other.owner)) continue;
        const meet = one.rects.some((a) =>
          other.rects.some(
            (b) =>
              Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
              // Line boxes are taller than their glyphs.
              Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.4,
          ),
        );
        if (meet) faults.push(`overlap: ${one.text} | ${other.text}`);
      }
    }
  }

  function judgeInputs(): void {
    for (const input of document.querySelectorAll('input')) {
      if (input.type === 'text' && input.clientWidth < 60) faults.push(`no room in ${input.name}`);
    }
  }
}
