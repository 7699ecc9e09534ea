/** The store in memory: several over one database, and copies of it. */
import { expect, test } from 'vitest';
import { copyStore, createMemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import type { Store } from '#device/store/port.ts';
import { TABLE_NAMES, type TableName } from '#device/store/rows.ts';
import { recordRow } from './store-conformance.ts';

const STEP = 100;

async function everything(store: Store): Promise<unknown[]> {
  return store.read(TABLE_NAMES, (reading) =>
    Promise.all(TABLE_NAMES.map((table) => reading.list(table, {}))),
  );
}

test('reports that it is not durable, unless told otherwise', () => {
  expect(openMemoryStore().durability()).toBe('memory');
  expect(openMemoryStore(createMemoryDatabase(), 'kept').durability()).toBe('kept');
});

test('a change is announced to every open store over the database, and a write without a change to none', async () => {
  const database = createMemoryDatabase();
  const [one, other] = [openMemoryStore(database), openMemoryStore(database)];
  const told: string[] = [];
  one.subscribe(() => told.push('one'));
  other.subscribe(() => told.push('other'));
  await one.write(['drafts'], (writing) => writing.remove('drafts', ['never']));
  expect(told).toEqual([]);
  await one.write(['drafts'], (writing) => writing.put('drafts', [{ key: 'k', value: 1 }]));
  expect(told).toEqual(['one', 'other']);
  one.close();
  await other.write(['drafts'], (writing) => writing.remove('drafts', ['k']));
  expect(told).toEqual(['one', 'other', 'other']);
});

test.each([
  [0, []],
  [1, [1]],
  [STEP, [STEP]],
  [2 * STEP + 1, [STEP, STEP, 1]],
])('a copy of %i records takes writes of %o, each to one table', async (count, writes) => {
  const [from, to] = [openMemoryStore(), openMemoryStore()];
  await from.write(['records', 'drafts'], async (writing) => {
    await writing.put(
      'records',
      Array.from({ length: count }, (_, index) => recordRow(`r${index}`)),
    );
    await writing.put('drafts', [{ key: 'k', value: 1 }]);
  });
  const seen: [tables: readonly TableName[], rows: number][] = [];
  const watched: Store = {
    ...to,
    write: (tables, work) =>
      to.write(tables, (writing) =>
        work({
          ...writing,
          put: (table, rows) => {
            seen.push([tables, rows.length]);
            return writing.put(table, rows);
          },
        }),
      ),
  };
  await copyStore(from, watched, STEP);
  expect(seen).toEqual([...writes.map((rows) => [['records'], rows]), [['drafts'], 1]]);
  expect(await everything(to)).toEqual(await everything(from));
});
