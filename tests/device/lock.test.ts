/** One tab at a time sends. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { describe, expect, test } from 'vitest';
import { openDexieStore } from '#device/store/dexie.ts';
import { createMemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import { leaseLock, type SyncLock } from '#device/sync/lock.ts';
import { systemClock } from '#platform/clock.ts';
import { virtualTime } from '#tests/simulation/virtual-time.ts';

function tabs() {
  const time = virtualTime(1_000_000);
  const database = createMemoryDatabase();
  const offset = { ms: 0 };
  const clock = { now: () => time.now() + offset.ms, after: time.after };
  const lock = (holder: string): SyncLock => leaseLock(openMemoryStore(database), clock, holder);
  return { time, offset, database, a: lock('a'), b: lock('b') };
}

/** Work of this duration that logs its end. */
function work(time: ReturnType<typeof virtualTime>, log: string[], name: string, ms: number) {
  return () => {
    log.push(`${name} begins`);
    return new Promise<void>((resolve) =>
      time.after(ms, () => {
        log.push(`${name} ends`);
        resolve();
      }),
    );
  };
}

describe('a lease in the store', () => {
  test('admits the next holder when the first is done', async () => {
    const { time, a, b } = tabs();
    const log: string[] = [];
    void a.run(work(time, log, 'a', 5_000));
    void b.run(work(time, log, 'b', 100));
    await time.runUntil(time.now() + 20_000);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('is released after a failure', async () => {
    const { time, a, b, database } = tabs();
    const log: string[] = [];
    const failing = expect(a.run(() => Promise.reject(new Error('on purpose')))).rejects.toThrow(
      'on purpose',
    );
    await time.runUntil(time.now() + 10);
    await failing;
    expect(database.tables.get('settings')?.size).toBe(0);
    void b.run(work(time, log, 'b', 100));
    await time.runUntil(time.now() + 200);
    expect(log).toEqual(['b begins', 'b ends']);
  });

  test.each([0, -3_600_000, 3_600_000])(
    'of a tab that died expires, with the clock off by %s',
    async (ms) => {
      const { time, a, b, offset } = tabs();
      const log: string[] = [];
      void a.run(() => new Promise(() => {}));
      await time.runUntil(time.now() + 10);
      offset.ms = ms;
      void b.run(work(time, log, 'b', 100));
      await time.runUntil(time.now() + 62_000);
      expect(log).toEqual(['b begins', 'b ends']);
    },
  );
});

describe('a lease of another tab', () => {
  const LEASE = 60_000;
  /** When `b` starts, in seconds from now, if the store holds this lease. */
  async function beginsAfter(lease: { holder: string; until: number }): Promise<number | null> {
    const { time, database, b } = tabs();
    database.tables.get('settings')?.set('lease', { key: 'lease', ...lease });
    const started = time.now();
    const begun: number[] = [];
    void b.run(async () => begun.push((time.now() - started) / 1_000));
    await time.runUntil(started + 70_000);
    return begun[0] ?? null;
  }
  const NOW = 1_000_000;

  test('is respected until its last millisecond', async () => {
    expect(await beginsAfter({ holder: 'a', until: NOW + 3_000 })).toBe(3);
    expect(await beginsAfter({ holder: 'a', until: NOW + 1 })).toBe(1);
    expect(await beginsAfter({ holder: 'a', until: NOW })).toBe(0);
  });

  test('that is longer than possible was written under another clock and is ignored', async () => {
    expect(await beginsAfter({ holder: 'a', until: NOW + LEASE })).toBe(60);
    expect(await beginsAfter({ holder: 'a', until: NOW + LEASE + 1 })).toBe(0);
  });

  test("is no obstacle if it is this tab's own", async () => {
    expect(await beginsAfter({ holder: 'b', until: NOW + LEASE })).toBe(0);
  });

  test('that is renewed repeatedly is overridden after a minute, since two senders are only wasteful', async () => {
    const { time, database, b } = tabs();
    const started = time.now();
    const renew = () => {
      database.tables.get('settings')?.set('lease', { key: 'lease', holder: 'a', until: time.now() + LEASE });
      time.after(500, renew);
    };
    renew();
    const begun: number[] = [];
    void b.run(async () => begun.push((time.now() - started) / 1_000));
    await time.runUntil(started + 59_999);
    expect(begun).toEqual([]);
    await time.runUntil(started + 61_000);
    expect(begun).toEqual([60]);
    // `b` does not release what `a` holds.
    expect(database.tables.get('settings')?.get('lease')).toMatchObject({ holder: 'a' });
  });
});

test('a lease in IndexedDB exists while its holder works, and not afterwards', async () => {
  const indexedDB = new IDBFactory();
  const store = await openDexieStore({ userId: 7, indexedDB, keyRange: IDBKeyRange, channel: null });
  const lease = () => store.read(['settings'], (reading) => reading.get('settings', 'lease'));
  const during = await leaseLock(store, systemClock, 'a').run(lease);
  expect(during).toMatchObject({ key: 'lease', holder: 'a' });
  expect(await lease()).toBeUndefined();
});
