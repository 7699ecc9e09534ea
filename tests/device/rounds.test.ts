/** One round of the sync: which calls it makes in which order, and where it stops or restarts. */
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleEvents } from '#api/calendar/sample.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { completeOnboarding, patchFacts, readFacts } from '#device/store/facts.ts';
import { addRecord } from '#device/store/records.ts';
import type { SyncContext } from '#device/sync/context.ts';
import { type RoundOptions, runRound } from '#device/sync/round.ts';
import { contextOf, LAUNCH, registered, soon } from './sync-context.ts';
import { idOf, type Rig, refusal, START } from './sync-rig.ts';

const MINUTE = 60_000;
const REGISTER = 'POST /api/user/register';
const ONBOARDING = 'POST /api/user/onboarding';
const SYNC = 'POST /api/sync';
const PROFILE = 'GET /api/user/{id}';
const LEDGER = 'GET /api/ledger/{id}';
const RECORDS = 'GET /api/records/{id}';
const LANGUAGE = 'GET /api/user/language/{id}';
const PRESENCE = 'POST /api/user/sessions';
const SETTINGS = 'GET /api/user/settings/{id}';
const MARKET = 'GET /api/market/overview';
const CALENDAR = 'GET /api/calendar';
const COINS = 'GET /api/coins';
const WAITING = { type: 'waiting', retryAfterMs: null };

let on: Rig;
let context: SyncContext;
beforeEach(async () => {
  on = registered();
  context = contextOf(on);
  on.script.set(MARKET, () => ({ status: 200, body: SAMPLE_OVERVIEW }));
  on.script.set(COINS, () => ({ status: 200, body: SAMPLE_COINS }));
  const date = new Date(START).toISOString();
  const events = sampleEvents(START);
  on.script.set(CALENDAR, () => ({ status: 200, body: { date, sample: true, stale: false, events } }));
  await patchFacts(context.store, { generation: 0, deletionsSeen: 0, isNewUser: true });
});

async function round(change: Partial<RoundOptions> = {}) {
  on.calls.length = 0;
  const options = { sendOnly: false, refresh: true, retryPutOff: true, first: false, ...change };
  return soon(on, runRound(context, options));
}
const keep = (number: number) =>
  addRecord(context.store, { id: idOf(number), calculationType: 'RiskMoney', inputs: { number } }, number);
const recordElsewhere = (number: number) =>
  on.ledger.apply({
    type: 'record_calculation',
    recordId: idOf(number),
    calculationType: 'Staking',
    occurredAt: on.time.now(),
    sentAt: null,
  });
const profileOfStore = () => context.store.read(['profile'], (reading) => reading.get('profile', 'profile'));

describe('the first round after the app was opened', () => {
  test('fetches the profile, the events, the language, the settings, the market, the calendar and the coins, and reports the visit', async () => {
    on.ledger.language = 'ru';
    expect(await round({ first: true })).toBeNull();
    expect(on.names()).toEqual([PROFILE, LEDGER, LANGUAGE, PRESENCE, SETTINGS, MARKET, CALENDAR, COINS]);
    expect(on.calls.slice(0, -3).map(({ headers }) => headers['x-generation'])).toEqual(Array(5).fill('0'));
    expect(on.calls[3]?.body).toEqual({ userId: 42, known: 0 });
    expect(await profileOfStore()).toMatchObject({ userId: 42, head: on.ledger.state.head });
    expect(await readFacts(context.store)).toMatchObject({
      language: 'ru',
      settings: DEFAULT_SETTINGS,
      lastSyncedAt: START + 80,
    });
    expect(on.logs).toEqual([]);
  });

  test('succeeds without language, visit, settings, market, calendar or coins, and logs each failure', async () => {
    for (const name of [LANGUAGE, PRESENCE, SETTINGS, MARKET, CALENDAR, COINS])
      on.script.set(name, () => refusal(503, 'unavailable'));
    expect(await round({ first: true })).toBeNull();
    expect(on.logs).toHaveLength(6);
    expect(await readFacts(context.store)).toMatchObject({ language: null, lastSyncedAt: START + 80 });
  });

  test('keeps the language if the server knows none', async () => {
    await patchFacts(context.store, { language: 'en' });
    await round({ first: true });
    expect(await readFacts(context.store)).toMatchObject({ language: 'en' });
  });
});

