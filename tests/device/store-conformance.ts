/** Behaviour of every store, whatever holds its rows. */
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Listing, Store, Writing } from '#device/store/port.ts';
import { addRecord, deleteRecord, restoreRecord, reviseRecord } from '#device/store/records.ts';
import type { RecordRow, TableName } from '#device/store/rows.ts';

const STAMP = { at: 5, offset: 0, device: 'a' };

export interface Opened {
  readonly store: Store;
  /** Closes it and opens the same rows again. */
  reopen(): Promise<Store>;
}

export function recordRow(id: string, change: Partial<RecordRow> = {}): RecordRow {
  return {
    id,
    calculationType: 'RiskMoney',
    occurredAt: 1_000,
    inputs: { entryPrice: '1' },
    revision: 0,
    state: 'pending',
    awarded: null,
    reason: null,
    refusal: null,
    seq: null,
    deleted: 0,
    ...change,
  };
}

export function storeConformance(name: string, open: () => Promise<Opened>): void {
  describe(`a store ${name}`, () => {
    let store: Store;
    let reopen: Opened['reopen'];
    beforeEach(async () => {
      ({ store, reopen } = await open());
    });

    const put = (...rows: RecordRow[]) => store.write(['records'], (writing) => writing.put('records', rows));
    const list = (listing: Parameters<Parameters<Parameters<Store['read']>[1]>[0]['list']>[1]) =>
      store.read(['records'], async (reading) =>
        (await reading.list('records', listing as object)).map(({ id }) => id),
      );

    test('returns values by key, and nothing for other keys', async () => {
      await put(recordRow('a'), recordRow('b', { revision: 2 }));
      await put(recordRow('a', { revision: 1 }));
      await store.read(['records'], async (reading) => {
        expect(await reading.get('records', 'a')).toEqual(recordRow('a', { revision: 1 }));
        expect(await reading.get('records', 'z')).toBeUndefined();
        const many = await reading.getMany('records', ['z', 'b', 'a']);
        expect(many.map((row) => row?.revision)).toEqual([undefined, 2, 1]);
        expect(await reading.getMany('records', [])).toEqual([]);
        expect(await reading.count('records')).toBe(2);
      });
    });

    test('keeps any JSON value unchanged', async () => {
      const value = { text: 'Ада', list: [1, null, { deep: true }], number: 0.1 };
      await store.write(['drafts'], (writing) => writing.put('drafts', [{ key: 'k', value }]));
      const row = await store.read(['drafts'], (reading) => reading.get('drafts', 'k'));
      expect(row).toEqual({ key: 'k', value });
    });

    test('lists by key or by index, both ends included, in both directions, up to a limit', async () => {
      await put(
        recordRow('c', { occurredAt: 10 }),
        recordRow('a', { occurredAt: 30 }),
        recordRow('b', { occurredAt: 20 }),
        recordRow('d', { occurredAt: 20 }),
      );
      expect(await list({})).toEqual(['a', 'b', 'c', 'd']);
      expect(await list({ from: 'b', to: 'c' })).toEqual(['b', 'c']);
      expect(await list({ from: 'c' })).toEqual(['c', 'd']);
      expect(await list({ to: 'b', reverse: true })).toEqual(['b', 'a']);
      expect(await list({ index: 'occurredAt' })).toEqual(['c', 'b', 'd', 'a']);
      expect(await list({ index: 'occurredAt', reverse: true, limit: 2 })).toEqual(['a', 'd']);
      expect(await list({ index: 'occurredAt', from: 20 })).toEqual(['b', 'd', 'a']);
      expect(await list({ where: (row: unknown) => (row as RecordRow).id > 'b', limit: 1 })).toEqual(['c']);
    });

    test('lists only rows with the field of an index', async () => {
      await put(
        recordRow('a', { seq: 3 }),
        recordRow('b', { seq: null }),
        recordRow('c', { seq: 1, unconfirmed: 1 }),
      );
      expect(await list({ index: 'seq' })).toEqual(['c', 'a']);
      expect(await list({ index: 'seq', from: 2 })).toEqual(['a']);
      expect(await list({ index: 'unconfirmed' })).toEqual(['c']);
    });

    test('lists like a plain filter and sort for any query', async () => {
      const rows = fc.uniqueArray(
        fc.record({
          id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
          occurredAt: fc.nat(4),
          seq: fc.option(fc.nat(4)),
          revision: fc.nat(2),
        }),
        { selector: ({ id }) => id },
      );
      const bound = fc.option(fc.nat(4), { nil: undefined });
      const key = fc.option(fc.constantFrom('', 'b', 'd', 'z'), { nil: undefined });
      const asked = fc.oneof(
        fc.record({ from: key, to: key }),
        fc.record({ index: fc.constantFrom('occurredAt', 'seq'), from: bound, to: bound }),
      );
      const more = fc.record({
        reverse: fc.option(fc.boolean(), { nil: undefined }),
        limit: fc.option(fc.nat(4), { nil: undefined }),
        where: fc.option(
          fc.constant(({ revision }: RecordRow) => revision > 0),
          { nil: undefined },
        ),
      });
      await fc.assert(
        fc.asyncProperty(rows, asked, more, async (put, range, rest) => {
          const all = put.map(({ id, ...change }) => recordRow(id, change));
          await store.write(['records'], async (writing) => {
            await writing.clear('records');
            await writing.put('records', all);
          });
          const listing = Object.fromEntries(
            Object.entries({ ...range, ...rest }).filter(([, value]) => value !== undefined),
          ) as Listing<RecordRow>;
          // A range that ends before it starts has no order to check.
          fc.pre(!(range.from !== undefined && range.to !== undefined && range.from > range.to));
          expect(await list(listing as Parameters<typeof list>[0])).toEqual(plainly(all, listing));
        }),
        { numRuns: 40 },
      );
    });

    test('orders numbers as numbers, not as texts', async () => {
      const event = (seq: number) => ({
        userId: 7,
        seq,
        eventId: `e${seq}`,
        type: 'OnboardingCompleted.v1',
        rules: 1,
        at: 1,
        bucket: null,
        award: 0,
        data: '{}',
        hash: `${seq}`,
      });
      const seqs = () =>
        store.read(['events'], async (reading) => (await reading.list('events', {})).map(({ seq }) => seq));
      await store.write(['events'], (writing) => writing.put('events', [10, 9, 2, 100].map(event)));
      expect(await seqs()).toEqual([2, 9, 10, 100]);
      await store.write(['events'], (writing) => writing.removeFrom('events', 10));
      expect(await seqs()).toEqual([2, 9]);
      await store.write(['events'], (writing) => writing.put('events', []));
      expect(await seqs()).toEqual([2, 9]);
    });

    test('orders numbers before texts', async () => {
      await put(recordRow('1'), recordRow('a'));
      expect(await list({ from: 2 })).toEqual(['1', 'a']);
      expect(await list({ to: 2 })).toEqual([]);
      await store.write(['records'], (writing) => writing.removeFrom('records', 2));
      expect(await list({})).toEqual([]);
    });

    test('restores rows after a transaction that throws, in whatever order they changed', async () => {
      await put(recordRow('a', { revision: 1 }), recordRow('b', { revision: 1 }), recordRow('c'));
      const failing = store.write(['records'], async (writing) => {
        await writing.put('records', [recordRow('a', { revision: 2 })]);
        await writing.put('records', [recordRow('a', { revision: 3 })]);
        await writing.removeFrom('records', 'b');
        await writing.put('records', [recordRow('b', { revision: 4 })]);
        await writing.remove('records', ['a']);
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      const rows = await store.read(['records'], (reading) => reading.list('records', {}));
      expect(rows.map(({ id, revision }) => [id, revision])).toEqual([
        ['a', 1],
        ['b', 1],
        ['c', 0],
      ]);
    });

    test('announces removed rows like changed ones', async () => {
      await put(recordRow('a'), recordRow('b'), recordRow('c'));
      const told: TableName[][] = [];
      store.subscribe((changed) => told.push([...changed]));
      await store.write(['records', 'drafts'], (writing) => writing.remove('records', ['a']));
      await store.write(['records', 'drafts'], (writing) => writing.removeFrom('records', 'c'));
      await store.write(['records', 'drafts'], (writing) => writing.clear('records'));
      expect(told).toEqual([['records'], ['records'], ['records']]);
    });

    test('announces nothing after closing', async () => {
      const told: unknown[] = [];
      store.subscribe((changed) => told.push(changed));
      const next = await reopen();
      await next.write(['drafts'], (writing) => writing.put('drafts', [{ key: 'k', value: 1 }]));
      expect(told).toEqual([]);
    });

    test('removes rows by key, from a key on, or all', async () => {
      await put(recordRow('a'), recordRow('b'), recordRow('c'), recordRow('d'));
      await store.write(['records'], (writing) => writing.remove('records', ['b', 'never']));
      expect(await list({})).toEqual(['a', 'c', 'd']);
      await store.write(['records'], (writing) => writing.removeFrom('records', 'c'));
      expect(await list({})).toEqual(['a']);
      await store.write(['records'], (writing) => writing.clear('records'));
      expect(await list({})).toEqual([]);
    });

    test('lets a transaction read its own writes', async () => {
      await store.write(['records'], async (writing) => {
        await writing.put('records', [recordRow('a')]);
        expect((await writing.get('records', 'a'))?.id).toBe('a');
        expect(await writing.count('records')).toBe(1);
      });
    });

    test('leaves every table unchanged after a transaction that throws', async () => {
      await put(recordRow('a'), recordRow('b'));
      const failing = store.write(['records', 'drafts'], async (writing) => {
        await writing.put('records', [recordRow('a', { revision: 9 }), recordRow('c')]);
        await writing.remove('records', ['b']);
        await writing.put('drafts', [{ key: 'k', value: 1 }]);
        await writing.clear('drafts');
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect(await list({})).toEqual(['a', 'b']);
      await store.read(['records', 'drafts'], async (reading) => {
        expect((await reading.get('records', 'a'))?.revision).toBe(0);
        expect(await reading.count('drafts')).toBe(0);
      });
    });

    test('keeps a transaction open through functions that await one another', async () => {
      const deep = async (writing: Writing, depth: number): Promise<void> => {
        await writing.put('records', [recordRow(`deep${depth}`)]);
        if (depth > 0) await deep(writing, depth - 1);
        await writing.get('records', `deep${depth}`);
      };
      const failing = store.write(['records', 'settings'], async (writing) => {
        await deep(writing, 8);
        await writing.getMany('records', ['deep1', 'deep2']);
        await deep(writing, 8);
        throw new Error('on purpose');
      });
      await expect(failing).rejects.toThrow('on purpose');
      expect(await list({})).toEqual([]);
      await store.write(['records'], (writing) => deep(writing, 8));
      expect(await list({})).toHaveLength(9);
    });

    test('hides overlapping transactions from each other', async () => {
      await put(recordRow('a'));
      const grow = () =>
        store.write(['records'], async (writing) => {
          const row = await writing.get('records', 'a');
          await writing.get('records', 'other');
          await writing.put('records', [recordRow('a', { revision: (row?.revision ?? 0) + 1 })]);
        });
      await Promise.all(Array.from({ length: 20 }, grow));
      const row = await store.read(['records'], (reading) => reading.get('records', 'a'));
      expect(row?.revision).toBe(20);
    });

    test('announces changed tables after the commit, and nothing after a failure', async () => {
      const told: TableName[][] = [];
      const end = store.subscribe((changed) => told.push([...changed].sort()));
      await store.write(['records', 'outbox', 'drafts'], async (writing) => {
        await writing.put('records', [recordRow('a')]);
        await writing.put('outbox', [{ key: '1:register', kind: 'register' }]);
        expect(told).toEqual([]);
      });
      await store
        .write(['drafts'], async (writing) => {
          await writing.put('drafts', [{ key: 'k', value: 1 }]);
          throw new Error('on purpose');
        })
        .catch(() => undefined);
      await store.read(['records'], (reading) => reading.count('records'));
      expect(told).toEqual([['outbox', 'records']]);
      end();
      await put(recordRow('b'));
      expect(told).toHaveLength(1);
    });

    test('holds more rows than one write should', async () => {
      await put(...Array.from({ length: 1_500 }, (_, index) => recordRow(`id${index}`, { seq: index })));
      expect(await list({ index: 'seq', from: 1_497 })).toEqual(['id1497', 'id1498', 'id1499']);
    });

    test('keeps everything over a reopening', async () => {
      await put(recordRow('a', { seq: 4 }));
      store = await reopen();
      expect(await list({ index: 'seq' })).toEqual(['a']);
    });

    test('stores a record and its outbox entry together, and ignores a repeated id', async () => {
      const record = { id: 'r1', calculationType: 'Staking', inputs: { apr: '5' } } as const;
      const first = await addRecord(store, record, 5);
      const again = await addRecord(store, { ...record, inputs: { apr: '6' } }, 9);
      expect(again).toEqual(first);
      expect(first).toMatchObject({ occurredAt: 5, revision: 0, state: 'pending' });
      store = await reopen();
      await store.read(['records', 'outbox'], async (reading) => {
        expect((await reading.get('records', 'r1'))?.inputs).toEqual({ apr: '5' });
        expect(await reading.list('outbox', {})).toEqual([{ key: '4:record:r1', kind: 'record', id: 'r1' }]);
      });
    });

    test('handles a revision, a deletion and its undoing', async () => {
      const record = await addRecord(
        store,
        { id: 'r1', calculationType: 'Staking', inputs: { apr: '5' } },
        5,
      );
      await reviseRecord(store, 'r1', { apr: '5' });
      await reviseRecord(store, 'r1', { apr: '7' });
      const read = () => store.read(['records'], (reading) => reading.get('records', 'r1'));
      expect(await read()).toMatchObject({ inputs: { apr: '7' }, revision: 1, deleted: 0 });
      await deleteRecord(store, 'r1');
      await deleteRecord(store, 'r1');
      expect(await read()).toMatchObject({ inputs: null, deleted: 1 });
      const keys = () =>
        store.read(['outbox'], async (r) => (await r.list('outbox', {})).map(({ key }) => key));
      expect(await keys()).toEqual(['4:record:r1', '5:erase:r1']);
      await reviseRecord(store, 'r1', { apr: '8' });
      expect(await read()).toMatchObject({ inputs: null, deleted: 1 });
      await restoreRecord(store, record, STAMP);
      expect(await read()).toMatchObject({ inputs: { apr: '5' }, revision: 2, deleted: 0 });
      expect(await keys()).toEqual(['4:record:r1']);
    });
  });
}

/** The expected ids of a listing, by filtering and sorting only. */
function plainly(
  rows: readonly RecordRow[],
  { index = 'id', from, to, reverse, where, limit }: Listing<RecordRow>,
): string[] {
  const at = (row: RecordRow) => row[index as 'id' | 'occurredAt' | 'seq'];
  const order = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);
  const found = rows
    .filter((row) => at(row) !== null)
    .filter((row) => from === undefined || (at(row) ?? 0) >= from)
    .filter((row) => to === undefined || (at(row) ?? 0) <= to)
    .filter((row) => where === undefined || where(row))
    .sort((a, b) => order(at(a) ?? 0, at(b) ?? 0) || order(a.id, b.id));
  if (reverse === true) found.reverse();
  return found.slice(0, limit).map(({ id }) => id);
}
