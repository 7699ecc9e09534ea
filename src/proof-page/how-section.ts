/** How published totals work, in plain words. */
import { section } from './card.ts';
import { element } from './element.ts';
import type { View } from './state.ts';

export function howSection({ t, pins }: View): HTMLElement {
  const steps = [
    t('proof-page:how.leaf'),
    t('proof-page:how.tree'),
    t('proof-page:how.entry'),
    t('proof-page:how.checkpoint'),
    t('proof-page:how.phone'),
    t('proof-page:how.page'),
  ];
  return section(
    'how',
    t('proof-page:how.title'),
    element(
      'div',
      { class: 'card' },
      element('ol', { class: 'steps' }, ...steps.map((step) => element('li', {}, step))),
      pins === null
        ? null
        : element(
            'p',
            {},
            t('proof-page:how.files'),
            ' ',
            element('a', { class: 'target', href: '/proof/checkpoint' }, '/proof/checkpoint'),
            ' ',
            element('span', { class: 'sub' }, '(c2sp.org/tlog-tiles)'),
          ),
    ),
  );
}
