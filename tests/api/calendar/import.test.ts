import * as v from 'valibot';
import { describe, expect, test, vi } from 'vitest';
import { type ImportedEvent, readImportFile } from '#api/calendar/import-file.ts';
import { reactionOf, volatilityOf } from '#api/calendar/reactions.ts';
import { applyImport, keepReactions, keptCalendar, mergeFeed, planImport } from '#api/calendar/store.ts';
import { publicObjectMigrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { Calendar } from '#core/contract/calendar.ts';

vi.setConfig({ testTimeout: 60_000 });

const MINUTE = 60_000;
const AT = Date.UTC(2026, 10, 12, 13, 30);
const CPI = {
  id: 'us-cpi-yoy-2026-10',
  name: 'cpi_yoy',
  zone: 'united_states',
  at: '2026-11-12T13:30:00Z',
  period: '2026-10',
  unit: 'percent',
  actual: null,
  forecast: '3.0',
  previous: '3.1',
  volatility: 'high',
};
const NO_ID = 'events.0.id: must be visible characters, at most 80, without spaces around them';
const NO_FIGURE = 'events.0.actual: must be a decimal as text, such as "2.9"';
const file = (...events: readonly object[]) => JSON.stringify({ version: 1, events });

function eventsOf(...events: readonly object[]): readonly ImportedEvent[] {
  const read = readImportFile(file(...events));
  if (!read.ok) throw new Error(read.faults.join('\n'));
  return read.events;
}

function database() {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, publicObjectMigrations, 0);
  return sql;
}

describe('the import file', () => {
  test('a byte order mark is ignored', () => {
    expect(readImportFile(`\ufeff${file(CPI)}`)).toMatchObject({ ok: true });
  });

  test('nullable fields may be left out', () => {
    expect(eventsOf({ id: 'etf', name: 'etf', zone: 'china', at: '2026-11-24' })).toEqual([
      {
        id: 'etf',
        name: 'etf',
        zone: 'china',
        at: '2026-11-24',
        period: null,
        unit: null,
        actual: null,
        forecast: null,
        previous: null,
        volatility: null,
      },
    ]);
  });

  test.each([
    ['{', ['The file is not JSON (line 1 column 2)']],
    ['{"version": 1,\n"events": [\n{"id": "a",}\n]}', ['The file is not JSON (line 3 column 12)']],
    ['<html>', ['The file is not JSON']],
    ['[]', ['version: is missing', 'events: is missing']],
    [JSON.stringify({ version: 2, events: [] }), [expect.stringMatching(/^version: /)]],
    [file({ ...CPI, name: 'party' }), [expect.stringMatching(/^events\.0\.name: /)]],
    [file({ ...CPI, id: 'cpi\nImported.\u001b[31m' }), [NO_ID]],
    [file({ ...CPI, id: ' ' }), [NO_ID]],
    [file({ ...CPI, id: ' cpi' }), [NO_ID]],
    [file({ ...CPI, actual: '3\nImported.' }), [NO_FIGURE]],
    [file({ ...CPI, actual: '3'.repeat(9_000) }), [NO_FIGURE]],
    [
      file({ ...CPI, period: '2026-13' }),
      ['events.0.period: must be a month, such as 2026-10, or a quarter, such as 2026-Q3'],
    ],
    [
      file(CPI, 5 as never, { ...CPI, id: 'b', toString: 1 }),
      ['events.1: is not an event', 'events.2.toString: is unknown'],
    ],
    [file({ ...CPI, actual: 2.9 }), [NO_FIGURE]],
    [file({ ...CPI, btcReaction: '+1' }), ['events.0.btcReaction: is unknown']],
    [file(CPI, CPI), ['events.1.id: occurs twice']],
    [
      JSON.stringify({ version: 1, events: [CPI], removed: [CPI.id] }),
      ['removed.0: is imported by the same file'],
    ],
    [
      JSON.stringify({ version: 1, events: [], removed: [''] }),
      ['removed.0: must be visible characters, at most 80, without spaces around them'],
    ],
    [
      file(CPI, { ...CPI, id: 'b', zone: 'mars', unit: 'kg' }),
      [expect.stringMatching(/\.zone: /), expect.stringMatching(/\.unit: /)],
    ],
  ])('%s is refused with one line per fault', (text, faults) => {
    expect(readImportFile(text)).toEqual({ ok: false, faults });
  });
});

