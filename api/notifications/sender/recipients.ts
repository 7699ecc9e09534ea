/** The users of one database, as the bot and the sender ask them: all users, or a single one. */

import type { UserHosts } from '#api/bot/bot.ts';
import { dayOf } from '#core/points/days.ts';
import { isDeleted, type LedgerState } from '#core/points/evolve.ts';
import { totalOf } from '#core/points/levels.ts';
import { currentStreak, isClaimable } from '#core/points/streak.ts';
import { saveLearnt } from '../preferences/settings.ts';
import { planReminder } from '../reminders.ts';
import { type ComposeDeps, compose } from './compose.ts';
import type { RecipientPeer } from './messages.ts';

export interface RecipientsDeps extends ComposeDeps {
  readonly clock: { now(): number };
  readonly account: (userId: number) => LedgerState | null;
  /** No writes happen. */
  readonly readOnly: boolean;
}

export interface Recipients extends UserHosts {
  recipient(userId: number): RecipientPeer;
}

export function openRecipients(deps: RecipientsDeps): Recipients {
  const { sql, clock, account, readOnly } = deps;

  /** Null for a user who is not registered, or has erased their data: nothing is stored about them. */
  function present(userId: number): LedgerState | null {
    const state = account(userId);
    return state === null || state.registered === null || isDeleted(state) ? null : state;
  }

  function learn(userId: number, mayWrite: boolean, at: number): void {
    const state = present(userId);
    if (state === null || readOnly) return;
    const now = clock.now();
    sql.transaction(() => {
      saveLearnt(sql, userId, mayWrite, at, now);
      planReminder(sql, state, now);
    });
  }

  return {
    async standing(userId) {
      const state = present(userId);
      if (state === null) return null;
      const today = dayOf(clock.now());
      return {
        points: totalOf(state.points),
        level: state.level,
        streak: currentStreak(state.streak, today),
        freezes: state.streak.freezes,
        isTodayClaimed: !isClaimable(state.streak, today),
      };
    },
    heard: async (userId, mayWrite, at) => learn(userId, mayWrite, Math.min(at, clock.now())),
    recipient: (userId) => ({
      compose: async (message) => compose(deps, account(userId), message, clock.now()),
      refused: async (at) => learn(userId, false, at),
    }),
  };
}
