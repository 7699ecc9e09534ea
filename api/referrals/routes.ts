/** `/api/referrals`: the users that a user invited. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { ReferralItem } from '#core/contract/points.ts';
import type { RouteDeps } from '../deps.ts';
import { fail, ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';
import { gate, pointFields } from '../users/account.ts';
import type { FriendCard } from './neighbours.ts';

const DEFAULT_PAGE = 50;

export function referralRoutes(app: Hono, deps: RouteDeps): void {
  mount(app, deps, CALLS.referrals, {
    owner: (body) => body.userId,
    handle: (call) => {
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
  });
}

/** Username and premium come from erasable tables: once erased, they are null and 0. */
function item(friend: FriendCard): ReferralItem {
  return {
    id: friend.userId,
    username: friend.username,
    level: `${friend.level}`,
    is_premium: friend.premium ? 1 : 0,
    ...pointFields(friend.points),
  };
}
