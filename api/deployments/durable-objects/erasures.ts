/** Tells the sender's object that this user has deleted their data, until it has heard. */
import type { SenderPeer } from '#api/notifications/sender/messages.ts';
import type { Duty } from '#api/runtime/scheduler.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';

export interface TellErasureDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly userId: number;
  readonly sender: Pick<SenderPeer, 'forget'>;
  readonly onFault: (message: string, cause: unknown) => void;
}

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 10 * 60_000;

/** Tries again after 5 s, 10 s, 20 s, … at most 10 minutes. */
export function tellErasure({ sql, clock, userId, sender, onFault }: TellErasureDeps): Duty {
  const due = () =>
    sql.get<{ attempts: number; dueAt: number }>('SELECT attempts, due_at AS dueAt FROM erasures') ?? null;
  return {
    name: 'erasure at the sender',
    dueAt() {
      const at = due()?.dueAt ?? null;
      // A clock that was ahead began this wait.
      return at !== null && at > clock.now() + LAST_RETRY_MS ? clock.now() : at;
    },
    async work() {
      const attempts = (due()?.attempts ?? 0) + 1;
      const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 20));
      sql.run('UPDATE erasures SET attempts = ?, due_at = ?', attempts, clock.now() + wait);
      try {
        await sender.forget(userId);
        // A newer deletion has reset the count.
        sql.run('DELETE FROM erasures WHERE attempts = ?', attempts);
      } catch (cause) {
        onFault(`What waits for user ${userId}, who has deleted their data, could not be dropped`, cause);
      }
    },
  };
}
