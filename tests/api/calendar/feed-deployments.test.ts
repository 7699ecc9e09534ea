/**
 * The calendar feed in both deployments, against a stand-in: when it is fetched, what stays when it fails, and
 * how imported events combine with it.
 */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { readImportFile } from '#api/calendar/import-file.ts';
import { applyImport } from '#api/calendar/store.ts';
import type { PublicConfig } from '#api/market/data.ts';
import {
  openPublicDeployment,
  PUBLIC_DEPLOYMENTS,
  type PublicDeployment,
} from '#tests/support/public-deployment.ts';
import type { Fault } from '#tests/upstream/stand-in.ts';

// The product itself waits this long for a service that sends slowly.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const START = Date.UTC(2026, 6, 1, 12);
const CLAIMS = 'feed/USD/Unemployment Claims/2026-07-02T12:30:00Z';

let deployment: PublicDeployment;
afterEach(() => deployment.close());

describe.each(PUBLIC_DEPLOYMENTS)('%s', (name) => {
  const open = async (change: Partial<PublicConfig> = {}) => {
    deployment = await openPublicDeployment(name, { marketProvider: 'sample', hasFeed: true, ...change });
    return deployment;
  };
  const calendar = () => deployment.data.calendar();
  const names = async () => (await calendar())?.events.map((event) => event.name);
  const asked = () => deployment.feed.asked.length;
  const WEEK = [
    'consumer_confidence',
    'unemployment_rate',
    'core_cpi',
    'jobless_claims',
    'non_farm_payrolls',
  ];

  test('without a feed address nothing is fetched and the sample is shown', async () => {
    await open({ calendarFeedUrl: null });
    await deployment.until(START + 2 * HOUR);
    expect(asked()).toBe(0);
    expect(await calendar()).toMatchObject({ sample: true });
  });

  test("the week's events are fetched at once and then hourly, with many readers and after a restart too", async () => {
    await open();
    expect(await calendar()).toBeNull();
    await deployment.until(START);
    expect(await calendar()).toMatchObject({ date: '2026-07-01T12:00:00.000Z', sample: false, stale: false });
    expect(await names()).toEqual(WEEK);
    for (let reader = 0; reader < 1000; reader++) await calendar();
    for (let restart = 0; restart < 5; restart++) {
      await deployment.restart();
      await deployment.until(deployment.clock.at + MINUTE);
    }
    await deployment.until(START + HOUR - 1);
    expect(asked()).toBe(1);
    await deployment.until(START + HOUR);
    expect(asked()).toBe(2);
    expect((await calendar())?.date).toBe('2026-07-01T13:00:00.000Z');
  });

  test('market figures stay live while the feed fails', async () => {
    await open({ marketProvider: 'live' });
    deployment.feed.fail({ type: 'status', status: 500 });
    await deployment.until(START + HOUR);
    expect(await deployment.data.overview()).toMatchObject({ stale: false });
    expect(await calendar()).toBeNull();
    expect(asked()).toBe(2);
    deployment.feed.fail(null);
    await deployment.until(START + 2 * HOUR);
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
  ])(
    '%s: the last good list stays, turns stale after two hours, is fetched hourly and logged once',
    async (kind, fault) => {
      await open();
      await deployment.until(START);
      const good = await calendar();
      deployment.feed.fail(fault);
      await deployment.until(START + 2 * HOUR);
      expect(await calendar()).toEqual(good);
      await deployment.until(START + 4 * HOUR + MINUTE);
      expect(await calendar()).toEqual({ ...good, stale: true });
      expect(asked()).toBe(5);
      expect(deployment.faults).toEqual([`The calendar feed service gives no good answer: ${kind}`]);
      deployment.feed.fail(null);
      await deployment.until(START + 5 * HOUR);
      expect(await calendar()).toMatchObject({ date: '2026-07-01T17:00:00.000Z', stale: false });
    },
  );

  test('an answer that drips is aborted', async () => {
    await open();
    deployment.feed.fail({ type: 'drip' });
    await deployment.until(START);
    expect(deployment.faults).toEqual(['The calendar feed service gives no good answer: timeout']);
  });

  test.each([
    ['three hours', '10800', 3],
    ['a week', '604800', 6],
  ])('rate limited: the feed waits for %s, at most six hours', async (_, retryAfter, hours) => {
    await open();
    deployment.feed.fail({ type: 'status', status: 429, retryAfter });
    await deployment.until(START + hours * HOUR - 1);
    expect(asked()).toBe(1);
    deployment.feed.fail(null);
    await deployment.restart();
    await deployment.until(START + hours * HOUR);
    expect(await names()).toEqual(WEEK);
  });

  test('rate limits without a time back off from one hour, doubling up to six', async () => {
    await open();
    deployment.feed.fail({ type: 'status', status: 429 });
    const at: number[] = [];
    for (let hour = 0; hour <= 20; hour++) {
      const before = asked();
      await deployment.until(START + hour * HOUR);
      if (asked() > before) at.push(hour);
    }
    expect(at).toEqual([0, 1, 3, 7, 13, 19]);
  });

  test('an upcoming event that disappears is removed, a past one stays, a moved one is listed once', async () => {
    await open();
    await deployment.until(START);
    const { events } = deployment.feed;
    const claims = events.find(({ title }) => title === 'Unemployment Claims');
    Object.assign(claims ?? {}, { date: '2026-07-03T08:30:00-04:00', forecast: '230K' });
    // A past event and an upcoming one.
    events.splice(0, 1);
    events.splice(
      events.findIndex(({ title }) => title === 'Non-Farm Employment Change'),
      1,
    );
    await deployment.until(START + HOUR);
    expect(await names()).toEqual(['consumer_confidence', 'unemployment_rate', 'core_cpi', 'jobless_claims']);
    expect((await calendar())?.events.at(-1)).toMatchObject({ at: '2026-07-03T12:30:00Z', forecast: '230' });
  });

  test("an event that moves after its time is listed once, and last week's event stays", async () => {
    await open();
    const [sentiment, , , , , , claims] = deployment.feed.events;
    Object.assign(sentiment ?? {}, { title: 'Unemployment Claims', date: '2026-06-25T08:30:00-04:00' });
    Object.assign(claims ?? {}, { date: '2026-07-01T08:30:00-04:00' });
    await deployment.until(START);
    deployment.feed.events.splice(0, 1);
    Object.assign(claims ?? {}, { date: '2026-07-01T12:00:00-04:00' });
    await deployment.until(START + HOUR);
    const told = (await calendar())?.events.filter((event) => event.name === 'jobless_claims');
    expect(told?.map(({ at }) => at)).toEqual(['2026-06-25T12:30:00Z', '2026-07-01T16:00:00Z']);
  });

  test('a malformed event is dropped and logged once, and the others stay', async () => {
    await open();
    Object.assign(deployment.feed.events[0] ?? {}, { title: '<img src=x onerror=alert(1)>' });
    await deployment.until(START + 3 * HOUR);
    expect(await names()).toEqual(WEEK.slice(1));
    expect(deployment.faults).toEqual([
      'The calendar feed service sent data that was dropped: event with an odd title',
    ]);
  });

  test('imported events stay unchanged and replace the same event of the feed', async () => {
    await open();
    await deployment.until(START);
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
    applyImport(deployment.sql, read.events, deployment.clock.at);
    const expected = [...WEEK.slice(0, 3), 'jobless_claims', 'non_farm_payrolls', 'etf', 'fomc'];
    expect((await names())?.toSorted()).toEqual(expected.toSorted());
    await deployment.until(START + 2 * HOUR);
    expect((await names())?.toSorted()).toEqual(expected.toSorted());
    expect((await calendar())?.events.find((event) => event.name === 'jobless_claims')).toMatchObject({
      id: 'claims',
      actual: '221',
    });
    deployment.feed.events.splice(5);
    await deployment.until(START + 3 * HOUR);
    expect(await names()).toEqual([...WEEK.slice(0, 3), 'jobless_claims', 'etf', 'fomc']);
  });

  test("an imported event without a time matches the feed's event of that day", async () => {
    await open();
    await deployment.until(START);
    const read = readImportFile(
      JSON.stringify({
        version: 1,
        events: [{ id: 'claims', name: 'jobless_claims', zone: 'united_states', at: '2026-07-02' }],
      }),
    );
    if (!read.ok) throw new Error(read.faults.join());
    applyImport(deployment.sql, read.events, deployment.clock.at);
    expect((await names())?.toSorted()).toEqual(WEEK.toSorted());
    expect((await calendar())?.events.find((event) => event.name === 'jobless_claims')?.id).toBe('claims');
  });

  test('a list fetched while the clock was far ahead does not stay the newest', async () => {
    await open();
    deployment.clock.at = START + 5 * 24 * HOUR;
    await deployment.restart();
    await deployment.until(deployment.clock.at);
    deployment.feed.events.splice(0, 1);
    deployment.clock.at = START;
    await deployment.restart();
    await deployment.until(START);
    expect(await names()).toEqual(WEEK);
    expect(await calendar()).toMatchObject({ date: new Date(START).toISOString(), stale: false });
  });

  test('a feed event shows how the market reacted', async () => {
    await open({ marketProvider: 'live' });
    Object.assign(deployment.feed.events[0] ?? {}, { date: '2026-07-01T12:02:00+00:00' });
    await deployment.until(START + 2 * MINUTE);
    Object.assign(deployment.market.coins[0] ?? {}, { current_price: 96123.45 * 1.01 });
    await deployment.until(START + HOUR + 5 * MINUTE);
    const reactions = (await calendar())?.events.map(({ btcReaction }) => btcReaction);
    expect(reactions).toEqual([null, null, '+1.00', null, null]);
  });

  test('events of the feed disappear when the feed is switched off', async () => {
    await open();
    await deployment.until(START);
    const rows = deployment.sql.all<{ id: string; at: number; event: string }>(
      'SELECT id, at, event FROM calendar_events',
    );
    expect(rows.length).toBe(5);
    await deployment.close();
    await open({ calendarFeedUrl: null });
    for (const { id, at, event } of rows) {
      deployment.sql.run(
        "INSERT INTO calendar_events (id, at, has_hour, event, imported_at, source) VALUES (?, ?, 1, ?, 1, 'feed')",
        id,
        at,
        event,
      );
    }
    expect(await calendar()).toMatchObject({ sample: true });
  });
});
