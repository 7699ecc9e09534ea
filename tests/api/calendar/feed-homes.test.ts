/** The calendar's feed in both homes, from a stand-in: when it is asked, what stays when it fails, what a file told beside it. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readImportFile } from '#api/calendar/import-file.ts';
import { applyImport } from '#api/calendar/store.ts';
import type { PublicConfig } from '#api/public/data.ts';
import type { Fault } from '#tests/outside/stand-in.ts';
import { openPublicHome, PUBLIC_HOMES, type PublicHome } from '#tests/support/public-homes.ts';

// A service that drips is waited for, for as long as the product does.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 6, 1, 12);
const CLAIMS = 'feed/USD/Unemployment Claims/2026-07-02T12:30:00Z';

let home: PublicHome;
afterEach(() => home.close());

describe.each(PUBLIC_HOMES)('%s', (name) => {
  const open = async (change: Partial<PublicConfig> = {}) => {
    home = await openPublicHome(name, { marketProvider: 'sample', hasFeed: true, ...change });
    return home;
  };
  const calendar = () => home.data().calendar();
  const names = async () => (await calendar())?.events.map((event) => event.name);
  const asked = () => home.feed.asked.length;
  const WEEK = [
    'consumer_confidence',
    'unemployment_rate',
    'core_cpi',
    'jobless_claims',
    'non_farm_payrolls',
  ];

  test('without its address nobody is asked, and the sample is shown', async () => {
    await open({ calendarFeedUrl: null });
    await home.until(START + 2 * HOUR);
    expect(asked()).toBe(0);
    expect(await calendar()).toMatchObject({ sample: true });
  });

  test('the events of the week, at once and then every hour, for many readers and after a restart too', async () => {
    await open();
    expect(await calendar()).toBeNull();
    await home.until(START);
    expect(await calendar()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', sample: false, stale: false });
    expect(await names()).toEqual(WEEK);
    for (let reader = 0; reader < 1000; reader++) await calendar();
    for (let restart = 0; restart < 5; restart++) {
      home.restart();
      await home.until(home.clock.at + MINUTE);
    }
    await home.until(START + HOUR - 1);
    expect(asked()).toBe(1);
    await home.until(START + HOUR);
    expect(asked()).toBe(2);
    expect((await calendar())?.date).toBe('2026-07-01T13:00:00.000Z');
  });

  test('beside live figures, and the market goes on where the feed fails', async () => {
    await open({ marketProvider: 'live' });
    home.feed.fail({ type: 'status', status: 500 });
    await home.until(START + HOUR);
    expect(await home.data().overview()).toMatchObject({ stale: false });
    expect(await calendar()).toBeNull();
    expect(asked()).toBe(2);
    home.feed.fail(null);
    await home.until(START + 2 * HOUR);
    expect(await names()).toEqual(WEEK);
  });

  test.each<[string, Fault]>([
    ['status 500', { type: 'status', status: 500 }],
    ['status 429', { type: 'status', status: 429, retryAfter: '60' }],
    ['status 302', { type: 'redirect', to: 'https://elsewhere.example/' }],
    ['network', { type: 'half' }],
    ['too large', { type: 'endless' }],
    ['unreadable: not JSON', { type: 'body', text: '<html>' }],
    ['unreadable: not a list of events', { type: 'body', text: '{"title":"CPI y/y"}' }],
    ['unreadable: no event that is known here', { type: 'body', text: '[]' }],
    ['unreadable: event with an odd form', { type: 'body', text: '[1,2,3]' }],
  ])('%s: the last good list stays, stale after two hours, asked hourly, said once', async (kind, fault) => {
    await open();
    await home.until(START);
    const good = await calendar();
    home.feed.fail(fault);
    await home.until(START + 2 * HOUR);
    expect(await calendar()).toEqual(good);
    await home.until(START + 4 * HOUR + MINUTE);
    expect(await calendar()).toEqual({ ...good, stale: true });
    expect(asked()).toBe(5);
    expect(home.faults).toEqual([`The calendar feed service gives no good answer: ${kind}`]);
    home.feed.fail(null);
    await home.until(START + 5 * HOUR);
    expect(await calendar()).toMatchObject({ date: '2026-07-01T17:00:00.000Z', stale: false });
  });

  test('an answer that drips is given up', async () => {
    await open();
    home.feed.fail({ type: 'drip' });
    await home.until(START);
    expect(home.faults).toEqual(['The calendar feed service gives no good answer: timeout']);
  });

  test.each([
    ['three hours', '10800', 3],
    ['a week', '604800', 6],
  ])('too many questions: %s is waited for, at most six hours', async (_, retryAfter, hours) => {
    await open();
    home.feed.fail({ type: 'status', status: 429, retryAfter });
    await home.until(START + hours * HOUR - 1);
    expect(asked()).toBe(1);
    home.feed.fail(null);
    home.restart();
    await home.until(START + hours * HOUR);
    expect(await names()).toEqual(WEEK);
  });

  test('refusals that say no time: an hour, then twice as long, at most six', async () => {
    await open();
    home.feed.fail({ type: 'status', status: 429 });
    const at: number[] = [];
    for (let hour = 0; hour <= 20; hour++) {
      const before = asked();
      await home.until(START + hour * HOUR);
      if (asked() > before) at.push(hour);
    }
    expect(at).toEqual([0, 1, 3, 7, 13, 19]);
  });

  test('what vanishes before it happens is removed, what has happened stays, what moves is told once', async () => {
    await open();
    await home.until(START);
    const { events } = home.feed;
    const claims = events.find(({ title }) => title === 'Unemployment Claims');
    Object.assign(claims ?? {}, { date: '2026-07-03T08:30:00-04:00', forecast: '230K' });
    // One that has happened, and one that has not.
    events.splice(0, 1);
    events.splice(
      events.findIndex(({ title }) => title === 'Non-Farm Employment Change'),
      1,
    );
    await home.until(START + HOUR);
    expect(await names()).toEqual(['consumer_confidence', 'unemployment_rate', 'core_cpi', 'jobless_claims']);
    expect((await calendar())?.events.at(-1)).toMatchObject({ at: '2026-07-03T12:30:00Z', forecast: '230' });
  });

  test('what moves when its time has come is told once, and that of the week before stays', async () => {
    await open();
    const [sentiment, , , , , , claims] = home.feed.events;
    Object.assign(sentiment ?? {}, { title: 'Unemployment Claims', date: '2026-06-25T08:30:00-04:00' });
    Object.assign(claims ?? {}, { date: '2026-07-01T08:30:00-04:00' });
    await home.until(START);
    home.feed.events.splice(0, 1);
    Object.assign(claims ?? {}, { date: '2026-07-01T12:00:00-04:00' });
    await home.until(START + HOUR);
    const told = (await calendar())?.events.filter((event) => event.name === 'jobless_claims');
    expect(told?.map(({ at }) => at)).toEqual(['2026-06-25T12:30:00Z', '2026-07-01T16:00:00Z']);
  });

  test('a poisoned event is left out, said once, and the others stay', async () => {
    await open();
    Object.assign(home.feed.events[0] ?? {}, { title: '<img src=x onerror=alert(1)>' });
    await home.until(START + 3 * HOUR);
    expect(await names()).toEqual(WEEK.slice(1));
    expect(home.faults).toEqual([
      'The calendar feed service sends what is left out: event with an odd title',
    ]);
  });

  test('what a file told stays as it is, and is shown instead of the same event of the feed', async () => {
    await open();
    await home.until(START);
    const file = [
      {
        id: 'claims',
        name: 'jobless_claims',
        zone: 'united_states',
        at: '2026-07-02T12:30:00Z',
        actual: '221',
      },
      { id: CLAIMS, name: 'etf', zone: 'china', at: '2026-07-04' },
      { id: 'far', name: 'fomc', zone: 'united_states', at: '2026-07-29T18:00:00Z' },
    ];
    const read = readImportFile(JSON.stringify({ version: 1, events: file }));
    if (!read.ok) throw new Error(read.faults.join());
    applyImport(home.sql, read.events, home.clock.at);
    const expected = [...WEEK.slice(0, 3), 'jobless_claims', 'non_farm_payrolls', 'etf', 'fomc'];
    expect((await names())?.toSorted()).toEqual(expected.toSorted());
    await home.until(START + 2 * HOUR);
    expect((await names())?.toSorted()).toEqual(expected.toSorted());
    expect((await calendar())?.events.find((event) => event.name === 'jobless_claims')).toMatchObject({
      id: 'claims',
      actual: '221',
    });
    home.feed.events.splice(5);
    await home.until(START + 3 * HOUR);
    expect(await names()).toEqual([...WEEK.slice(0, 3), 'jobless_claims', 'etf', 'fomc']);
  });

  test('a file that knows the day alone tells of the same event, too', async () => {
    await open();
    await home.until(START);
    const read = readImportFile(
      JSON.stringify({
        version: 1,
        events: [{ id: 'claims', name: 'jobless_claims', zone: 'united_states', at: '2026-07-02' }],
      }),
    );
    if (!read.ok) throw new Error(read.faults.join());
    applyImport(home.sql, read.events, home.clock.at);
    expect((await names())?.toSorted()).toEqual(WEEK.toSorted());
    expect((await calendar())?.events.find((event) => event.name === 'jobless_claims')?.id).toBe('claims');
  });

  test('what was read by a clock far ahead is not the newest for ever', async () => {
    await open();
    home.clock.at = START + 5 * 24 * HOUR;
    home.restart();
    await home.until(home.clock.at);
    home.feed.events.splice(0, 1);
    home.clock.at = START;
    home.restart();
    await home.until(START);
    expect(await names()).toEqual(WEEK);
    expect(await calendar()).toMatchObject({ date: new Date(START).toISOString(), stale: false });
  });

  test('the market’s prices say what it did at an event of the feed', async () => {
    await open({ marketProvider: 'live' });
    Object.assign(home.feed.events[0] ?? {}, { date: '2026-07-01T12:02:00+00:00' });
    await home.until(START + 2 * MINUTE);
    Object.assign(home.market.coins[0] ?? {}, { current_price: 96123.45 * 1.01 });
    await home.until(START + HOUR + 5 * MINUTE);
    const reactions = (await calendar())?.events.map(({ btcReaction }) => btcReaction);
    expect(reactions).toEqual([null, null, '+1.00', null, null]);
  });

  test('where the feed is switched off again, nothing of it is shown', async () => {
    await open();
    await home.until(START);
    const rows = home.sql.all<{ id: string; at: number; event: string }>(
      'SELECT id, at, event FROM calendar_events',
    );
    expect(rows.length).toBe(5);
    await home.close();
    await open({ calendarFeedUrl: null });
    for (const { id, at, event } of rows) {
      home.sql.run(
        "INSERT INTO calendar_events (id, at, has_hour, event, imported_at, source) VALUES (?, ?, 1, ?, 1, 'feed')",
        id,
        at,
        event,
      );
    }
    expect(await calendar()).toMatchObject({ sample: true });
  });
});
