/** The economic calendar: public, matching the contract, and without results of future events. */
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { sampleEvents } from '#api/calendar/sample.ts';
import { Calendar, CalendarEvent, EVENT_KINDS, ZONES } from '#core/contract/calendar.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import { makeApi, START } from '../support.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describe('GET /api/calendar', () => {
  test('needs no signature and may be cached for a minute', async () => {
    const api = await makeApi();
    const reply = await api.send('GET', '/api/calendar');
    expect(reply.status).toBe(200);
    expect(reply.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=60');
    expect(v.parse(Calendar, reply.json)).toEqual(reply.json);
    expect(reply.json).toMatchObject({ date: new Date(START).toISOString(), sample: true, stale: false });
    expect(api.lines.at(-1)).toMatchObject({ path: '/api/calendar', status: 200 });
    expect(api.lines.at(-1)).not.toHaveProperty('user');
  });

  test('answers unavailable before there is a list', async () => {
    const api = await makeApi({ calendar: { calendar: async () => null } });
    const reply = await api.send('GET', '/api/calendar');
    expect(reply.status).toBe(503);
    expect(reply.json.error.code).toBe('unavailable');
    expect(reply.headers.get('cache-control')).toBe('no-store');
  });

  test('refuses other methods and contract versions like every call', async () => {
    const api = await makeApi();
    expect((await api.send('POST', '/api/calendar', { body: {} })).status).toBe(405);
    const headers = (version: number) => ({ headers: { 'x-contract-version': `${version}` } });
    expect((await api.send('GET', '/api/calendar', headers(0))).status).toBe(426);
    expect((await api.send('GET', '/api/calendar', headers(CONTRACT_VERSION + 1))).status).toBe(503);
  });
});

describe('sample events', () => {
  // Days around New Year, clock changes and a leap day.
  test.each(['2026-09-22T12:00:00Z', '2026-12-31T23:59:59Z', '2027-01-01T00:00:00Z', '2028-02-29T13:30:00Z'])(
    'at %s are valid, have unique ids, and lie around the day',
    (time) => {
      const now = Date.parse(time);
      const events = sampleEvents(now);
      for (const event of events) expect(v.safeParse(CalendarEvent, event).issues ?? []).toEqual([]);
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
      expect(new Set(events.map(({ zone }) => zone))).toEqual(new Set(ZONES));
      for (const { at } of events) expect(Math.abs(Date.parse(at) - now)).toBeLessThan(8 * DAY_MS);
    },
  );

  test('have no figure and no reaction before their time', () => {
    const before = sampleEvents(Date.parse('2026-09-22T13:29:59Z'));
    const after = sampleEvents(Date.parse('2026-09-22T13:30:00Z'));
    const claims = (events: typeof before) => events.find(({ name }) => name === 'jobless_claims');
    expect(claims(before)).toMatchObject({
      actual: null,
      btcReaction: null,
      ethReaction: null,
      forecast: '226',
    });
    expect(claims(after)).toMatchObject({ actual: '221', btcReaction: '-0.62', ethReaction: '-0.94' });
    for (const { at, actual, btcReaction } of before) {
      if (Date.parse(at) > Date.parse('2026-09-22T13:29:59Z'))
        expect([actual, btcReaction]).toEqual([null, null]);
    }
  });

  test('name the previous month or quarter, across a year too', () => {
    const events = sampleEvents(Date.parse('2027-01-15T12:00:00Z'));
    expect(events.find(({ name }) => name === 'cpi_yoy')?.period).toBe('2026-12');
    expect(events.find(({ name }) => name === 'gdp_qoq')?.period).toBe('2026-Q4');
  });
});

describe('an event in the contract', () => {
  const good = sampleEvents(START)[0];

  test('may lack all figures', () => {
    const figures = { unit: null, actual: null, forecast: null, previous: null, period: null };
    const effects = { volatility: null, ethVolatility: null, btcReaction: null, ethReaction: null };
    expect(v.is(CalendarEvent, { ...good, ...figures, ...effects })).toBe(true);
  });

  test.each([
    ['name', ['lottery', '', null]],
    ['zone', ['mars', 'US', null]],
    ['at', ['2026-09-22T12:00', '2026-13-01', 'today', null]],
    ['period', ['2026-00', '2026-13', '2026-Q5', 'Q3', 'September']],
    ['actual', ['3.1%', '1e3', '', 3.1]],
    ['btcReaction', ['1.2', '+', '+1.2%']],
    ['volatility', ['extreme', 2]],
  ])('has its own kind of %s', (field, wrong) => {
    for (const value of wrong)
      expect(v.is(CalendarEvent, { ...good, [field]: value }), `${value}`).toBe(false);
  });

  test('all kinds and zones occur', () => {
    expect([EVENT_KINDS.length, ZONES.length]).toEqual([29, 5]);
  });
});
