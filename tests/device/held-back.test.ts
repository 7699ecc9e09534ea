/** Records that the server accepts only on a later day, and the rest of the outbox beside them. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/points/days.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { beginLaunch, patchFacts, readFacts } from '#device/store/facts.ts';
import { acknowledgeRecords, acknowledgeRegistration, nextRecords, waitingOf } from '#device/store/outbox.ts';
import type { Store } from '#device/store/port.ts';
import { addRecord, deleteRecord } from '#device/store/records.ts';
import { idOf, rig, START, USER } from './sync-rig.ts';

const MINUTE = 60_000;
const ID = idOf(1);
const KEY = `4:record:${ID}` as const;

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: USER, indexedDB, keyRange: IDBKeyRange, channel: null });
});

const keep = (number = 1) =>
  addRecord(store, { id: idOf(number), calculationType: 'Staking', inputs: {} }, START);
const row = () => store.read(['records'], (reading) => reading.get('records', ID));
const entry = () => store.read(['outbox'], (reading) => reading.get('outbox', KEY));
const next = async (now: number) =>
  (await nextRecords(store, 10, 1_000_000, new Set(), now)).map(({ id }) => id);
const hold = (retryAt?: string) => {
  const result = { answer: 'too_many_today' as const, ...(retryAt === undefined ? {} : { retryAt }) };
  return acknowledgeRecords(store, { generation: null, now: START }, [{ id: ID, revision: 0, result }], null);
};

describe('a held back record', () => {
  test.each([
    ["until the server's time", new Date(START + 60 * MINUTE).toISOString(), 60 * MINUTE],
    ['ten minutes if it gives none', undefined, 10 * MINUTE],
    ['ten minutes if its time is past', new Date(START - DAY_MS).toISOString(), 10 * MINUTE],
    ['a day if its time is further off', new Date(START + 2 * DAY_MS).toISOString(), DAY_MS],
  ])('waits %s', async (_, retryAt, ms) => {
    await keep();
    await hold(retryAt);
    expect(await entry()).toEqual({ key: KEY, kind: 'record', id: ID, until: START + ms });
    expect(await row()).toMatchObject({ state: 'pending', waitsUntil: START + ms });
    expect(await next(START + ms - 1)).toEqual([]);
    expect(await next(START + ms)).toEqual([ID]);
  });

  test('is sent if the clock was since set back by more than a day', async () => {
    await keep();
    await hold(new Date(START + DAY_MS).toISOString());
    expect(await next(START)).toEqual([]);
    expect(await next(START - 1)).toEqual([ID]);
  });

  test('does not hold up the others', async () => {
    await keep(1);
    await keep(2);
    await hold();
    expect(await next(START)).toEqual([idOf(2)]);
  });

  test('is not put back once it left the outbox, and shows nothing if it counts', async () => {
    await keep();
    await store.write(['records', 'outbox'], async (writing) => {
      await writing.remove('outbox', [KEY]);
      const kept = await writing.get('records', ID);
      if (kept !== undefined) await writing.put('records', [{ ...kept, state: 'counted' }]);
    });
    await hold();
    expect(await entry()).toBeUndefined();
    expect(await row()).not.toHaveProperty('waitsUntil');
  });

  test('whose row is missing is left alone', async () => {
    await keep();
    await store.write(['records'], (writing) => writing.clear('records'));
    await hold();
    expect(await row()).toBeUndefined();
    expect(await next(START + DAY_MS)).toEqual([]);
  });

  test('no longer waits once it is refused or counted', async () => {
    for (const result of [{ answer: 'rejected' }, { answer: 'recorded' }] as const) {
      await keep();
      await hold();
      await acknowledgeRecords(
        store,
        { generation: null, now: START },
        [{ id: ID, revision: 0, result }],
        null,
      );
      expect(await row()).not.toHaveProperty('waitsUntil');
      expect(await entry()).toBeUndefined();
    }
  });
});

test('waiting records are counted apart from commands, erasures and settings', async () => {
  const waiting = () => store.read(['outbox'], waitingOf);
  expect(await waiting()).toEqual({ pending: 0, pendingRecords: 0 });
  await beginLaunch(store, 'launch=1');
  await keep(1);
  await keep(2);
  await keep(3);
  await deleteRecord(store, idOf(3));
  expect(await waiting()).toEqual({ pending: 5, pendingRecords: 3 });
});

test("a registration's deletion proof is stored, and stays if the next brings none", async () => {
  const register = (deletionProof?: string) =>
    acknowledgeRegistration(store, { generation: 0, now: START }, 'launch=1', {
      isNewUser: true,
      generation: 0,
      profile: rig().ledger.profile(),
      ...(deletionProof === undefined ? {} : { deletionProof }),
    });
  await patchFacts(store, { generation: 0 });
  await register();
  expect((await readFacts(store)).deletionProof).toBeNull();
  await register('1.proof');
  await register();
  expect((await readFacts(store)).deletionProof).toBe('1.proof');
});

test('an empty device knows nothing and has done nothing', async () => {
  expect(await readFacts(store)).toMatchObject({
    completedHere: false,
    isNewUser: null,
    languageChosen: false,
    mayWrite: false,
    persistAsked: false,
    restored: [],
    seenHeads: [],
  });
});
