/** The duty of an object's user towards their referrer. */
import type { Ledger } from '../ledger/types.ts';
import type { Duty } from '../runtime/scheduler.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { OF_NEWER_CODE, type Receipt } from './message.ts';
import type { Peers } from './peers.ts';
import { composePost, postArrived, postDueAt, postLost } from './post.ts';

export interface ReferrerDutyDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly userId: number;
  readonly ledger: () => Ledger;
  readonly peers: Peers;
  /** The least time between two messages, milliseconds. */
  readonly everyMs: number;
}

/** Tells the referrer's object what it does not know yet, in one message. */
export function tellReferrer(deps: ReferrerDutyDeps): Duty {
  const { sql, clock, userId, ledger, peers, everyMs } = deps;
  const account = () => ledger().read.account(userId);
  return {
    name: 'message to the referrer',
    dueAt: () => postDueAt(sql, account(), everyMs),
    async work() {
      const state = account();
      const post = state && composePost(sql, state, clock.now(), everyMs);
      if (post === null) return;
      let receipt: Receipt | null = null;
      try {
        receipt = await peers.user(post.to).receive(post.message);
      } catch (cause) {
        peers.onFault(`User ${userId} could not reach user ${post.to}`, cause);
      }
      if (receipt === null) postLost(sql, post, clock.now(), everyMs);
      else postArrived(sql, post, receipt, clock.now());
      for (const { sourceSeq, error } of receipt?.refused ?? []) {
        if (error === OF_NEWER_CODE) continue;
        peers.onFault(`Credit of event ${sourceSeq} of user ${userId} was refused`, error);
      }
    },
  };
}
