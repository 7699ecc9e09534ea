/** One tab at a time sends. */
import { describe, expect, test } from 'vitest';
import { createMemoryDatabase, openMemoryStore } from '#data/store/memory.ts';
import { leaseLock, type SyncLock } from '#data/sync/lock.ts';
import { virtualTime } from '#tests/simulation/virtual-time.ts';

function tabs() {
  const time = virtualTime(1_000_000);
  const database = createMemoryDatabase();
  const offset = { ms: 0 };
  const clock = { now: () => time.now() + offset.ms, after: time.after };
  const lock = (holder: string): SyncLock => leaseLock(openMemoryStore(database), clock, holder);
  return { time, offset, database, a: lock('a'), b: lock('b') };
}

/** Work that takes so long, and tells when it is done. */
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
  test('lets the next in when the first is done', async () => {
    const { time, a, b } = tabs();
    const log: string[] = [];
    void a.run(work(time, log, 'a', 5_000));
    void b.run(work(time, log, 'b', 100));
    await time.runUntil(time.now() + 20_000);
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test('is given back after a failure', async () => {
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
    'of a tab that died runs out, with the clock off by %s',
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
