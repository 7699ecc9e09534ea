/** The store as the device uses it, over connections that fail. */
import { describe, expect, test } from 'vitest';
import type { TableName } from '#device/store/rows.ts';
import {
  closed,
  connect,
  endings,
  full,
  hangs,
  keys,
  logs,
  lost,
  named,
  onDisk,
  opened,
  openStore,
  save,
  soon,
  time,
} from './resilient-rig.ts';

test('works over one connection, however many queries come at once', async () => {
  const store = await openStore();
  await Promise.all([save(store, 'a'), save(store, 'b'), keys(store)]);
  expect(onDisk()).toEqual(['a', 'b']);
  expect([opened, closed, store.durability(), logs]).toEqual([1, 0, 'kept', []]);
});

test('a defect reaches its caller and changes no connection', async () => {
  const store = await openStore();
  endings.push(() => Promise.reject(named('ConstraintError')));
  await expect(save(store, 'a')).rejects.toThrow('ConstraintError');
  expect([opened, closed, store.durability(), logs]).toEqual([1, 0, 'kept', []]);
});

describe('a lost connection', () => {
  test('is closed, and the third try may succeed', async () => {
    const store = await openStore();
    endings.push(lost, lost);
    await save(store, 'a');
    expect(onDisk()).toEqual(['a']);
    expect([opened, closed, store.durability()]).toEqual([3, 2, 'kept']);
    expect(logs).toHaveLength(2);
  });

  test('three times in a row ends in memory with all that can still be read', async () => {
    const store = await openStore();
    await save(store, 'a');
    endings.push(lost, lost, lost);
    await save(store, 'b');
    expect(await keys(store)).toEqual(['a', 'b']);
    expect(onDisk()).toEqual(['a']);
    // The fourth was opened for reading.
    expect([opened, closed, store.durability()]).toEqual([4, 4, 'memory']);
    await save(store, 'c');
    expect(onDisk()).toEqual(['a']);
  });

  test('that cannot be opened again ends in an empty memory', async () => {
    let isGone = false;
    const store = await openStore(async () => {
      if (isGone) throw named('UnknownError');
      return connect();
    });
    await save(store, 'a');
    isGone = true;
    endings.push(lost);
    await save(store, 'b');
    expect(await keys(store)).toEqual(['b']);
    expect(store.durability()).toBe('memory');
  });

  test('no longer notifies listeners, and the new one does', async () => {
    const store = await openStore();
    const told: TableName[][] = [];
    const end = store.subscribe((changed) => told.push([...changed]));
    endings.push(lost);
    await save(store, 'a');
    expect(told).toEqual([['drafts']]);
    end();
    await save(store, 'b');
    expect(told).toHaveLength(1);
  });
});

describe('a full disk', () => {
  test('ends in memory at once, which reports it and announces its own changes', async () => {
    const store = await openStore();
    await save(store, 'a');
    const told: TableName[][] = [];
    store.subscribe((changed) => told.push([...changed]));
    endings.push(full);
    await save(store, 'b');
    expect(told).toEqual([[], ['drafts']]);
    expect(await keys(store)).toEqual(['a', 'b']);
    expect([opened, closed, store.durability()]).toEqual([1, 1, 'memory']);
    expect(logs.length).toBeGreaterThan(0);
  });

  test('that cannot be read either leaves an empty memory that works', async () => {
    const read = () => Promise.reject(named('UnknownError'));
    let isFull = false;
    const store = await openStore(async () => {
      const connection = connect();
      const { read: readWell } = connection;
      return { ...connection, read: (tables, work) => (isFull ? read() : readWell(tables, work)) };
    });
    await save(store, 'a');
    isFull = true;
    endings.push(full);
    await save(store, 'b');
    expect(await keys(store)).toEqual(['b']);
    // No room, nothing will be kept, and the stored rows cannot be read.
    expect(logs).toHaveLength(3);
  });

  test('stops a query in memory from repeating endlessly when it fails', async () => {
    const store = await openStore();
    endings.push(full);
    const failing = store.write(['drafts'], () => lost());
    await expect(failing).rejects.toThrow('UnknownError');
    expect(opened).toBe(1);
  });
});

describe('a connection that does not answer', () => {
  test('counts as lost after ten seconds', async () => {
    const store = await openStore();
    endings.push(hangs);
    const saving = save(store, 'a');
    await time.runUntil(9_999);
    expect(opened).toBe(1);
    await time.runUntil(10_000);
    await saving;
    expect([opened, onDisk()]).toEqual([2, ['a']]);
  });

  test('while opening has the same limit', async () => {
    let tries = 0;
    const store = await soon(
      openStore(() => {
        tries += 1;
        return hangs();
      }),
    );
    expect(store.durability()).toBe('memory');
    expect(tries).toBe(4);
    await save(store, 'a');
    expect(await keys(store)).toEqual(['a']);
  });

  test('leaves no timer behind once it answers', async () => {
    const store = await openStore();
    await save(store, 'a');
    const before = time.steps();
    await time.runUntil(60_000);
    expect(time.steps()).toBe(before);
  });
});

test('a database of newer code is copied once, and only the copy changes', async () => {
  await save(connect(), 'a');
  const before = opened;
  const store = await openStore(async () => connect({ isNewer: true }));
  await Promise.all([save(store, 'b'), save(store, 'c')]);
  expect(await keys(store)).toEqual(['a', 'b', 'c']);
  expect(onDisk()).toEqual(['a']);
  expect([opened - before, closed, store.durability(), logs]).toEqual([1, 1, 'read_only', []]);
});

test('without a database everything is in memory, with one log line', async () => {
  const store = await openStore(null);
  await save(store, 'a');
  expect(await keys(store)).toEqual(['a']);
  expect(store.durability()).toBe('memory');
  expect(logs).toHaveLength(1);
});

test('a browser that forbids it is asked once', async () => {
  let tries = 0;
  const store = await openStore(() => {
    tries += 1;
    return Promise.reject(named('SecurityError'));
  });
  await save(store, 'a');
  expect([tries, await keys(store)]).toEqual([1, ['a']]);
});

test.each([
  ['full', 'QuotaExceededError'],
  ['absent', 'SecurityError'],
  ['lost', 'UnknownError'],
])('the log says why nothing will be kept: %s', async (why, name) => {
  const store = await openStore();
  const fail = () => Promise.reject(named(name));
  endings.push(fail, fail, fail);
  await save(store, 'a');
  expect(logs.at(-1)).toContain(`storage is ${why}`);
});
