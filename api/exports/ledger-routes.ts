/** `/api/ledger`: a user's own events, exactly as hashed. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { RouteDeps } from '../deps.ts';
import { ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';
import { gate } from '../users/account.ts';

const DEFAULT_PAGE = 500;

export function ledgerRoutes(app: Hono, deps: RouteDeps): void {
  mount(app, deps, CALLS.ledger, {
    handle: (call) => {
      const { read } = deps.ledger;
      const account = gate(read.account(call.userId), call.generation);
      if (!account.ok) return account;
      const { after = 0, limit = DEFAULT_PAGE } = call.query;
      const { head } = account.value;
      const events = read.events(call.userId, after, limit);
      return ok({ events, head: { seq: head.seq, hash: head.hash } });
    },
  });
}
