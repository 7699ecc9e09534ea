/** Cards and notices, as the parts of the page share them. */
import { element } from './element.ts';

/** A part of the page with its heading. @param id by which the page finds it again */
export function section(id: string, title: string, ...content: readonly (Node | null)[]): HTMLElement {
  const heading = element('h2', { id: `${id}-title`, tabindex: '-1' }, title);
  return element('section', { id, 'aria-labelledby': heading.id }, heading, ...content);
}

/** Of a check: said by the sign and the words, not by the colour alone. */
export function verdict(
  kind: 'good' | 'bad' | 'unknown',
  title: string,
  ...content: readonly (Node | string | null)[]
): HTMLElement {
  const sign = { good: '✓', bad: '✕', unknown: '?' }[kind];
  return element(
    'div',
    { class: `card verdict verdict-${kind}` },
    element('span', { class: 'verdict-sign', 'aria-hidden': 'true' }, sign),
    element(
      'div',
      { class: 'verdict-body' },
      element('h3', {}, title),
      ...content.map((one) => (typeof one === 'string' ? element('p', {}, one) : one)),
    ),
  );
}

export function button(text: string, onclick: () => void, kind: 'primary' | 'quiet' = 'quiet'): HTMLElement {
  return element('button', { type: 'button', class: `button button-${kind}`, onclick }, text);
}
