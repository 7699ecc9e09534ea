/** Which calls the engine makes in each round, depending on why the round starts. */
import { beforeEach, describe, expect, test } from 'vitest';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { patchFacts } from '#device/store/facts.ts';
import { addRecord, deleteRecord } from '#device/store/records.ts';
import type { SyncContext } from '#device/sync/context.ts';
import { createSyncEngine, type SyncEngine } from '#device/sync/engine.ts';
import type { Wake } from '#platform/network.ts';
import { contextOf, registered } from './sync-context.ts';
import { type Call, idOf, type Rig, refusal, START } from './sync-rig.ts';

const SECOND = 1_000;
const SYNC = 'POST /api/sync';
const ERASE = 'DELETE /api/records/{id}/{recordId}';
const PROFILE = 'GET /api/user/{id}';
const PRESENCE = 'POST /api/user/sessions';
const UNAVAILABLE = () => refusal(503, 'unavailable');

let on: Rig;
let context: SyncContext;
let engine: SyncEngine;
let wake: (kind: Wake) => void;

beforeEach(async () => {
  on = registered();
  context = contextOf(on);
  on.script.set('GET /api/market/overview', () => ({ status: 200, body: SAMPLE_OVERVIEW }));
  const calendar = { date: new Date(START).toISOString(), sample: true, stale: false, events: [] };
  on.script.set('GET /api/coins', () => ({ status: 200, body: SAMPLE_COINS }));
  on.script.set('GET /api/calendar', () => ({ status: 200, body: calendar }));
  await patchFacts(context.store, { generation: 0, settings: DEFAULT_SETTINGS });
  engine = createSyncEngine({
    context,
    lock: { run: (work) => work() },
    network: {
      isVisible: () => true,
      onWake(listener) {
        wake = listener;
        return () => undefined;
      },
    },
    random: { next: () => 0.5 },
  });
});

async function started(): Promise<void> {
  engine.start();
  await on.pass(SECOND);
  on.calls.length = 0;
}
/** Calls made from now on within this many milliseconds. */
async function askedFor(ms = SECOND): Promise<readonly string[]> {
  on.calls.length = 0;
  await on.pass(ms);
  return on.names();
}
const keep = (number: number) =>
  addRecord(context.store, { id: idOf(number), calculationType: 'RiskMoney', inputs: { number } }, number);
/** A record that makes the server fail; every other counts. */
async function stumble(): Promise<void> {
  await keep(1);
  on.script.set(SYNC, (call: Call) =>
    call.body.records.some(({ id }: { id: string }) => id === idOf(1))
      ? refusal(500, 'internal')
      : on.ledger.answer(call),
  );
}
/** Ids of the sent records. */
const sent = () =>
  on.calls.flatMap(({ name, body }) =>
    name === SYNC ? body.records.map(({ id }: { id: string }) => id) : [],
  );

describe('the profile, however fresh,', () => {
  test('is fetched at the start, when the user comes back, and on request', async () => {
    engine.start();
    expect(await askedFor()).toContain(PROFILE);
    wake('visible');
    expect(await askedFor()).toEqual([PROFILE]);
    void engine.syncNow();
    expect(await askedFor()).toEqual([PROFILE]);
  });

  test('is not fetched after local changes', async () => {
    await started();
    engine.noteWork();
    expect(await askedFor()).toEqual([]);
  });

  test('is fetched by the retry after no answer, so that the end of the outage is noticed', async () => {
    await started();
    on.online = false;
    wake('visible');
    await on.pass(SECOND);
    on.online = true;
    expect(await askedFor(2 * SECOND)).toEqual([PROFILE]);
  });

  test('is not fetched by the retry after an answer', async () => {
    await started();
    await keep(1);
    await deleteRecord(context.store, idOf(1));
    on.script.set(ERASE, UNAVAILABLE);
    engine.noteWork();
    await on.pass(SECOND);
    on.script.delete(ERASE);
    const asked = await askedFor();
    expect(asked).toContain(ERASE);
    expect(asked).not.toContain(PROFILE);
    expect(engine.status().phase).toBe('idle');
  });

  test.each<readonly [string, readonly (() => void)[], readonly string[]]>([
    ['work', [() => engine.noteWork(), () => engine.noteWork()], [SYNC]],
    ['a look', [() => wake('visible')], [SYNC, PROFILE]],
    ['a refresh, then work', [() => wake('visible'), () => engine.noteWork()], [SYNC, PROFILE]],
    ['work, then a refresh', [() => engine.noteWork(), () => wake('visible')], [SYNC, PROFILE]],
  ])('is fetched after a round during which there was %s', async (_, reasons, names) => {
    await started();
    await keep(1);
    engine.noteWork();
    await on.pass(5);
    for (const reason of reasons) reason();
    const asked = await askedFor();
    expect(asked.filter((name) => name === SYNC || name === PROFILE)).toEqual(names);
  });
});

describe('a postponed record', () => {
  beforeEach(async () => {
    await stumble();
    await started();
    expect(context.putOff.size).toBe(1);
  });

  test('is not retried after local changes', async () => {
    await keep(2);
    engine.noteWork();
    await askedFor(500);
    expect(sent()).toEqual([idOf(2)]);
  });

  test.each([
    ["the user's return", () => wake('visible')],
    ['a manual sync', () => void engine.syncNow()],
    ['the next retry', () => undefined],
  ])('is retried by %s', async (_, begin) => {
    begin();
    await askedFor(2 * SECOND);
    expect(sent()).toContain(idOf(1));
  });

  test.each<readonly [string, readonly (() => void)[], boolean]>([
    ['work', [() => engine.noteWork(), () => engine.noteWork()], false],
    ['a refresh, then work', [() => wake('visible'), () => engine.noteWork()], true],
    ['work, then a refresh', [() => engine.noteWork(), () => wake('visible')], true],
  ])('is retried after a round during which there was %s: %s', async (_, reasons, isTried) => {
    await keep(2);
    engine.noteWork();
    await on.pass(5);
    for (const reason of reasons) reason();
    await askedFor(500);
    expect(sent().includes(idOf(1))).toBe(isTried);
  });
});

describe('a visit', () => {
  const visits = () => on.names().filter((name) => name === PRESENCE).length;

  test('is reported once', async () => {
    engine.start();
    await on.pass(SECOND);
    wake('visible');
    await on.pass(SECOND);
    engine.noteWork();
    await on.pass(SECOND);
    expect(visits()).toBe(1);
  });

  test('is reported by the first round that gets so far', async () => {
    on.script.set(PROFILE, UNAVAILABLE);
    engine.start();
    await on.pass(SECOND);
    expect(visits()).toBe(0);
    on.script.delete(PROFILE);
    await on.pass(20 * SECOND);
    wake('visible');
    await on.pass(SECOND);
    expect(visits()).toBe(1);
  });

  test('is reported once, also if a record is postponed', async () => {
    await stumble();
    engine.start();
    await on.pass(20 * SECOND);
    expect(visits()).toBe(1);
  });
});

test('stopped, the engine leaves no timer behind', async () => {
  await started();
  engine.stop();
  const before = on.time.steps();
  await on.pass(60 * 60 * SECOND);
  expect(on.time.steps()).toBe(before);
});