describe('a later round', () => {
  beforeEach(() => round({ first: true }));

  test('fetches nothing that is fresh', async () => {
    await on.pass(1_000);
    expect(await round({ refresh: false })).toBeNull();
    expect(on.names()).toEqual([]);
  });

  test('fetches the profile on a refresh, and neither visit nor language', async () => {
    expect(await round()).toBeNull();
    expect(on.names()).toEqual([PROFILE]);
  });

  test.each([
    ['a minute', MINUTE, [PROFILE]],
    ['less than a minute', MINUTE - 1, []],
  ])('fetches a profile that is %s old: %o', async (_, age, names) => {
    await patchFacts(context.store, { profileAt: on.time.now() - age });
    await round({ refresh: false });
    expect(on.names()).toEqual(names);
  });

  test('fetches a profile stored under a clock ahead of this one', async () => {
    await patchFacts(context.store, { profileAt: on.time.now() + 1 });
    await round({ refresh: false });
    expect(on.names()).toEqual([PROFILE]);
  });

  test('does not fetch a profile that has just arrived with an answer', async () => {
    await keep(1);
    expect(await round()).toBeNull();
    expect(on.names()).toEqual([SYNC, LEDGER]);
  });

  test('fetches the market after five minutes, the calendar and the coins after an hour', async () => {
    await on.pass(5 * MINUTE);
    await round({ refresh: false });
    expect(on.names()).toEqual([PROFILE, MARKET]);
    await on.pass(55 * MINUTE);
    await round({ refresh: false });
    expect(on.names()).toEqual([PROFILE, MARKET, CALENDAR, COINS]);
  });

  test('fetches unknown settings at a refresh only', async () => {
    await patchFacts(context.store, { settings: null });
    await round({ refresh: false });
    expect(on.names()).toEqual([]);
    await round();
    expect(on.names()).toEqual([PROFILE, SETTINGS]);
  });

  test('stops without the profile, and keeps the time of the last success', async () => {
    const { lastSyncedAt } = await readFacts(context.store);
    on.script.set(PROFILE, () => refusal(503, 'unavailable', { 'retry-after': '7' }));
    recordElsewhere(1);
    expect(await round()).toEqual({ type: 'waiting', retryAfterMs: 7_000 });
    expect(on.names()).toEqual([PROFILE]);
    expect((await readFacts(context.store)).lastSyncedAt).toBe(lastSyncedAt);
  });

  test("fetches the profile's new events, and stops without them", async () => {
    recordElsewhere(1);
    on.script.set(LEDGER, () => refusal(503, 'unavailable'));
    expect(await round()).toEqual(WAITING);
    expect(on.names()).toEqual([PROFILE, LEDGER]);
  });

  test('fetches the profile again if friends earned between it and the events', async () => {
    recordElsewhere(1);
    on.script.set(LEDGER, (call) => {
      on.script.delete(LEDGER);
      recordElsewhere(2);
      return on.ledger.answer(call);
    });
    expect(await round()).toBeNull();
    expect(on.names().slice(0, 3)).toEqual([PROFILE, LEDGER, PROFILE]);
    expect(await profileOfStore()).toMatchObject({ head: on.ledger.state.head });
  });

  test('stops without that second profile', async () => {
    recordElsewhere(1);
    on.script.set(LEDGER, (call) => {
      recordElsewhere(2);
      on.script.set(PROFILE, () => refusal(503, 'unavailable'));
      return on.ledger.answer(call);
    });
    expect(await round()).toEqual(WAITING);
    expect(on.names()).toEqual([PROFILE, LEDGER, PROFILE]);
  });

  test('also fetches events for an unknown head, or for an answered record', async () => {
    await patchFacts(context.store, { seenHeads: [on.ledger.state.head] });
    await round({ refresh: false });
    expect(on.names()).toEqual([LEDGER]);
    await round({ refresh: false });
    expect(on.names()).toEqual([]);
  });

  test('fetches events that lack an answered record', async () => {
    await keep(1);
    on.script.set(LEDGER, () => refusal(503, 'unavailable'));
    expect(await round()).toEqual(WAITING);
    const head = await context.store.write(['profile', 'events'], async (writing) => {
      const [last] = await writing.list('events', { reverse: true, limit: 1 });
      const profile = await writing.get('profile', 'profile');
      if (last === undefined || profile === undefined) throw new Error('nothing is kept');
      await writing.put('profile', [{ ...profile, head: last }]);
      return last;
    });
    await patchFacts(context.store, { seenHeads: [] });
    on.script.delete(LEDGER);
    expect(await round({ refresh: false })).toBeNull();
    expect(on.names()).toEqual([LEDGER, PROFILE]);
    expect(on.rows('records')[0]).not.toHaveProperty('unconfirmed');
    expect(await profileOfStore()).toMatchObject({ head: { seq: head.seq + 1 } });
  });

  test('detects a server of the same length that diverged, and sends lost records again', async () => {
    await keep(1);
    await round();
    on.ledger.cut(1);
    recordElsewhere(2);
    expect(await round()).toBeNull();
    expect(on.ledger.events.map(({ eventId }) => eventId)).toEqual(['registered', idOf(2), idOf(1)]);
    expect(await readFacts(context.store)).toMatchObject({ restored: [{ commonSeq: 1, recordsResent: 1 }] });
  });

  test('sends records again that the profile shows to be lost', async () => {
    await completeOnboarding(context.store, LAUNCH);
    await round();
    on.ledger.cut(1);
    expect(await round()).toBeNull();
    expect(on.names().slice(0, 2)).toEqual([PROFILE, ONBOARDING]);
    expect(on.ledger.state.onboarded).toBe(true);
  });
});

