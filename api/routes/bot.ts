/** `/api/bot/webhook`: where the messaging app sends what users write to the bot. Not there unless its secret is set. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import type { AnswerUpdate } from '../bot/webhook.ts';
import { ok } from '../http/answer.ts';
import { readBody } from '../http/body.ts';
import { type EdgeDeps, secretOnly } from '../http/endpoint.ts';
import { API_HEADERS } from '../http/headers.ts';

export const WEBHOOK_PATH = '/api/bot/webhook';
/** As the Bot API sends it. */
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
