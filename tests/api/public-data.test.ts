/** Market and calendar in one object: its last good snapshot, and what asking it costs. */
import { expect, test } from 'vitest';
import { sampleCalendar } from '#api/calendar/sample.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { openPublicData, type SharedCache, throughCache } from '#api/objects/public.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';

const MINUTE = 60_000;

function object() {
  const clock = { at: Date.UTC(2026, 6, 1, 12), now: () => clock.at };
  const sql = openBetterSqlite3(':memory:');
  const source = { fails: false, asked: 0 };
  const faults: string[] = [];
  const open = () =>
    openPublicData({
      sql,
      clock,
      market: {
        async overview() {
          source.asked += 1;
          if (source.fails) throw new Error('no answer');
          return { ...SAMPLE_OVERVIEW, date: new Date(clock.at).toISOString() };
        },
      },
      calendar: sampleCalendar(clock),
      onFault: (message, cause) => faults.push(`${message}: ${cause}`),
    });
  return { clock, source, faults, open, data: open() };
}

test('the first to ask has it fetched, once for all who wait, and it outlives the object', async () => {
  const { source, data, open, clock } = object();
  const answers = await Promise.all([data.overview(), data.overview(), data.calendar()]);
  expect(answers[0]).toEqual(answers[1]);
  expect(answers[2]?.events.length).toBeGreaterThan(0);
  clock.at += 4 * MINUTE;
  expect(await open().overview()).toEqual(answers[0]);
  expect(source.asked).toBe(1);
});

test('each refresh takes the place of the snapshot; one that was missed is made up for by whoever reads', async () => {
  const { clock, source, data } = object();
  await data.refresh();
  clock.at += 5 * MINUTE;
  await data.refresh();
  expect((await data.overview())?.date).toBe('2026-07-01T12:05:00.000Z');
  clock.at += 11 * MINUTE;
  expect((await data.overview())?.date).toBe('2026-07-01T12:16:00.000Z');
  expect(source.asked).toBe(3);
});

test('where the source fails, the last good snapshot is served, as stale once it is overdue', async () => {
  const { clock, source, data, faults } = object();
  source.fails = true;
  expect(await data.overview()).toBeNull();
  source.fails = false;
  await data.refresh();
  source.fails = true;
  clock.at += 5 * MINUTE;
  await data.refresh();
  expect(await data.overview()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', stale: false });
  clock.at += 6 * MINUTE;
  expect(await data.overview()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', stale: true });
  // It is not asked again by each who reads.
  const { asked } = source;
  for (let reader = 0; reader < 100; reader++) await data.overview();
  expect(source.asked).toBe(asked);
  expect(faults).toHaveLength(asked - 1);
  source.fails = false;
  clock.at += 2 * MINUTE;
  expect(await data.overview()).toMatchObject({ date: '2026-07-01T12:13:00.000Z', stale: false });
});

test('10,000 readers at one place of the edge ask the object once a minute', async () => {
  const { clock, data } = object();
  let asked = 0;
  const counted = {
    overview: () => data.overview(),
    calendar: () => {
      asked += 1;
      return data.calendar();
    },
  };
  const { market, calendar } = throughCache(sharedCache(clock), 'https://irich.example', () => counted);
  for (let reader = 0; reader < 10_000; reader++) expect(await calendar.calendar()).not.toBeNull();
  expect(asked).toBe(1);
  expect(await market.overview()).toMatchObject({ sample: true });
  clock.at += MINUTE;
  await calendar.calendar();
  expect(asked).toBe(2);
});

/** As the platform's: keeps what may be kept, for as long as the answer says. */
function sharedCache(clock: { now(): number }): SharedCache {
  const kept = new Map<string, { text: string; until: number }>();
  return {
    async match(url) {
      const found = kept.get(url);
      return found === undefined || found.until <= clock.now() ? undefined : new Response(found.text);
    },
    async put(url, response) {
      const maxAgeS = Number(
        /^public, max-age=(\d+)$/.exec(response.headers.get('cache-control') ?? '')?.[1],
      );
      kept.set(url, { text: await response.text(), until: clock.now() + maxAgeS * 1000 });
    },
  };
}
