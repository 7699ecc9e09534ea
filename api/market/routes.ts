/** Calls without a user: market overview, health and readiness. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { Health, MarketOverview, Ready } from '#core/contract/public.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import type { RouteDeps } from '../deps.ts';
import { isFailing } from '../runtime/health/readiness.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { open, unlimited } from '../runtime/http/endpoint.ts';
import { API_HEADERS, PUBLIC_CACHE_CONTROL } from '../runtime/http/headers.ts';

export function publicRoutes(app: Hono, deps: RouteDeps): void {
  app.get(
    CALLS.market.path,
    open(
      deps,
      CALLS.market.path,
      async (): Promise<Answer<MarketOverview>> => {
        const overview = await deps.market.overview();
        return overview === null ? fail('unavailable') : ok(overview);
      },
      { cacheControl: PUBLIC_CACHE_CONTROL, tagOf: deps.sha256 },
    ),
  );

  app.get(
    CALLS.health.path,
    unlimited(deps, CALLS.health.path, async (): Promise<Answer<Health>> => {
      const report = await deps.ready();
      return ok({
        status: 'ok',
        version: deps.version,
        contract: CONTRACT_VERSION,
        database: isFailing(report) ? 'failing' : 'ok',
        time: new Date(deps.clock.now()).toISOString(),
        appLink: deps.links.appLink,
      });
    }),
  );

  app.get(
    CALLS.ready.path,
    unlimited(deps, CALLS.ready.path, async () => {
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
    }),
  );
}
