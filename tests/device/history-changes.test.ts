/** Deletions and revisions of records reach the server once, and again when a restored server has lost them. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { RecordDeleted } from '#core/contract/records.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { readFacts } from '#device/store/facts.ts';
import { noteRestored } from '#device/store/ledger.ts';
import { acknowledgeErasure, nextErasures } from '#device/store/outbox.ts';
import type { Store } from '#device/store/port.ts';
import { asDeviceRecord, deleteRecord, restoreRecord, sendHistoryAgain } from '#device/store/records.ts';
import type { RecordRow } from '#device/store/rows.ts';
import { recordRow } from './store-conformance.ts';
import { type Call, idOf, keep, type Rig, rig, USER } from './sync-rig.ts';
import { settled } from './sync-seen.ts';

const NONE: ReadonlySet<string> = new Set();
const COUNTED = { state: 'counted', awarded: 1_000, reason: 'counted' } as const;
const STAMP = { at: 1, device: 'a', offset: 0 };

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: USER, indexedDB, keyRange: IDBKeyRange, channel: null });
});

const put = (...rows: RecordRow[]) => store.write(['records'], (writing) => writing.put('records', rows));
const entries = () => store.read(['outbox'], (reading) => reading.list('outbox', {}));
const next = () => nextErasures(store, 9, NONE);

describe('the answer to a deletion', () => {
  const answer = (upTo: number, answered: RecordDeleted) =>
    acknowledgeErasure(store, null, { id: 'a', upTo }, answered);

  beforeEach(async () => {
    await put(recordRow('a', { ...COUNTED, revision: 1 }));
    await deleteRecord(store, 'a');
  });

  test('ends it, and keeps its number', async () => {
    expect(await next()).toEqual([{ id: 'a', upTo: 1 }]);
    await answer(1, { deleted: 1, change: 7 });
    expect(await next()).toEqual([]);
    expect((await readFacts(store)).historyMark).toBe(7);
  });

  test('of a restored server keeps the number that this server never gave, until all is queued again', async () => {
    await answer(1, { deleted: 1, change: 7 });
    await put(recordRow('b', { ...COUNTED, deleted: 1 }));
    await acknowledgeErasure(store, null, { id: 'b', upTo: 0 }, { deleted: 1, change: 9, isKnown: false });
    expect((await readFacts(store)).historyMark).toBe(7);
    await sendHistoryAgain(store);
    expect((await readFacts(store)).historyMark).toBeNull();
  });

  test('that names a later revision has that one deleted too', async () => {
    await answer(1, { deleted: 0, change: 7, later: 4 });
    expect(await next()).toEqual([{ id: 'a', upTo: 4 }]);
    await answer(4, { deleted: 1, change: 8 });
    expect(await next()).toEqual([]);
  });

  test('that names a later revision ends it if it was sent again', async () => {
    await answer(1, { deleted: 1, change: 7 });
    await sendHistoryAgain(store);
    expect([await entries(), await next()]).toEqual([
      [{ key: '5:erase:a', kind: 'erase', id: 'a', again: 1 }],
      [{ id: 'a', upTo: 1 }],
    ]);
    await answer(1, { deleted: 0, change: 8, later: 4 });
    expect(await next()).toEqual([]);
  });

  test('ends no second deletion, made after the first was undone', async () => {
    const before = recordRow('a', { ...COUNTED, revision: 1 });
    await restoreRecord(store, asDeviceRecord(before), STAMP);
    await deleteRecord(store, 'a');
    await answer(1, { deleted: 1, change: 7 });
    expect(await next()).toEqual([{ id: 'a', upTo: 2 }]);
  });
});

describe('a loss', () => {
  const loss = { generation: null, commonSeq: 9, seenSeq: 9, records: [], diverged: true };

  test('has all deletions and revisions of the user sent again', async () => {
    await put(
      recordRow('deleted', { ...COUNTED, seq: 2, deleted: 1, inputs: null }),
      { ...recordRow('event', { ...COUNTED, seq: 3, deleted: 1, inputs: null }), eventOnly: 1 },
      recordRow('revised', { ...COUNTED, seq: 4, revision: 1 }),
      {
        ...recordRow('noted', { ...COUNTED, seq: 6, revision: 2 }),
        outcome: { note: { value: 'held', at: 1, device: 'a' } },
      },
      recordRow('same', { ...COUNTED, seq: 5 }),
    );
    await noteRestored(store, loss, 0);
    expect((await entries()).map(({ key }) => key)).toEqual([
      '4:record:noted',
      '4:record:revised',
      '5:erase:deleted',
      '7:edit:noted',
    ]);
  });

  test('of a revision brings its outcome back with it', async () => {
    const outcome = { note: { value: 'held', at: 1, device: 'a' } };
    await put({ ...recordRow('a', { ...COUNTED, revision: 1 }), outcome });
    await sendHistoryAgain(store);
    expect((await entries()).map(({ key }) => key)).toEqual(['4:record:a', '7:edit:a']);
  });

  test('leaves a deletion that the server has never answered as it is', async () => {
    await put(recordRow('a', { ...COUNTED, seq: 2 }));
    await deleteRecord(store, 'a');
    await noteRestored(store, loss, 0);
    expect(await entries()).toEqual([{ key: '5:erase:a', kind: 'erase', id: 'a' }]);
  });

  test('has more sent again than one write should hold', async () => {
    await put(
      ...Array.from({ length: 230 }, (_, index) => recordRow(idOf(index), { ...COUNTED, deleted: 1 })),
    );
    await sendHistoryAgain(store);
    expect(await entries()).toHaveLength(230);
  });
});

describe('a server that has lost the number of a change', () => {
  const DELETE = 'DELETE /api/records/{id}/{recordId}';
  const SYNC = 'POST /api/sync';
  const healthy = (r: Rig, change: number, isKnown: boolean) => (call: Call) => {
    const answered = r.ledger.answer(call);
    const body = { ...(answered?.body as object), change, isKnown };
    return { status: 200, body };
  };
  const erasures = (r: Rig) => r.calls.filter(({ name }) => name === DELETE).map(({ path }) => path);
  const revisions = (r: Rig) =>
    r.calls
      .filter(({ name }) => name === SYNC)
      .map(({ body }) => [body.known, body.records.map(({ revision }: { revision: number }) => revision)]);

  /** Two records; the first is deleted, the second revised. */
  async function changed(): Promise<Rig> {
    const r = rig();
    const device = await r.open();
    await settled(r);
    await keep(r, device, 2);
    await settled(r);
    r.script.set(DELETE, healthy(r, 5, true));
    r.script.set(SYNC, healthy(r, 6, true));
    await device.deleteRecord(idOf(1));
    await r.pass(60_000);
    await device.reviseRecord(idOf(2), { entryPrice: '7' });
    await r.pass(60_000);
    expect([erasures(r), revisions(r)]).toEqual([[`/api/records/42/${idOf(1)}?upTo=0&known=0`], [[5, [1]]]]);
    device.close();
    r.calls.length = 0;
    return r;
  }

  test('gets it again at the next start', async () => {
    const r = await changed();
    const known: unknown[] = [];
    r.script.set('POST /api/user/sessions', ({ body }) => {
      known.push(body.known);
      return { status: 200, body: { recorded: true, isKnown: false } };
    });
    await r.open('launch=2');
    await r.pass(60_000);
    expect([known, erasures(r), revisions(r)]).toEqual([
      [6],
      [`/api/records/42/${idOf(1)}?upTo=0&known=6`],
      [[0, [1]]],
    ]);
    expect(r.rows('outbox')).toEqual([]);
  });

  test('gets it again at a start that begins anew, because the server does not know the user', async () => {
    const r = await changed();
    const answers = [{ status: 404, body: { error: { code: 'unknown_user' } } }];
    r.script.set(SYNC, (call) => answers.pop() ?? healthy(r, 6, true)(call));
    r.script.set('POST /api/user/sessions', () => ({
      status: 200,
      body: { recorded: true, isKnown: false },
    }));
    const device = await r.open('launch=2');
    await device.record({ id: idOf(3), calculationType: 'Staking', inputs: {} });
    await r.pass(60_000);
    expect(erasures(r)).toHaveLength(1);
    expect(revisions(r)).toEqual([
      [6, [0]],
      [6, [0]],
      [0, [1]],
    ]);
  });

  test('gives its number to a phone that has none at the start, and a known one stays', async () => {
    const r = rig();
    r.script.set('POST /api/user/sessions', () => ({
      status: 200,
      body: { recorded: true, isKnown: true, change: 4 },
    }));
    const marks = () =>
      (r.database.tables.get('settings')?.get('facts') as { historyMark?: number })?.historyMark;
    (await r.open()).close();
    await r.pass(60_000);
    const first = marks();
    r.script.set('POST /api/user/sessions', () => ({
      status: 200,
      body: { recorded: true, isKnown: true, change: 5 },
    }));
    (await r.open('launch=2')).close();
    await r.pass(60_000);
    expect([first, marks()]).toEqual([4, 4]);
  });

  test('gets it again when it answers a record', async () => {
    const r = await changed();
    let answers = 0;
    r.script.set(SYNC, (call) => healthy(r, 9 + answers, answers++ > 0)(call));
    const device = await r.open('launch=2');
    await device.record({ id: idOf(3), calculationType: 'Staking', inputs: {} });
    await r.pass(60_000);
    expect([erasures(r), revisions(r)]).toEqual([
      [`/api/records/42/${idOf(1)}?upTo=0&known=10`],
      [
        [6, [0]],
        [0, [1]],
      ],
    ]);
  });

  test('gets it again when it answers a deletion', async () => {
    const r = await changed();
    let answers = 0;
    r.script.set(DELETE, (call) => healthy(r, 9 + answers, answers++ > 0)(call));
    const device = await r.open('launch=2');
    await device.deleteRecord(idOf(2));
    await r.pass(60_000);
    expect(erasures(r).map((path) => path.split('/').at(-1))).toEqual([
      `${idOf(2)}?upTo=1&known=6`,
      `${idOf(1)}?upTo=0&known=0`,
      `${idOf(2)}?upTo=1&known=10`,
    ]);
    expect(r.rows('outbox')).toEqual([]);
  });
});
