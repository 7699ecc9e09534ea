/** The history on the device: queries, and the effect of deleting and undoing. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { HistoryQuery } from '#device/model.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import type { Store } from '#device/store/port.ts';
import { deleteRecord, historyOf, recordOf, restoreRecord, reviseRecord } from '#device/store/records.ts';
import type { RecordRow } from '#device/store/rows.ts';
import { recordRow } from './store-conformance.ts';

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: 7, indexedDB, keyRange: IDBKeyRange, channel: null });
});

const STAMP = { at: 5, offset: 0, device: 'a' };
const put = (...rows: RecordRow[]) => store.write(['records'], (writing) => writing.put('records', rows));
const found = async (query: HistoryQuery) =>
  (await store.read(['records'], (reading) => historyOf(reading, query))).map(({ id }) => id);
const record = (id: string) => store.read(['records'], (reading) => recordOf(reading, id));
const row = (id: string) => store.read(['records'], (reading) => reading.get('records', id));
const waiting = () =>
  store.read(['outbox'], async (reading) => (await reading.list('outbox', {})).map(({ key }) => key));

describe('the history', () => {
  beforeEach(() =>
    put(
      recordRow('a', { occurredAt: 1, inputs: { price: '64120', coin: 'BTC' } }),
      recordRow('b', { occurredAt: 3, calculationType: 'Staking', inputs: { list: [{ deep: 'Bitcoin' }] } }),
      recordRow('c', { occurredAt: 2, inputs: { auto: true, none: null, count: 7 } }),
      recordRow('d', { occurredAt: 4, inputs: null, deleted: 1 }),
      recordRow('e', { occurredAt: 5, inputs: null }),
    ),
  );

  test('is listed newest first, up to the limit, without deleted records', async () => {
    expect(await found({})).toEqual(['e', 'b', 'c', 'a']);
    expect(await found({ limit: 2 })).toEqual(['e', 'b']);
  });

  test('can be limited to one calculator', async () => {
    expect(await found({ calculationType: 'Staking' })).toEqual(['b']);
    expect(await found({ calculationType: 'RiskMoney', limit: 1 })).toEqual(['e']);
  });

  test.each([
    ['64120', ['a']],
    ['641', ['a']],
    ['btc', ['a']],
    ['BITCOIN', ['b']],
    ['  bit ', ['b']],
    ['TRUE', ['c']],
    ['7', ['c']],
    ['null', []],
    ['undefined', []],
    ['price', []],
    ['   ', ['e', 'b', 'c', 'a']],
  ])('finds %j at any depth and in any case', async (search, ids) => {
    expect(await found({ search })).toEqual(ids);
  });

  test('returns a record by its id, and none that was deleted or never existed', async () => {
    expect(await record('a')).toEqual({
      id: 'a',
      calculationType: 'RiskMoney',
      occurredAt: 1,
      inputs: { price: '64120', coin: 'BTC' },
      revision: 0,
      state: 'pending',
      awarded: null,
      reason: null,
      refusal: null,
      seq: null,
    });
    expect(await record('e')).toMatchObject({ inputs: {} });
    expect(await record('d')).toBeNull();
    expect(await record('z')).toBeNull();
  });
});

describe('a deletion', () => {
  test('of a waiting record still sends it without inputs, and then erases it', async () => {
    await put(recordRow('a'));
    await store.write(['outbox'], (writing) =>
      writing.put('outbox', [{ key: '4:record:a', kind: 'record', id: 'a' }]),
    );
    await deleteRecord(store, 'a');
    expect(await waiting()).toEqual(['4:record:a', '5:erase:a']);
  });

  test.each(['counted', 'not_counted'] as const)(
    'of a %s record stops sending its revision',
    async (state) => {
      await put(recordRow('a', { state }));
      await reviseRecord(store, 'a', { entryPrice: '2' });
      expect(await waiting()).toEqual(['4:record:a']);
      await deleteRecord(store, 'a');
      expect(await waiting()).toEqual(['5:erase:a']);
      expect(await row('a')).toMatchObject({ inputs: null, deleted: 1, revision: 1, state });
    },
  );

  test('of a missing record changes nothing, and neither does a revision', async () => {
    await deleteRecord(store, 'z');
    await reviseRecord(store, 'z', {});
    expect(await waiting()).toEqual([]);
    expect(await row('z')).toBeUndefined();
  });
});

describe('undoing a deletion', () => {
  const known = {
    id: 'a',
    calculationType: 'RiskMoney',
    occurredAt: 1_000,
    inputs: { entryPrice: '1' },
    revision: 4,
    state: 'counted',
    awarded: 1_000,
    reason: 'counted',
    refusal: null,
    seq: 3,
  } as const;

  test('of a record that is no longer here restores it in full, to be sent', async () => {
    await restoreRecord(store, known, STAMP);
    expect(await row('a')).toEqual({ ...known, revision: 5, deleted: 0 });
    expect(await waiting()).toEqual(['4:record:a']);
  });

  test("keeps the server's later answers and counts on from the later revision", async () => {
    await put(
      recordRow('a', { deleted: 1, inputs: null, revision: 6, state: 'not_counted', refusal: 'bad_time' }),
    );
    await restoreRecord(store, known, STAMP);
    expect(await row('a')).toMatchObject({
      inputs: { entryPrice: '1' },
      revision: 7,
      state: 'not_counted',
      refusal: 'bad_time',
      deleted: 0,
    });
  });

  test('of an existing record changes nothing', async () => {
    await put(recordRow('a', { inputs: { entryPrice: '9' } }));
    await restoreRecord(store, known, STAMP);
    expect(await row('a')).toEqual(recordRow('a', { inputs: { entryPrice: '9' } }));
    expect(await waiting()).toEqual([]);
  });
});
