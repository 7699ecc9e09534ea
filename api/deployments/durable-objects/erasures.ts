/** Tells the sender's object that this user has deleted their data, until it has heard. */
import type { SenderPeer } from '#api/notifications/sender/messages.ts';
import { claimJobs, jobDone, jobsDueAt } from '#api/runtime/jobs.ts';
import type { Duty } from '#api/runtime/scheduler.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { ERASURE } from '#api/users/erase-user.ts';

export interface TellErasureDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly userId: number;
  readonly sender: Pick<SenderPeer, 'forget'>;
  readonly onFault: (message: string, cause: unknown) => void;
}

export function tellErasure({ sql, clock, userId, sender, onFault }: TellErasureDeps): Duty {
  return {
    name: 'erasure at the sender',
    dueAt: () => jobsDueAt(sql, ERASURE, clock.now()),
    async work() {
      for (const job of claimJobs(sql, ERASURE, clock.now(), 1)) {
        try {
          await sender.forget(userId);
          // A newer deletion has a job of its own.
          jobDone(sql, job);
        } catch (cause) {
          onFault(`What waits for user ${userId}, who has deleted their data, could not be dropped`, cause);
        }
      }
    },
  };
}
