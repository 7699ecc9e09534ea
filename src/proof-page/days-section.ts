/** Every day of the log, newest first; rows are added as the reader asks for them. */
import type { DayEntry } from '#core/proof/entry.ts';
import { daysBetween, dayText, pointsText, wholeText } from './amounts.ts';
import { button, section } from './card.ts';
import { element } from './element.ts';
import type { View } from './state.ts';

const AT_FIRST = 14;
const MOST_AT_ONCE = 365;

/** @param entries the days of a log that has been checked */
export function daysSection(view: View, entries: readonly DayEntry[]): HTMLElement {
  const { t } = view;
  const newestFirst = entries.toReversed();
  const rows = element('tbody', { role: 'rowgroup' });
  const more = element('p', { class: 'actions' });
  let shown = 0;
  const show = (count: number) => {
    const added = newestFirst
      .slice(shown, shown + count)
      .map((entry, at) => row(view, entry, newestFirst[shown + at + 1]));
    rows.append(...added);
    shown += added.length;
    const next = Math.min(MOST_AT_ONCE, newestFirst.length - shown);
    more.replaceChildren(
      ...(next === 0 ? [] : [button(t('proof-page:days.more', { count: next }), () => show(next))]),
    );
    return added[0];
  };
  show(AT_FIRST);
  const head = (text: string) => element('th', { scope: 'col', role: 'columnheader' }, text);
  return section(
    'days',
    t('proof-page:days.title'),
    restoredNotice(view, newestFirst),
    element(
      'div',
      { class: 'card' },
      element(
        'table',
        { class: 'days', role: 'table', 'aria-labelledby': 'days-title' },
        element(
          'thead',
          { role: 'rowgroup' },
          element(
            'tr',
            { role: 'row' },
            head(t('proof-page:days.day')),
            head(t('proof-page:days.users')),
            head(t('proof-page:days.total')),
          ),
        ),
        rows,
      ),
      more,
    ),
  );
}

function row(
  { t, language }: View,
  { day, users, total, seals, restored }: DayEntry,
  before: DayEntry | undefined,
): HTMLElement {
  const gap = before === undefined ? 0 : daysBetween(before.day, day) - 1;
  const notes = [
    gap === 0 ? null : element('span', { class: 'note sub' }, t('proof-page:days.gap', { count: gap })),
    restored === undefined
      ? null
      : element(
          'span',
          { class: 'note warn' },
          t('proof-page:days.restored', { day: dayText(restored, language) }),
        ),
    seals === undefined ? null : element('span', { class: 'note sub' }, t('proof-page:days.seals')),
  ];
  return element(
    'tr',
    { role: 'row' },
    element(
      'th',
      { scope: 'row', role: 'rowheader' },
      element('time', { datetime: day }, dayText(day, language)),
      ...notes,
    ),
    element('td', { role: 'cell' }, wholeText(users, language)),
    element('td', { role: 'cell' }, pointsText(BigInt(total), language)),
  );
}

function restoredNotice({ t, language }: View, entries: readonly DayEntry[]): HTMLElement | null {
  const restored = entries.filter((one) => one.restored !== undefined);
  if (restored.length === 0) return null;
  return element(
    'div',
    { class: 'card notice-warn' },
    element('h3', {}, t('proof-page:days.restoredTitle')),
    element('p', {}, t('proof-page:days.restoredMeaning')),
    element('ul', { class: 'sub' }, ...restored.map(({ day }) => element('li', {}, dayText(day, language)))),
  );
}
