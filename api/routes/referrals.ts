/** `/api/referrals`: the people a user invited. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { ReferralItem, ReferralsAnswer } from '#core/contract/points.ts';
import type { FriendCard } from '../exchange/neighbours.ts';
import { type Answer, fail, ok } from '../http/answer.ts';
import { signedBody } from '../http/endpoint.ts';
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
        const account = gate(deps.ledger.read.account(call.userId), call.generation);
        if (!account.ok) return account;
        const { cursor = null, limit = DEFAULT_PAGE } = call.body;
        if (cursor !== null && !/^\d{1,16}\.\d{1,16}$/.test(cursor)) {
          return fail('malformed', { message: 'not a cursor of this call', path: 'cursor' });
        }
        const page = deps.neighbours.friends(call.userId, cursor, limit);
        return ok({
          referrals: page.friends.map(item),
          total: account.value.friends,
          nextCursor: page.nextCursor,
          maxAgeS: page.maxAgeS,
        });
      },
    ),
  );
}

/** Names and premium come from what can be erased: gone, they are null and 0. */
function item(friend: FriendCard): ReferralItem {
  return {
    id: friend.userId,
    username: friend.username,
    level: `${friend.level}`,
    is_premium: friend.premium ? 1 : 0,
    ...pointFields(friend.points),
  };
}
