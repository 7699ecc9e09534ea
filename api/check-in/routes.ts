/** `/api/checkin`: the daily bonus. Only the server's UTC day counts. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { CheckInClaim } from '#core/contract/points.ts';
import { dayOf } from '#core/points/days.ts';
import { pointsToWire } from '#core/points/format.ts';
import { checkInStatus, currentStreak } from '#core/points/streak.ts';
import type { RouteDeps } from '../deps.ts';
import type { LedgerWriter } from '../ledger/types.ts';
import { planReminder } from '../notifications/reminders.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { mount, type SignedCall } from '../runtime/http/mount.ts';
import { committed, gate, profileRecord, tooManyToday } from '../users/account.ts';

export function checkInRoutes(app: Hono, deps: RouteDeps): void {
  const { ledger } = deps;

  mount(app, deps, CALLS.checkInStatus, {
    owner: (body) => body.userId,
    handle: (call) => {
      const account = gate(ledger.read.account(call.userId), call.generation);
      if (!account.ok) return account;
      const status = checkInStatus(account.value.streak, deps.clock.now(), deps.rules);
      const { isAvailable, freezes } = status;
      return ok({
        isAvailable,
        currentStreak: status.currentStreak,
        bonusAmount: pointsToWire(status.bonusAmount),
        freezes,
        freezesAtWork: status.freezesAtWork,
      });
    },
  });

  mount(app, deps, CALLS.claimCheckIn, {
    owner: (body) => body.userId,
    handle: async (call) => committed(await ledger.transact((writer) => claim(deps, writer, call))),
  });
}

function claim(deps: RouteDeps, writer: LedgerWriter, call: SignedCall<unknown>): Answer<CheckInClaim> {
  const account = gate(writer.account(call.userId), call.generation);
  if (!account.ok) return account;
  const before = account.value.streak;
  const executed = writer.execute(call.userId, { type: 'claim_check_in' });
  if (!executed.ok) {
    if (executed.error.type === 'already_claimed') return fail('already_claimed');
    if (executed.error.type === 'too_many_today') return tooManyToday(writer.now);
    throw new Error(`Check-in of user ${call.userId} refused: ${executed.error.type}`);
  }
  const [event] = executed.events;
  // Another process has already recorded the check-in of this day.
  if (event === undefined) return fail('already_claimed');
  planReminder(writer.sql, executed.state, writer.now);
  return ok({
    message: 'Bonus claimed',
    newStreak: currentStreak(executed.state.streak, dayOf(writer.now)),
    bonusAmount: pointsToWire(event.award),
    freezesAtWork: checkInStatus(before, event.at, deps.rules).freezesAtWork,
    profile: profileRecord(writer.sql, executed.state, deps.links, writer.now),
  });
}
