/** Which records, erasures and commands are sent next, and how many at once. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_INPUTS_BYTES } from '#core/contract/primitives.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { beginLaunch, chooseLanguage, completeOnboarding } from '#device/store/facts.ts';
import { nextCommand, nextErasures, nextRecords } from '#device/store/outbox.ts';
import type { Store } from '#device/store/port.ts';
import { addRecord, deleteRecord, reviseRecord } from '#device/store/records.ts';
import { idOf, START, USER } from './sync-rig.ts';

const NONE: ReadonlySet<string> = new Set();
const PLENTY = 1_000_000;

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: USER, indexedDB, keyRange: IDBKeyRange, channel: null });
});

async function keep(count: number, inputs: Record<string, string> = { price: 'цена' }): Promise<void> {
  for (let number = 1; number <= count; number += 1) {
    await addRecord(store, { id: idOf(number), calculationType: 'Staking', inputs }, number);
  }
}

const batch = async (limit: number, bytes: number, skipped = NONE) =>
  (await nextRecords(store, limit, bytes, skipped, START)).map(({ id }) => id);

describe('a batch of records', () => {
  test('holds the oldest records up to the limit, not counting those left out', async () => {
    await keep(4);
    expect(await batch(3, PLENTY)).toEqual([1, 2, 3].map(idOf));
    expect(await batch(3, PLENTY, new Set([`4:record:${idOf(2)}`]))).toEqual([1, 3, 4].map(idOf));
    expect(await batch(5, PLENTY)).toEqual([1, 2, 3, 4].map(idOf));
  });

  test('holds as many bytes as fit, exactly', async () => {
    await keep(4);
    const all = await nextRecords(store, 4, PLENTY, NONE, START);
    const wires = all.map(({ wire }) => wire);
    for (const count of [2, 3, 4]) {
      // The brackets around the records are part of the body.
      const bytes = new TextEncoder().encode(JSON.stringify(wires.slice(0, count))).length - 2;
      expect(await batch(4, bytes), `${count}`).toHaveLength(count);
      expect(await batch(4, bytes - 1), `${count}`).toHaveLength(count - 1);
    }
  });

  test('holds at least one record, however small the limit', async () => {
    await keep(2);
    expect(await batch(4, 1)).toEqual([idOf(1)]);
  });

  test("reports each record's size in bytes of UTF-8", async () => {
    await keep(1, { text: 'я'.repeat(100) });
    const [record] = await nextRecords(store, 1, PLENTY, NONE, START);
    expect(record?.bytes).toBe(new TextEncoder().encode(JSON.stringify(record?.wire)).length);
  });

  test("leaves out inputs larger than the server's limit, even by one byte", async () => {
    const frame = JSON.stringify({ text: '' }).length;
    for (const [number, length] of [MAX_INPUTS_BYTES - frame, MAX_INPUTS_BYTES - frame + 1].entries()) {
      const inputs = { text: 'x'.repeat(length) };
      await addRecord(store, { id: idOf(number + 1), calculationType: 'Staking', inputs }, number);
    }
    const [fits, tooLarge] = await nextRecords(store, 2, PLENTY, NONE, START);
    expect(fits?.wire).toHaveProperty('inputs');
    expect(tooLarge?.wire).toEqual({
      id: idOf(2),
      calculationType: 'Staking',
      occurredAt: new Date(1).toISOString(),
      revision: 0,
    });
  });

  test('sends a record without inputs and revision after they were erased, so that it does not come back', async () => {
    await keep(1);
    await reviseRecord(store, idOf(1), { price: '7' });
    await deleteRecord(store, idOf(1));
    const [record] = await nextRecords(store, 1, PLENTY, NONE, START);
    expect(record?.wire).not.toHaveProperty('inputs');
    expect([record?.wire.revision, record?.revision]).toEqual([0, 1]);
  });
});

const erasureOf = (number: number) => ({ id: idOf(number), upTo: 0 });

test('erasures come up to the limit, without records or settings', async () => {
  await keep(3);
  await store.write(['outbox'], (writing) =>
    writing.remove(
      'outbox',
      [1, 2, 3].map((number) => `4:record:${idOf(number)}`),
    ),
  );
  await store.write(['outbox'], (writing) =>
    writing.put('outbox', [{ key: '1:register', kind: 'register' }]),
  );
  for (const number of [1, 2, 3]) await deleteRecord(store, idOf(number));
  expect(await nextErasures(store, 2, NONE)).toEqual([1, 2].map(erasureOf));
  expect(await nextErasures(store, 2, new Set([`5:erase:${idOf(1)}`]))).toEqual([2, 3].map(erasureOf));
});

test('the erasure of an unsent record waits for that record', async () => {
  await keep(2);
  for (const number of [1, 2]) await deleteRecord(store, idOf(number));
  await store.write(['outbox'], (writing) => writing.remove('outbox', [`4:record:${idOf(2)}`]));
  expect(await nextErasures(store, 2, NONE)).toEqual([erasureOf(2)]);
});

test('commands come in their order, without records and erasures', async () => {
  await keep(1);
  await deleteRecord(store, idOf(1));
  expect(await nextCommand(store, NONE)).toBeNull();
  await chooseLanguage(store, 'ru', 5);
  await completeOnboarding(store, 'launch=1');
  await beginLaunch(store, 'launch=1');
  const seen: string[] = [];
  const skipped = new Set<string>();
  for (
    let next = await nextCommand(store, skipped);
    next !== null;
    next = await nextCommand(store, skipped)
  ) {
    seen.push(next.key);
    skipped.add(next.key);
  }
  expect(seen).toEqual(['1:register', '2:onboarding', '3:language']);
});
