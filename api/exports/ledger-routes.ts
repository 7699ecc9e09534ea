/** `/api/ledger`: a user's own events, exactly as hashed. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import { type LedgerAnswer, LedgerQuery } from '#core/contract/points.ts';
import type { RouteDeps } from '../deps.ts';
import { type Answer, ok } from '../runtime/http/answer.ts';
import { matching } from '../runtime/http/body.ts';
import { signed } from '../runtime/http/endpoint.ts';
import { gate } from '../users/account.ts';

const DEFAULT_PAGE = 500;

export function ledgerRoutes(app: Hono, deps: RouteDeps): void {
  app.get(
    '/api/ledger/:id',
    signed(deps, CALLS.ledger.path, (call): Answer<LedgerAnswer> => {
      const query = matching(LedgerQuery, call.query);
      if (!query.ok) return query;
      const { read } = deps.ledger;
      const account = gate(read.account(call.userId), call.generation);
      if (!account.ok) return account;
      const { after = 0, limit = DEFAULT_PAGE } = query.value;
      const { head } = account.value;
      const events = read.events(call.userId, after, limit);
      return ok({ events, head: { seq: head.seq, hash: head.hash } });
    }),
  );
}