describe('a postponed record', () => {
  beforeEach(async () => {
    await keep(1);
    context.putOff.add(`4:record:${idOf(1)}`);
  });

  test('is retried on request', async () => {
    expect(await round()).toBeNull();
    expect(on.names()).toContain(SYNC);
  });

  test('otherwise waits and does not hold up the calls after it', async () => {
    expect(await round({ retryPutOff: false })).toEqual({ type: 'put_off' });
    expect(on.names()).toEqual([PROFILE, LEDGER, SETTINGS, MARKET, CALENDAR, COINS]);
    expect((await readFacts(context.store)).lastSyncedAt).toBeNull();
  });
});

describe('in the background', () => {
  test('sends the outbox and fetches nothing', async () => {
    await keep(1);
    expect(await round({ sendOnly: true, refresh: false })).toBeNull();
    expect(on.names()).toEqual([SYNC]);
    expect((await readFacts(context.store)).lastSyncedAt).toBe(START + 10);
  });

  test('reports unsendable commands', async () => {
    await keep(1);
    context.putOff.add(`4:record:${idOf(1)}`);
    expect(await round({ sendOnly: true, refresh: false, retryPutOff: false })).toEqual({ type: 'put_off' });
    on.online = false;
    expect(await round({ sendOnly: true, refresh: false })).toEqual({ type: 'offline' });
  });
});

