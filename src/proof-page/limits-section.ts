/** What published totals do not prove, beside the attacks: the same table as in the app and in the README. */
import { ATTACKS, UNPROVEN } from '#core/proof/limits.ts';
import { section } from './card.ts';
import { element } from './element.ts';
import type { View } from './state.ts';

export function limitsSection({ t }: View): HTMLElement {
  const head = (text: string) => element('th', { scope: 'col', role: 'columnheader' }, text);
  return section(
    'limits',
    t('proof-limits:title'),
    element(
      'div',
      { class: 'card' },
      element(
        'table',
        { class: 'limits', role: 'table', 'aria-labelledby': 'limits-title' },
        element(
          'thead',
          { role: 'rowgroup' },
          element('tr', { role: 'row' }, head(t('proof-limits:attack')), head(t('proof-limits:finds'))),
        ),
        element(
          'tbody',
          { role: 'rowgroup' },
          ...ATTACKS.map((attack) =>
            element(
              'tr',
              { role: 'row' },
              element('th', { scope: 'row', role: 'rowheader' }, t(`proof-limits:attacks.${attack}.name`)),
              element('td', { role: 'cell' }, t(`proof-limits:attacks.${attack}.finds`)),
            ),
          ),
        ),
      ),
    ),
    element(
      'div',
      { class: 'card' },
      element('h3', {}, t('proof-limits:unproven.title')),
      element(
        'ul',
        { class: 'steps' },
        ...UNPROVEN.map((one) => element('li', {}, t(`proof-limits:unproven.${one}`))),
      ),
      element('p', {}, t('proof-limits:shown')),
    ),
  );
}
