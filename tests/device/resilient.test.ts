/** The store as the device uses it, over connections that fail on purpose. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { createMemoryDatabase, type MemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import type { Store } from '#device/store/port.ts';
import { openResilientStore } from '#device/store/resilient.ts';
import { TABLE_NAMES, type TableName } from '#device/store/rows.ts';
import { type VirtualTime, virtualTime } from '#tests/simulation/virtual-time.ts';

type Connection = Store & { readonly isNewer: boolean };
/** How the next query of a connection ends; null for success. */
type Ending = (() => Promise<never>) | null;

const named = (name: string) => Object.assign(new Error(name), { name });
const lost = () => Promise.reject(named('UnknownError'));
const full = () => Promise.reject(named('QuotaExceededError'));
const hangs = () => new Promise<never>(() => {});

let time: VirtualTime;
let database: MemoryDatabase;
let endings: Ending[];
let opened: number;
let closed: number;
let logs: string[];
beforeEach(() => {
  time = virtualTime(0);
  database = createMemoryDatabase();
  endings = [];
  opened = 0;
  closed = 0;
  logs = [];
});

function connect(change: Partial<Connection> = {}): Connection {
  opened += 1;
  const store = openMemoryStore(database, 'kept');
  return {
    ...store,
    isNewer: false,
    write: (tables, work) => endings.shift()?.() ?? store.write(tables, work),
    close: () => {
      closed += 1;
      store.close();
    },
    ...change,
  };
}

const openStore = (open: (() => Promise<Connection>) | null = async () => connect()) =>
  openResilientStore({
    open,
    clock: { now: time.now, after: time.after },
    log: (message) => logs.push(message),
  });

const save = (store: Store, key: string) =>
  store.write(['drafts'], (writing) => writing.put('drafts', [{ key, value: 1 }]));
const keys = (store: Store) =>
  store.read(['drafts'], async (reading) => (await reading.list('drafts', {})).map(({ key }) => key));
const onDisk = () => [...(database.tables.get('drafts')?.keys() ?? [])];

/** Advances the time until the work is done. */
async function soon<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  for (let step = 0; step < 20 && !isDone; step += 1) await time.runUntil(time.now() + 10_000);
  return work;
}

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
  opened = 0;
  const store = await openStore(async () => connect({ isNewer: true }));
  await Promise.all([save(store, 'b'), save(store, 'c')]);
  expect(await keys(store)).toEqual(['a', 'b', 'c']);
  expect(onDisk()).toEqual(['a']);
  expect([opened, closed, store.durability(), logs]).toEqual([1, 1, 'read_only', []]);
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
