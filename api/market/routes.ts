/** Calls without a user: market overview, coins, health and readiness. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { Ready } from '#core/contract/public.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import type { PublicRouteDeps } from '../deps.ts';
import { isFailing } from '../runtime/health/readiness.ts';
import { fail, ok } from '../runtime/http/answer.ts';
import { API_HEADERS } from '../runtime/http/headers.ts';
import { mount } from '../runtime/http/mount.ts';

export function publicRoutes(app: Hono, deps: PublicRouteDeps): void {
  mount(app, deps, CALLS.market, {
    handle: async () => {
      const overview = await deps.market.overview();
      return overview === null ? fail('unavailable') : ok(overview);
    },
  });

  mount(app, deps, CALLS.coins, {
    handle: async () => {
      const list = await deps.market.coins();
      return list === null ? fail('unavailable') : ok(list);
    },
  });

  mount(app, deps, CALLS.health, {
    handle: async () => {
      const report = await deps.ready();
      return ok({
        status: 'ok',
        version: deps.version,
        contract: CONTRACT_VERSION,
        database: isFailing(report) ? 'failing' : 'ok',
        time: new Date(deps.clock.now()).toISOString(),
        appLink: deps.links.appLink,
      });
    },
  });

  mount(app, deps, CALLS.ready, {
    handle: async () => {
      const report = await deps.ready();
      const { problems, checkedAt } = report;
      const status = isFailing(report) ? 'failing' : problems.length > 0 ? 'degraded' : 'ready';
      const answer: Ready = {
        status,
        problems: [...problems],
        checkedAt: new Date(checkedAt).toISOString(),
        version: deps.version,
      };
      return new Response(JSON.stringify(answer), {
        status: status === 'failing' ? 503 : 200,
        headers: API_HEADERS,
      });
    },
  });
}
