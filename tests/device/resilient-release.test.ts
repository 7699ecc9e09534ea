/** The store as the device uses it, while its connection is released, opens too late or closes. */
import { describe, expect, test, vi } from 'vitest';
import type { Store } from '#device/store/port.ts';
import { TABLE_NAMES, type TableName } from '#device/store/rows.ts';
import {
  type Connection,
  closed,
  connect,
  endings,
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

describe('releasing the database', () => {
  /** A connection that opens when the test allows it. */
  function gate() {
    let open = (_connection: Connection) => {};
    const opening = new Promise<Connection>((resolve) => {
      open = resolve;
    });
    return { opening, open };
  }

  test('that newer code then takes over announces all tables, once', async () => {
    const openings = [() => connect(), () => connect({ isNewer: true })];
    const store = await openStore(async () => (openings.shift() ?? connect)());
    const told: TableName[][] = [];
    store.subscribe((changed) => told.push([...changed]));
    store.release();
    await save(connect(), 'a');
    store.reopen();
    expect(await keys(store)).toEqual(['a']);
    store.reopen();
    await time.runUntil(0);
    expect(told).toEqual([[...TABLE_NAMES]]);
    expect(store.durability()).toBe('read_only');
  });

  test.each(['SecurityError', 'UnknownError'])(
    'that then ends with %s announces all tables',
    async (name) => {
      let isGone = false;
      const store = await openStore(async () => {
        if (isGone) throw named(name);
        return connect();
      });
      const told: TableName[][] = [];
      store.subscribe((changed) => told.push([...changed]));
      store.release();
      isGone = true;
      store.reopen();
      expect(await keys(store)).toEqual([]);
      expect(told).toEqual([[...TABLE_NAMES]]);
      expect(store.durability()).toBe('memory');
    },
  );

  test('while a database of newer code opens leaves the copy in memory open', async () => {
    const { opening, open } = gate();
    const openings = [Promise.resolve(connect()), opening];
    const store = await openStore(() => openings.shift() ?? Promise.reject(named('UnknownError')));
    await save(connect(), 'a');
    const told: TableName[][] = [];
    store.subscribe((changed) => told.push([...changed]));
    store.release();
    const reading = keys(store);
    store.release();
    open(connect({ isNewer: true }));
    expect(await reading).toEqual(['a']);
    expect(told).toEqual([[...TABLE_NAMES]]);
    await save(store, 'b');
    expect(told).toEqual([[...TABLE_NAMES], ['drafts']]);
    expect(await keys(store)).toEqual(['a', 'b']);
  });

  test('before the disk turns out to be full copies over a new connection', async () => {
    const reading = async () => {
      const connection = connect();
      let isClosed = false;
      return {
        ...connection,
        read: ((tables, work) =>
          isClosed
            ? Promise.reject(named('DatabaseClosedError'))
            : connection.read(tables, work)) as Store['read'],
        close: () => {
          isClosed = true;
          connection.close();
        },
      };
    };
    const store = await openStore(reading);
    await save(store, 'a');
    endings.push(async () => {
      store.release();
      await Promise.resolve();
      throw named('QuotaExceededError');
    });
    await save(store, 'b');
    expect(await keys(store)).toEqual(['a', 'b']);
    expect([opened, closed, store.durability()]).toEqual([2, 2, 'memory']);
  });

  test('while it opens, and opening another first, subscribes to that one alone', async () => {
    const { opening, open } = gate();
    const openings = [Promise.resolve(connect()), opening];
    const store = await openStore(() => openings.shift() ?? Promise.resolve(connect()));
    store.release();
    const reading = keys(store);
    store.release();
    await keys(store);
    const subscribe = vi.fn(() => () => {});
    open(connect({ subscribe }));
    await reading;
    expect(subscribe).not.toHaveBeenCalled();
    expect([opened, closed]).toEqual([3, 2]);
  });
});

test.each([false, true])(
  'a connection that opens after the copy was made is closed (newer: %s)',
  async (isNewer) => {
    let openNow = (_connection: Connection) => {};
    const opening = new Promise<Connection>((resolve) => {
      openNow = resolve;
    });
    const openings = [Promise.resolve(connect()), opening];
    const store = await openStore(() => openings.shift() ?? Promise.resolve(connect({ isNewer: true })));
    store.release();
    const reading = keys(store);
    store.release();
    expect(await keys(store)).toEqual([]);
    openNow(connect({ isNewer }));
    expect(await reading).toEqual([]);
    expect([opened, closed, store.durability()]).toEqual([3, 3, 'read_only']);
  },
);

describe('a connection that opens too late', () => {
  test('is closed at once, without a query or a subscription', async () => {
    let openLate = (_connection: Connection) => {};
    const late = new Promise<Connection>((resolve) => {
      openLate = resolve;
    });
    const openings = [late];
    const store = await soon(openStore(() => openings.shift() ?? Promise.resolve(connect())));
    expect([opened, closed, store.durability()]).toEqual([1, 0, 'kept']);
    const subscribe = vi.fn(() => () => {});
    openLate(connect({ subscribe }));
    await time.runUntil(time.now());
    expect(subscribe).not.toHaveBeenCalled();
    expect([opened, closed]).toEqual([2, 1]);
    await save(store, 'a');
    expect(onDisk()).toEqual(['a']);
  });

  test('may then fail without effect', async () => {
    let failLate = (_cause: Error) => {};
    const late = new Promise<Connection>((_resolve, reject) => {
      failLate = reject;
    });
    const openings = [late];
    const store = await soon(openStore(() => openings.shift() ?? Promise.resolve(connect())));
    const before = [...logs];
    failLate(named('UnknownError'));
    await time.runUntil(time.now());
    await save(store, 'a');
    expect([onDisk(), logs]).toEqual([['a'], before]);
  });
});

describe('closing', () => {
  test('in memory announces no writes that are still under way', async () => {
    const store = await openStore(null);
    const told: unknown[] = [];
    store.subscribe((changed) => told.push(changed));
    store.close();
    await save(store, 'a');
    expect(told).toEqual([]);
  });

  test('closes the connection, and nothing is opened or announced after it', async () => {
    const store = await openStore();
    const told: unknown[] = [];
    store.subscribe((changed) => told.push(changed));
    store.close();
    await time.runUntil(0);
    expect(closed).toBe(1);
    endings.push(lost);
    await expect(save(store, 'a')).rejects.toThrow('UnknownError');
    expect(opened).toBe(1);
    await save(connect(), 'b');
    expect(told).toEqual([]);
  });

  test('that fails is logged', async () => {
    const close = () => {
      throw new Error('closed already');
    };
    const store = await openStore(async () => connect({ close }));
    store.close();
    await time.runUntil(0);
    expect(logs).toHaveLength(1);
  });
});
