/** `/api/bot/webhook`: receives the bot's updates from the messaging app. The path exists only while its secret is set. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import { ok } from '../runtime/http/answer.ts';
import { readBody } from '../runtime/http/body.ts';
import { type EdgeDeps, secretOnly } from '../runtime/http/endpoint.ts';
import { API_HEADERS } from '../runtime/http/headers.ts';
import type { AnswerUpdate } from './webhook.ts';

export const WEBHOOK_PATH = '/api/bot/webhook';
/** The Bot API sends the secret in this header. */
const SECRET_HEADER = 'x-telegram-bot-api-secret-token';

const UpdateBody = v.looseObject({ update_id: v.pipe(v.number(), v.integer()) });

export interface WebhookDeps {
  readonly secret: string;
  readonly answer: AnswerUpdate;
  readonly sha256: (text: string) => string;
}

export function webhookRoute(app: Hono, deps: EdgeDeps, { secret, answer, sha256 }: WebhookDeps): void {
  app.post(
    WEBHOOK_PATH,
    secretOnly(deps, WEBHOOK_PATH, { header: SECRET_HEADER, secret, sha256 }, async ({ req }) => {
      const body = await readBody(
        req.raw,
        req.header('content-type'),
        req.header('content-length'),
        UpdateBody,
      );
      if (!body.ok) return body;
      const said = await answer(body.value);
      return said === null ? ok({}) : new Response(said, { headers: API_HEADERS });
    }),
  );
}