test.each([
  ...['2026-02-30', '2026-02-30T10:00:00Z', '2026-11-12T24:00:00Z', '12.11.2026', 5, null],
  // `Date` would read these as local time.
  ...['2026-11-12T13:30:00', '2026-11-12T13:30:00+02:00', '2026-11-12T13:30'],
])('%s is neither a UTC time nor a day', (at) => {
  const fault =
    'events.0.at: must be a moment in UTC, such as 2026-11-12T13:30:00Z, or a day, such as 2026-11-12';
  expect(readImportFile(file({ ...CPI, at }))).toEqual({ ok: false, faults: [fault] });
});

test('an import is planned, applied, and changes nothing when applied again', async () => {
  const sql = database();
  const events = eventsOf(CPI, { id: 'etf', name: 'etf', zone: 'china', at: '2026-11-24' });
  const fresh = { added: [CPI.id, 'etf'], changed: [], removed: [], same: 0 };
  expect(planImport(sql, events)).toEqual(fresh);
  expect(planImport(sql, events)).toEqual(fresh);
  expect(applyImport(sql, events, AT)).toEqual(fresh);
  expect(planImport(sql, events)).toEqual({ added: [], changed: [], removed: [], same: 2 });
  const published = eventsOf({ ...CPI, actual: '2.9', forecast: null });
  expect(applyImport(sql, published, AT + 1)).toEqual({
    added: [],
    changed: [{ id: CPI.id, fields: ['actual', 'forecast'] }],
    removed: [],
    same: 0,
  });
  const calendar = await keptCalendar(sql, { now: () => AT }).calendar();
  expect(v.is(Calendar, calendar)).toBe(true);
  expect(calendar).toMatchObject({
    sample: false,
    events: [{ id: CPI.id, actual: '2.9', forecast: null }, { id: 'etf' }],
  });
  const later = await keptCalendar(sql, { now: () => AT + 31 * 24 * 60 * MINUTE }).calendar();
  expect(later?.events.map(({ id }) => id)).toEqual(['etf']);
});

test('an import removes its own event by id, and never an event of the feed', async () => {
  const sql = database();
  const [cpi, etf] = eventsOf(CPI, { id: 'etf', name: 'etf', zone: 'china', at: '2026-11-24' });
  if (cpi === undefined || etf === undefined) throw new Error('no events');
  applyImport(sql, [cpi], AT);
  mergeFeed(sql, [etf], AT);
  const read = readImportFile(JSON.stringify({ version: 1, events: [], removed: [CPI.id, 'etf', 'never'] }));
  if (!read.ok) throw new Error(read.faults.join());
  const plan = { added: [], changed: [], removed: [CPI.id], same: 0 };
  expect(planImport(sql, read.events, read.removed)).toEqual(plan);
  expect(applyImport(sql, read.events, AT, read.removed)).toEqual(plan);
  expect(applyImport(sql, read.events, AT, read.removed)).toEqual({ ...plan, removed: [] });
  const left = sql.all<{ id: string }>('SELECT id FROM calendar_events');
  expect(left).toEqual([{ id: 'etf' }]);
});

test('when there are too many events, those nearest to now are shown', async () => {
  const sql = database();
  const DAY = 24 * 60 * MINUTE;
  // From 29 days ago to 86 days ahead, an hour and a half apart.
  const many = Array.from({ length: 1_840 }, (_, place) => ({
    id: `event-${place}`,
    name: 'etf',
    zone: 'china',
    at: new Date(AT - 29 * DAY + place * 90 * MINUTE).toISOString(),
  }));
  for (const part of [many.slice(0, 1_000), many.slice(1_000)]) applyImport(sql, eventsOf(...part), AT);
  const calendar = await keptCalendar(sql, { now: () => AT }).calendar();
  expect(v.is(Calendar, calendar)).toBe(true);
  const far = calendar?.events.map(({ at }) => Math.abs(Date.parse(at) - AT)) ?? [];
  const nearest = many.map(({ at }) => Math.abs(Date.parse(at) - AT)).sort((one, other) => one - other);
  expect(far.sort((one, other) => one - other)).toEqual(nearest.slice(0, 1_000));
});

