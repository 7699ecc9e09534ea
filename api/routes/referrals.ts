/** `/api/referrals`: the people a user invited. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { ReferralItem, ReferralsAnswer } from '#core/contract/points.ts';
import { initialState } from '#core/points/evolve.ts';
import { type Answer, fail, ok } from '../http/answer.ts';
import { signedBody } from '../http/endpoint.ts';
import { findPerson } from '../people/people.ts';
import { gate, pointFields } from './account.ts';
import type { RouteDeps } from './deps.ts';

const DEFAULT_PAGE = 50;

export function referralRoutes(app: Hono, deps: RouteDeps): void {
  app.post(
    CALLS.referrals.path,
    signedBody(
      deps,
      CALLS.referrals.path,
      CALLS.referrals.body,
      (body) => body.userId,
      (call): Answer<ReferralsAnswer> => {
        const { read } = deps.ledger;
        const account = gate(read.account(call.userId), call.generation);
        if (!account.ok) return account;
        const { cursor = null, limit = DEFAULT_PAGE } = call.body;
        if (cursor !== null && !/^\d{1,16}\.\d{1,16}$/.test(cursor)) {
          return fail('malformed', { message: 'not a cursor of this call', path: 'cursor' });
        }
        const { friends, total, nextCursor } = read.friends(call.userId, cursor, limit);
        return ok({ referrals: friends.map((friend) => item(deps, friend.userId)), total, nextCursor });
      },
    ),
  );
}

/** Names and premium come from what can be erased: gone, they are null and 0. */
function item(deps: RouteDeps, userId: number): ReferralItem {
  const state = deps.ledger.read.account(userId) ?? initialState(userId);
  const person = findPerson(deps.sql, userId);
  return {
    id: userId,
    username: person?.username ?? null,
    level: `${state.level}`,
    is_premium: person?.premium === true ? 1 : 0,
    ...pointFields(state.points),
  };
}
