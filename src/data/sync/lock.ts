/**
 * One tab at a time sends. That two sometimes do is harmless (the server knows every id), only wasteful: so a lock that its
 * holder does not give back is taken away.
 */
import type { Clock } from '#platform/clock.ts';
import type { TabLocks } from '#platform/storage.ts';
import type { Store } from '../store/port.ts';

export interface SyncLock {
  run<T>(work: () => Promise<T>): Promise<T>;
}

const PATIENCE_MS = 60_000;

export function tabLock(locks: TabLocks, userId: number): SyncLock {
  return { run: (work) => locks.run(`irich-sync-${userId}`, PATIENCE_MS, work) };
}

const LEASE_MS = 60_000;
const POLL_MS = 1_000;

/**
 * Where the browser has no locks: a row in the store says who sends, and until when.
 * @param holder different in every tab.
 */
export function leaseLock(store: Store, clock: Clock, holder: string): SyncLock {
  /** Whether the lease is this tab's now. Another clock setting than the holder's cannot make it last longer. */
  function take(): Promise<boolean> {
    return store.write(['settings'], async (writing) => {
      const now = clock.now();
      const lease = await writing.get('settings', 'lease');
      const isFree =
        lease?.key !== 'lease' ||
        lease.holder === holder ||
        lease.until <= now ||
        lease.until > now + LEASE_MS;
      if (isFree) await writing.put('settings', [{ key: 'lease', holder, until: now + LEASE_MS }]);
      return isFree;
    });
  }

  function giveBack(): Promise<void> {
    return store.write(['settings'], async (writing) => {
      const lease = await writing.get('settings', 'lease');
      if (lease?.key === 'lease' && lease.holder === holder) await writing.remove('settings', ['lease']);
    });
  }

  return {
    async run(work) {
      for (let waited = 0; waited < PATIENCE_MS && !(await take()); waited += POLL_MS) {
        await new Promise<void>((resolve) => clock.after(POLL_MS, resolve));
      }
      try {
        return await work();
      } finally {
        await giveBack();
      }
    },
  };
}
