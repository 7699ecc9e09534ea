/**
 * Delivers credits from the outbox into the ledgers of their referrers: at least once, under an id derived from the source
 * event, so with exactly one effect. Runs in the commit that caused them if both ledgers are in the same database.
 */
import type { Sql } from '../runtime/sqlite/port.ts';
import { StorageFullError } from '../runtime/sqlite/port.ts';
import {
  hasPendingCredits,
  markDelivered,
  markFailed,
  type PendingCredit,
  pendingCredits,
  putOff,
} from './credit-rows.ts';
import { type Batch, WorkFailed } from './writer.ts';

export interface DrainDeps {
  readonly sql: Sql;
  readonly batch: Batch;
  readonly now: number;
  readonly onFault: (message: string, cause: unknown) => void;
  readonly onWait: (message: string) => void;
}

/** Credits per commit; the next commit delivers the rest. */
const MOST = 1000;
const CHUNK = 100;

const WAIT = 'credits to ledgers with events of a newer version wait for that version';

export interface Drained {
  /** Some credits remain undelivered. */
  readonly owes: boolean;
  /** Some credits are due now and left for the next commit. */
  readonly isMore: boolean;
}

/** Delivers due credits; puts off those to ledgers of newer code. */
export function drainCredits({ sql, batch, now, onFault, onWait }: DrainDeps): Drained {
  function deliver(credit: PendingCredit): void {
    const failure = batch.run((writer) => {
      if (writer.isOfNewerCode(credit.targetUser)) {
        putOff(sql, credit, now);
        onWait(WAIT);
        return null;
      }
      const answer = writer.execute(credit.targetUser, credit.command);
      if (answer.ok) markDelivered(sql, credit, now);
      else markFailed(sql, credit, now);
      return answer.ok ? null : answer.error;
    });
    if (failure !== null) {
      onFault(`Credit of event ${credit.sourceSeq} of user ${credit.sourceUser} was refused`, failure.type);
    }
  }

  for (let delivered = 0; delivered < MOST; ) {
    const due = pendingCredits(sql, now, CHUNK);
    for (const credit of due) {
      try {
        deliver(credit);
      } catch (error) {
        if (error instanceof StorageFullError || error instanceof WorkFailed) throw error;
        markFailed(sql, credit, now);
        onFault(`Credit of event ${credit.sourceSeq} of user ${credit.sourceUser} failed`, error);
      }
    }
    delivered += due.length;
    if (due.length < CHUNK && !batch.takeCredited()) return { owes: hasPendingCredits(sql), isMore: false };
  }
  return { owes: true, isMore: true };
}
