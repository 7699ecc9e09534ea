/** `/api/bot/webhook`: receives the bot's updates from the messaging app. */
import type { Hono } from 'hono';
import { SERVICE_CALLS } from '#core/contract/calls.ts';
import { ok } from '../runtime/http/answer.ts';
import type { EdgeDeps } from '../runtime/http/endpoint.ts';
import { API_HEADERS } from '../runtime/http/headers.ts';
import { mount } from '../runtime/http/mount.ts';
import type { OpenedBot } from './bot.ts';

export function webhookRoute(app: Hono, deps: EdgeDeps, { secret, answer }: OpenedBot): void {
  mount(app, deps, SERVICE_CALLS.webhook, {
    secret,
    handle: async ({ body }) => {
      const said = await answer(body);
      return said === null ? ok({}) : new Response(said, { headers: API_HEADERS });
    },
  });
}
