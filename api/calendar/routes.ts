/** The economic calendar: the same for every user, so shared caches may keep it. */
import type { Hono } from 'hono';
import type { Calendar } from '#core/contract/calendar.ts';
import { CALLS } from '#core/contract/calls.ts';
import type { RouteDeps } from '../deps.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { open } from '../runtime/http/endpoint.ts';
import { PUBLIC_CACHE_CONTROL } from '../runtime/http/headers.ts';

export function calendarRoutes(app: Hono, deps: RouteDeps): void {
  app.get(
    CALLS.calendar.path,
    open(
      deps,
      CALLS.calendar.path,
      async (): Promise<Answer<Calendar>> => {
        const calendar = await deps.calendar.calendar();
        return calendar === null ? fail('unavailable') : ok(calendar);
      },
      { cacheControl: PUBLIC_CACHE_CONTROL, tagOf: deps.sha256 },
    ),
  );
}