describe('the market reaction', () => {
  function withPrices(prices: readonly (readonly [minute: number, btc: string, eth: string])[]) {
    const sql = database();
    for (const [minute, btc, eth] of prices) {
      for (const [symbol, price] of [
        ['BTC', btc],
        ['ETH', eth],
      ] as const) {
        sql.run(
          'INSERT INTO prices (symbol, at, price) VALUES (?, ?, ?)',
          symbol,
          AT + minute * MINUTE,
          price,
        );
      }
    }
    applyImport(sql, eventsOf(CPI), AT - 1);
    return sql;
  }
  const reactions = async (sql: ReturnType<typeof database>, minute: number) => {
    keepReactions(sql, AT + minute * MINUTE);
    const calendar = await keptCalendar(sql, { now: () => AT + minute * MINUTE }).calendar();
    const event = calendar?.events[0];
    return [event?.btcReaction, event?.ethReaction, event?.ethVolatility];
  };

  test('a reaction holds the price at the event, the price an hour later, and the range between', async () => {
    const sql = withPrices([
      [-20, '1', '1'],
      [-2, '100000', '3000'],
      [28, '104000', '3060'],
      [58, '101250', '2985'],
      [63, '1', '1'],
    ]);
    expect(await reactions(sql, 59)).toEqual([null, null, null]);
    expect(await reactions(sql, 60)).toEqual(['+1.25', '-0.50', 'high']);
    // The reaction is kept after its prices are deleted.
    sql.run('DELETE FROM prices');
    expect(await reactions(sql, 24 * 60)).toEqual(['+1.25', '-0.50', 'high']);
    applyImport(sql, eventsOf({ ...CPI, actual: '2.9' }), AT);
    expect(await reactions(sql, 24 * 60)).toEqual(['+1.25', '-0.50', 'high']);
    applyImport(sql, eventsOf({ ...CPI, at: '2026-11-12T14:30:00Z' }), AT);
    expect(await reactions(sql, 24 * 60)).toEqual([null, null, null]);
  });

  test('a missing price gives no reaction', async () => {
    expect(
      await reactions(
        withPrices([
          [-11, '1', '1'],
          [55, '2', '2'],
        ]),
        60,
      ),
    ).toEqual([null, null, null]);
    expect(
      await reactions(
        withPrices([
          [-1, '1', '1'],
          [45, '2', '2'],
        ]),
        60,
      ),
    ).toEqual([null, null, null]);
    expect(await reactions(withPrices([]), 60)).toEqual([null, null, null]);
  });

  test('an event without a time has no reaction', () => {
    const sql = withPrices([]);
    applyImport(sql, eventsOf({ id: 'day', name: 'etf', zone: 'china', at: '2026-11-12' }), AT);
    const midnight = Date.UTC(2026, 10, 12);
    for (const minute of [-1, 59]) {
      for (const symbol of ['BTC', 'ETH']) {
        sql.run(
          'INSERT INTO prices (symbol, at, price) VALUES (?, ?, ?)',
          symbol,
          midnight + minute * MINUTE,
          '5',
        );
      }
    }
    keepReactions(sql, AT);
    expect(sql.get("SELECT btc_reaction AS btc FROM calendar_events WHERE id = 'day'")).toEqual({
      btc: null,
    });
  });

  test('the reaction is low below half a percent, high from one and a half', () => {
    const at = (minute: number, price: string) => ({ at: AT + minute * MINUTE, price });
    const range = (price: string) => volatilityOf(at(0, '1000'), [at(0, '1000'), at(5, price)]);
    expect(['1004.9', '995', '1014.9', '985'].map(range)).toEqual(['low', 'medium', 'medium', 'high']);
    expect(volatilityOf(null, [at(0, '1'), at(1, '2')])).toBeNull();
    expect(reactionOf(at(0, '1'), at(0, '1'))).toBeNull();
  });

  test.each([
    ['0.000001', '96000'],
    ['0.000000000000000001', '10000000000000000'],
    ['96000', '0.000001'],
  ])('a wrong price (from %s to %s) does not break the calendar', async (before, after) => {
    const sql = withPrices([
      [-1, before, '3000'],
      [60, after, '3300'],
    ]);
    applyImport(sql, eventsOf(CPI), AT);
    keepReactions(sql, AT + 60 * MINUTE);
    const calendar = await keptCalendar(sql, { now: () => AT + 61 * MINUTE }).calendar();
    expect(v.safeParse(Calendar, calendar).issues).toBeUndefined();
    expect(calendar?.events[0]?.ethReaction).toBe('+10.00');
  });
});
