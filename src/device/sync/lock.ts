/**
 * Only one tab sends at a time. Two at once are harmless (the server knows every id) but wasteful, so a lock that its
 * holder does not release is taken over.
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
 * For browsers without the Web Locks API: a row in the store names the sending tab, and until when.
 * @param holder different in every tab.
 */
export function leaseLock(store: Store, clock: Clock, holder: string): SyncLock {
  /** Takes the lease for this tab if possible. A holder with another clock setting cannot prolong it. */
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
