/** What the object of a user does by its alarm. */
import type { Receipt } from '../exchange/message.ts';
import type { Peers } from '../exchange/peers.ts';
import { composePost, postArrived, postDueAt, postLost } from '../exchange/post.ts';
import type { Ledger } from '../ledger/types.ts';
import { type TellDeps, tellNext } from '../notices/tell.ts';
import { noticesDueAt } from '../notices/waiting.ts';
import { dropExpired, picturesDueAt } from '../share/pictures.ts';
import type { Sql } from '../sqlite/port.ts';
import type { Duty } from './alarm.ts';

export interface ReferrerDutyDeps extends Pick<TellDeps, 'sql' | 'clock'> {
  readonly userId: number;
  readonly ledger: () => Ledger;
  readonly peers: Peers;
  /** The least time between two messages, milliseconds. */
  readonly everyMs: number;
}

/** Tells the referrer what their object does not know yet, in one message. */
export function tellReferrer(deps: ReferrerDutyDeps): Duty {
  const { sql, clock, userId, ledger, peers, everyMs } = deps;
  const account = () => ledger().read.account(userId);
  return {
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
        peers.onFault(`Credit of event ${sourceSeq} of user ${userId} was refused`, error);
      }
    },
  };
}

/** Tells the user what their events mean to them. */
export function tellUser(deps: TellDeps): Duty {
  return {
    dueAt: () => noticesDueAt(deps.sql, deps.clock.now()),
    async work() {
      while (await tellNext(deps));
    },
  };
}

/** Drops the pictures whose day is over. */
export function dropPictures(sql: Sql, clock: { now(): number }): Duty {
  return {
    dueAt: () => picturesDueAt(sql),
    async work() {
      dropExpired(sql, clock.now());
    },
  };
}
