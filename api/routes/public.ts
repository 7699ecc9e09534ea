/** Calls that name no user: market overview and health. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { Health, MarketOverview } from '#core/contract/public.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import { type Answer, fail, ok } from '../http/answer.ts';
import { open } from '../http/endpoint.ts';
import { PUBLIC_CACHE_CONTROL } from '../http/headers.ts';
import type { RouteDeps } from './deps.ts';

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
    open(deps, CALLS.health.path, async (): Promise<Answer<Health>> => {
      const time = new Date(deps.clock.now()).toISOString();
      const { version } = deps;
      // A database that does not answer throws, and this call answers 500.
      await deps.ping();
      return ok({
        status: 'ok',
        version,
        contract: CONTRACT_VERSION,
        database: 'ok',
        time,
        appLink: deps.links.appLink,
      });
    }),
  );
}
