/** The economic calendar: the same for every user, so shared caches may keep it. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { PublicRouteDeps } from '../deps.ts';
import { fail, ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';

export function calendarRoutes(app: Hono, deps: PublicRouteDeps): void {
  mount(app, deps, CALLS.calendar, {
    handle: async () => {
      const calendar = await deps.calendar.calendar();
      return calendar === null ? fail('unavailable') : ok(calendar);
    },
  });
}
