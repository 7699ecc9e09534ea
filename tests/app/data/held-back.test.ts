/** Records that the server takes on a later day only, and what else waits beside them. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/points/days.ts';
import { openDexieStore } from '#data/store/dexie.ts';
import { beginLaunch, patchFacts, readFacts } from '#data/store/facts.ts';
import { acknowledgeRecords, acknowledgeRegistration, nextRecords, waitingOf } from '#data/store/outbox.ts';
import type { Store } from '#data/store/port.ts';
import { addRecord, deleteRecord } from '#data/store/records.ts';
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

describe('a record that is held back', () => {
  test.each([
    ['until the server’s time', new Date(START + 60 * MINUTE).toISOString(), 60 * MINUTE],
    ['ten minutes where it gives none', undefined, 10 * MINUTE],
    ['ten minutes where its time is past', new Date(START - DAY_MS).toISOString(), 10 * MINUTE],
    ['a day where its time is further off', new Date(START + 2 * DAY_MS).toISOString(), DAY_MS],
  ])('waits %s', async (_, retryAt, ms) => {
    await keep();
    await hold(retryAt);
    expect(await entry()).toEqual({ key: KEY, kind: 'record', id: ID, until: START + ms });
    expect(await row()).toMatchObject({ state: 'pending', waitsUntil: START + ms });
    expect(await next(START + ms - 1)).toEqual([]);
    expect(await next(START + ms)).toEqual([ID]);
  });

  test('is sent where the clock was set back since by more than a day', async () => {
    await keep();
    await hold(new Date(START + DAY_MS).toISOString());
    expect(await next(START)).toEqual([]);
    expect(await next(START - 1)).toEqual([ID]);
  });

  test('leaves the others to be sent', async () => {
    await keep(1);
    await keep(2);
    await hold();
    expect(await next(START)).toEqual([idOf(2)]);
  });

  test('is not put back where it has left the outbox, and says nothing where it counts already', async () => {
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

  test('whose row is gone is left alone', async () => {
    await keep();
    await store.write(['records'], (writing) => writing.clear('records'));
    await hold();
    expect(await row()).toBeUndefined();
    expect(await next(START + DAY_MS)).toEqual([]);
  });

  test('waits for nothing more once it is refused or counted', async () => {
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

test('records that wait are counted apart from commands, erasures and settings', async () => {
  const waiting = () => store.read(['outbox'], waitingOf);
  expect(await waiting()).toEqual({ pending: 0, pendingRecords: 0 });
  await beginLaunch(store, 'launch=1');
  await keep(1);
  await keep(2);
  await keep(3);
  await deleteRecord(store, idOf(3));
  expect(await waiting()).toEqual({ pending: 5, pendingRecords: 3 });
});

test('the proof of a deletion that a registration brings is kept, and stays where the next brings none', async () => {
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

test('a device that has kept nothing knows, and has done, nothing', async () => {
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
