/** The newest day in figures, and how users and total have grown. */
import type { DayEntry } from '#core/proof/entry.ts';
import { dayText, pointsText, wholeText } from './amounts.ts';
import { section } from './card.ts';
import { drawn, element } from './element.ts';
import { growthLine, pathOf } from './growth-line.ts';
import type { View } from './state.ts';

const WIDTH = 320;
const HEIGHT = 96;

/** @param entries the days of a log that has been checked, at least one */
export function growthSection(view: View, entries: readonly DayEntry[]): HTMLElement {
  const { t, language } = view;
  const newest = entries.at(-1);
  if (newest === undefined) throw new RangeError('A log without a day');
  const total = (one: DayEntry) => pointsText(BigInt(one.total), language);
  const users = (one: DayEntry) => wholeText(one.users, language);
  const figure = (value: string, unit: string, kind: string) =>
    element(
      'p',
      { class: 'figure' },
      element('span', { class: `figure-value ${kind}` }, value),
      ' ',
      element('span', { class: 'sub' }, unit),
    );
  return section(
    'growth',
    t('proof-page:newest.title', { day: dayText(newest.day, language) }),
    element(
      'div',
      { class: 'card figures' },
      figure(total(newest), t('proof-page:newest.total'), 'rich'),
      figure(users(newest), t('proof-page:newest.users', { count: newest.users }), ''),
    ),
    entries.length < 2
      ? null
      : element(
          'div',
          { class: 'card charts' },
          element('h3', {}, t('proof-page:growth.title')),
          chart(
            view,
            entries,
            t('proof-page:growth.total'),
            ({ total: text }) => Number(text),
            total,
            'rich',
          ),
          chart(view, entries, t('proof-page:growth.users'), (one) => one.users, users, 'plain'),
        ),
  );
}

function chart(
  { t, language }: View,
  entries: readonly DayEntry[],
  name: string,
  numberOf: (entry: DayEntry) => number,
  textOf: (entry: DayEntry) => string,
  kind: string,
): HTMLElement {
  const highest = entries.reduce((most, one) => (numberOf(one) > numberOf(most) ? one : most));
  const [first = highest, last = highest] = [entries[0], entries.at(-1)];
  const points = growthLine(
    entries.map(({ day }) => day),
    entries.map(numberOf),
  );
  const { line, area } = pathOf(points, WIDTH, HEIGHT);
  const alternative = t('proof-page:growth.alternative', {
    from: textOf(first),
    first: dayText(first.day, language),
    to: textOf(last),
    last: dayText(last.day, language),
    most: textOf(highest),
  });
  return element(
    'figure',
    { class: `chart chart-${kind}` },
    element(
      'figcaption',
      { class: 'chart-head' },
      element('span', {}, name),
      ' ',
      element('span', { class: 'sub' }, textOf(highest)),
    ),
    drawn(
      'svg',
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': `${name}. ${alternative}`,
      },
      drawn('path', { d: area, class: 'chart-area' }),
      drawn('path', { d: line, class: 'chart-line', 'vector-effect': 'non-scaling-stroke' }),
    ),
    element(
      'p',
      { class: 'chart-days sub', 'aria-hidden': 'true' },
      element('span', {}, dayText(first.day, language)),
      ' ',
      element('span', {}, dayText(last.day, language)),
    ),
  );
}