describe('a round starts over', () => {
  test('with a registration if the server does not know the user, and reports the visit once', async () => {
    on.ledger.cut(0);
    await keep(1);
    expect(await round({ first: true })).toBeNull();
    expect(on.names().slice(0, 3)).toEqual([SYNC, REGISTER, SYNC]);
    expect(on.names().filter((name) => name === PRESENCE)).toHaveLength(1);
  });

  test('without stored data if they were deleted elsewhere, up to the onboarding', async () => {
    await keep(1);
    on.ledger.apply({ type: 'delete_data' });
    on.script.set(SYNC, () => refusal(410, 'data_deleted'));
    expect(await round()).toEqual({ type: 'paused' });
    expect(on.names()).toEqual([SYNC, REGISTER]);
    expect(on.rows('records')).toEqual([]);
    expect(await readFacts(context.store)).toMatchObject({ generation: 1, deletionsSeen: 1 });
    expect(on.logs).toEqual(["The user's data were deleted elsewhere"]);
  });

  test('six times at most', async () => {
    on.script.set(LEDGER, () => refusal(404, 'unknown_user'));
    expect(await round()).toEqual(WAITING);
    expect(on.names().filter((name) => name === LEDGER)).toHaveLength(6);
    expect(on.logs).toEqual(['The sync keeps restarting']);
    expect((await readFacts(context.store)).lastSyncedAt).toBeNull();
  });

  test('with a deletion that the profile shows to be lost', async () => {
    await patchFacts(context.store, { generation: 1, deletionsSeen: 1 });
    expect(await round()).toEqual({ type: 'paused' });
    expect(on.names()).toEqual([PROFILE, 'DELETE /api/user/{id}', REGISTER]);
    expect(on.ledger.state.deletions).toBe(1);
  });
});

test('a deletion lost by the server, according to an answer to records, is repeated before any other call', async () => {
  await patchFacts(context.store, { generation: 1, deletionsSeen: 1 });
  await keep(1);
  expect(await round()).toEqual({ type: 'paused' });
  expect(on.names()).toEqual([SYNC, 'DELETE /api/user/{id}', REGISTER]);
  expect(on.ledger.state.deletions).toBe(1);
});

test('a deletion lost by the server, according to the last answer of a round, is repeated at once', async () => {
  on.ledger.apply({ type: 'delete_data' });
  on.ledger.apply({ type: 'complete_onboarding' });
  await patchFacts(context.store, { generation: 1, deletionsSeen: 1, isNewUser: false });
  on.script.set(LEDGER, (call) => {
    on.script.delete(LEDGER);
    recordElsewhere(1);
    const answer = on.ledger.answer(call);
    // Restored from before the deletion during the round.
    on.ledger.cut(1);
    return answer;
  });
  await round();
  expect(on.names().slice(0, 4)).toEqual([PROFILE, LEDGER, PROFILE, RECORDS]);
  expect(on.names()).toContain('DELETE /api/user/{id}');
  expect(on.ledger.state.deletions).toBe(1);
});

describe('a user whose data were deleted', () => {
  beforeEach(async () => {
    on.ledger.apply({ type: 'complete_onboarding' });
    on.ledger.apply({ type: 'delete_data' });
    await patchFacts(context.store, { generation: 1, deletionsSeen: 1, serverOnboarded: false });
  });

  test('is registered at every refresh, the only way to learn of a return elsewhere', async () => {
    expect(await round()).toEqual({ type: 'paused' });
    expect(on.names()).toEqual([REGISTER]);
    on.ledger.apply({ type: 'complete_onboarding' });
    expect(await round()).toBeNull();
    expect(on.names().slice(0, 2)).toEqual([REGISTER, LEDGER]);
  });

  test('is deleted again if that registration shows that the server lost the deletion', async () => {
    on.ledger.cut(2);
    expect(await round()).toEqual({ type: 'paused' });
    expect(on.names()).toEqual([REGISTER, 'DELETE /api/user/{id}', REGISTER]);
    expect(on.ledger.state).toMatchObject({ deletions: 1, onboarded: false });
  });

  test('is not registered by local changes', async () => {
    expect(await round({ refresh: false })).toEqual({ type: 'paused' });
    expect(on.names()).toEqual([]);
  });
});
