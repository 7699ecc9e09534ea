/** Validation of the calendar feed: one malformed field at a time, and how titles and figures are read. */
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { cleanFeed } from '#api/calendar/feed.ts';
import { CalendarEvent } from '#core/contract/calendar.ts';
import week from '#tests/upstream/shapes/calendar-feed.json' with { type: 'json' };

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

test('the full shape is accepted without a log line, and unsupported events are left out', () => {
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
    // The previous figure is in millions.
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

describe('one event is dropped, the others stay, and the log names the field', () => {
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

  test('an event of another year is dropped, and so is a value that is no event', () => {
    expect(eventsOf(withFirst({ date: '2027-06-29T10:00:00-04:00' })).oddities).toEqual([
      'event with an odd week',
    ]);
    expect(eventsOf([null, ...week]).oddities).toEqual(['event with an odd form']);
  });
});

test('invisible letters are removed, and the event keeps its identity', () => {
  const plain = only({}).value;
  expect(only({ title: ' CPI\u200b \u202ey/y ' }).value).toEqual(plain);
  expect(eventsOf([week[3], week[6], week[6]]).value.length).toBe(1);
});

test('an event with several titles is listed once', () => {
  const titles = ['Prelim GDP q/q', 'Second Prelim GDP q/q', 'GDP q/q'];
  const date = '2026-07-01T08:30:00-04:00';
  const told = titles.map((title) => ({ title, country: 'USD', date, impact: 'High' }));
  expect(eventsOf([...told, { ...told[0], date: '2026-07-02T08:30:00-04:00' }]).value).toMatchObject([
    { id: 'feed/USD/Prelim GDP q/q/2026-07-01T12:30:00Z' },
    { id: 'feed/USD/Prelim GDP q/q/2026-07-02T12:30:00Z' },
  ]);
});

test('a time is the same with any UTC offset, and on days when clocks change', () => {
  const at = (date: string, now: number) => {
    const row = { title: 'CPI y/y', country: 'USD', date, impact: 'High' };
    const cleaned = cleanFeed([row], now);
    return cleaned.ok ? cleaned.value[0]?.at : cleaned.failure;
  };
  const summer = Date.UTC(2026, 2, 8);
  for (const date of ['2026-03-08T01:59:59-05:00', '2026-03-08T12:44:59+05:45', '2026-03-08T06:59:59Z']) {
    expect(at(date, summer), date).toBe('2026-03-08T06:59:59Z');
  }
  // One hour later on the wall clock, one second later in UTC.
  expect(at('2026-03-08T03:00:00-04:00', summer)).toBe('2026-03-08T07:00:00Z');
  const winter = Date.UTC(2026, 10, 1);
  expect(at('2026-11-01T01:30:00-04:00', winter)).toBe('2026-11-01T05:30:00Z');
  expect(at('2026-11-01T01:30:00-05:00', winter)).toBe('2026-11-01T06:30:00Z');
});

test('the app can read the calendar made from any list', () => {
  const odd = fc.oneof(
    fc.constantFrom('', ' ', '0', '-0', '007%', '999999999999.12345678T', '<b>', '\u202e1%', '1e9', null),
    fc.string(),
    fc.integer(),
  );
  const row = fc.record({
    title: fc.oneof(fc.constantFrom('CPI y/y', 'Flash Flash CPI y/y', ' Final\u200b CPI y/y'), odd),
    country: fc.oneof(fc.constantFrom('USD', 'EUR', 'usd', 'All'), odd),
    date: fc.oneof(
      fc.constantFrom('2026-07-01T24:00:00+14:00', '2026-06-30T23:59:59-12:00', '2026-07-01T00:00:00Z'),
      odd,
    ),
    impact: fc.oneof(fc.constantFrom('High', 'constructor'), odd),
    forecast: odd,
    previous: odd,
  });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const cleaned = cleanFeed([...week, ...week, ...rows], NOW);
      const none = { ethVolatility: null, btcReaction: null, ethReaction: null };
      for (const event of cleaned.ok ? cleaned.value : []) {
        expect(v.safeParse(CalendarEvent, { ...event, ...none }).issues).toBeUndefined();
      }
    }),
  );
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

test.each(['<0.10%', '5-0-4', '1,000K', '1e3', '0.3%%', '<script>'])(
  'the figure %j is dropped',
  (forecast) => {
    const { value, oddities } = only({ forecast, previous: '0.2%' });
    expect(value[0]).toMatchObject({ forecast: null, previous: '0.2', unit: 'percent' });
    expect(oddities).toEqual(['event with an odd forecast']);
  },
);

test('a null or missing figure is accepted without a log line', () => {
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
])('%s %s is not an event of this calendar', (country, title) => {
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
])('the whole list is refused: %s', (field, answer) => {
  expect(cleanFeed(answer, NOW)).toEqual({ ok: false, failure: { type: 'unreadable', field } });
});
