/** What is let in of the calendar's feed: one poisoned field at a time, and what its titles and figures become. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { cleanFeed } from '#api/calendar/feed.ts';
import { CalendarEvent } from '#core/contract/calendar.ts';
import week from '#tests/outside/shapes/calendar-feed.json' with { type: 'json' };

const NOW = Date.UTC(2026, 6, 1, 12);
const [sentiment] = week;
const withFirst = (change: object) => [{ ...sentiment, ...change }, ...week.slice(1)];
const eventsOf = (answer: unknown) => {
  const cleaned = cleanFeed(answer, NOW);
  if (!cleaned.ok) throw new Error(JSON.stringify(cleaned.failure));
  return cleaned;
};
const only = (change: object) =>
  eventsOf([
    { title: 'CPI y/y', country: 'USD', date: '2026-07-01T08:30:00-04:00', impact: 'High', ...change },
  ]);

test('the whole shape is let in, without a word, and what this calendar does not tell of is left out', () => {
  const { value, oddities } = eventsOf(week);
  expect(oddities).toEqual([]);
  const none = { period: null, actual: null };
  expect(value).toEqual([
    {
      ...none,
      id: 'feed/USD/Prelim UoM Consumer Sentiment/2026-06-29T14:00:00Z',
      name: 'consumer_confidence',
      zone: 'united_states',
      at: '2026-06-29T14:00:00Z',
      unit: null,
      forecast: null,
      previous: '60.5',
      volatility: 'medium',
    },
    {
      ...none,
      id: 'feed/JPY/Unemployment Rate/2026-06-29T23:30:00Z',
      name: 'unemployment_rate',
      zone: 'japan',
      at: '2026-06-29T23:30:00Z',
      unit: 'percent',
      forecast: '2.5',
      previous: '2.5',
      volatility: 'low',
    },
    expect.objectContaining({ name: 'core_cpi', zone: 'eurozone', at: '2026-07-01T09:00:00Z' }),
    expect.objectContaining({
      name: 'jobless_claims',
      unit: 'thousand',
      forecast: '226',
      volatility: 'high',
    }),
    // The figure before is in millions.
    expect.objectContaining({ name: 'non_farm_payrolls', unit: 'thousand', forecast: '-12', previous: null }),
  ]);
  const shown = value.map((event) => ({
    ...event,
    ethVolatility: null,
    btcReaction: null,
    ethReaction: null,
  }));
  expect(v.is(v.array(CalendarEvent), shown)).toBe(true);
});

describe('one event is left out, the others stay, and the log hears which field', () => {
  test.each([
    ['title', '<b>CPI m/m</b>'],
    ['title', ''],
    ['title', null],
    ['title', 'x'.repeat(51)],
    ['country', 'U<S'],
    ['country', 7],
    ['date', '2026-06-29T10:00:00'],
    ['date', '2026-06-29'],
    ['date', '2026-06-31T10:00:00-04:00'],
    ['date', '2026-06-29T25:00:00-04:00'],
    ['date', 'tomorrow'],
    ['date', 1_782_864_000],
    ['impact', null],
    ['forecast', 60.5],
    ['previous', { value: 1 }],
  ])('%s is %j', (field, value) => {
    const { value: events, oddities } = eventsOf(withFirst({ [field]: value }));
    expect(oddities).toEqual([`event with an odd ${field}`]);
    expect(events.length).toBe(4);
  });

  test('a moment of another year, and what is no event', () => {
    expect(eventsOf(withFirst({ date: '2027-06-29T10:00:00-04:00' })).oddities).toEqual([
      'event with an odd week',
    ]);
    expect(eventsOf([null, ...week]).oddities).toEqual(['event with an odd form']);
  });
});

test('invisible letters are taken out, and the event is the same', () => {
  const plain = only({}).value;
  expect(only({ title: ' CPI\u200b \u202ey/y ' }).value).toEqual(plain);
  expect(eventsOf([week[3], week[6], week[6]]).value.length).toBe(1);
});

test.each([
  ['0.3%', '0.3', 'percent'],
  ['-1.2B', '-1.2', 'billion'],
  ['22.12T', '22.12', 'trillion'],
  ['1.36M', '1.36', 'million'],
  ['101', '101', null],
  [' 226K ', '226', 'thousand'],
])('the figure %j', (forecast, value, unit) => {
  expect(only({ forecast }).value[0]).toMatchObject({ forecast: value, unit });
});

test.each(['<0.10%', '5-0-4', '1,000K', '1e3', '0.3%%', '<script>'])('the figure %j is none', (forecast) => {
  const { value, oddities } = only({ forecast, previous: '0.2%' });
  expect(value[0]).toMatchObject({ forecast: null, previous: '0.2', unit: 'percent' });
  expect(oddities).toEqual(['event with an odd forecast']);
});

test('a figure that is null or missing is none, without a word', () => {
  expect(only({ forecast: null })).toMatchObject({
    oddities: [],
    value: [{ forecast: null, previous: null }],
  });
});

test.each([
  ['GBP', 'Official Bank Rate', 'united_kingdom', 'boe'],
  ['EUR', 'Prelim Flash GDP q/q', 'eurozone', 'gdp_qoq'],
  ['CNY', 'M2 Money Supply y/y', 'china', 'm2'],
  ['JPY', 'BOJ Policy Rate', 'japan', 'boj'],
  ['USD', 'Federal Funds Rate', 'united_states', 'fomc'],
])('%s %s', (country, title, zone, name) => {
  expect(only({ country, title }).value).toMatchObject([{ zone, name }]);
});

test.each([
  ['USD', 'ADP Non-Farm Employment Change'],
  ['EUR', 'German Unemployment Rate'],
  ['CHF', 'Unemployment Rate'],
  ['USD', 'constructor'],
])('%s %s is no event of this calendar', (country, title) => {
  const known = { title: 'CPI y/y', country: 'USD', date: '2026-07-01T08:30:00-04:00', impact: 'High' };
  const cleaned = eventsOf([{ ...known, country, title }, known]);
  expect(cleaned).toMatchObject({ oddities: [], value: [{ name: 'cpi_yoy' }] });
});

test.each([
  ['not a list of events', { error: 'later' }],
  ['not a list of events', null],
  ['no event that is known here', []],
  ['no event that is known here', [week[2]]],
  ['too many events', Array.from({ length: 1001 }, () => week[0])],
  ['event with an odd date', week.map((event) => ({ ...event, date: event.date.slice(0, 19) }))],
])('refused as a whole: %s', (field, answer) => {
  expect(cleanFeed(answer, NOW)).toEqual({ ok: false, failure: { type: 'unreadable', field } });
});
