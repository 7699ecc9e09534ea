/** `/api/openapi.json`: this API as an OpenAPI document, for readers and their tools. */
import type { Hono } from 'hono';
import { FILES } from '#core/contract/calls.ts';
import type { PublicRouteDeps } from '../deps.ts';
import { ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';
import document from './document.json' with { type: 'json' };

export function openApiRoutes(app: Hono, deps: PublicRouteDeps): void {
  mount(app, deps, FILES.openApi, { handle: () => ok(document) });
}
