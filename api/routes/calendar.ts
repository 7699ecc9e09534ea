/** The economic calendar: the same for everybody, so it names no user and may be kept by what stands between. */
import type { Hono } from 'hono';
import type { Calendar } from '#core/contract/calendar.ts';
import { CALLS } from '#core/contract/calls.ts';
import { type Answer, fail, ok } from '../http/answer.ts';
import { open } from '../http/endpoint.ts';
import { PUBLIC_CACHE_CONTROL } from '../http/headers.ts';
import type { RouteDeps } from './deps.ts';

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
