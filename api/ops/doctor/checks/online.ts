/** With `--online`: what the outside services and the app's own address say. Each question has a time limit. */

import { CALLS, SERVICE_CALLS } from '#core/contract/calls.ts';
import { createBotClient } from '../../../bot/client.ts';
import { botStatus } from '../../../bot/status.ts';
import { askMarket } from '../../../market/coingecko.ts';
import { type Asking, failureText, fetchJson } from '../../../runtime/upstream/fetch-json.ts';
import { printable } from '../../command.ts';
import { error, type Finding, type Subject, settingOf, warning } from '../check.ts';

export interface OnlineDeps {
  readonly fetch: typeof fetch;
}

/** The limit of one question, milliseconds. */
const LIMIT_MS = 10_000;

/** The checks of `npm run bot -- status`. */
export async function botOnline({ config, now }: Subject, deps: OnlineDeps): Promise<Finding[]> {
  if (config === null || config.botWebhookSecret === null) return [];
  const { botToken: token, botApiUrl: apiUrl, botUsername: username, publicUrl } = config;
  const api = createBotClient({ token, apiUrl, fetch: deps.fetch, limitMs: LIMIT_MS });
  const findings: Finding[] = [];
  const status = botStatus({ api, username, publicUrl, webhookPath: SERVICE_CALLS.webhook.path, now });
  for await (const { isRight, text } of status) {
    // The service repeats the address that it was asked at, which holds the token.
    if (!isRight)
      findings.push(
        error('Bot', `${printable(text.replaceAll(token, '…'))}. See \`npm run bot -- status\`.`),
      );
  }
  return findings;
}

export async function marketOnline({ config }: Subject, deps: OnlineDeps): Promise<Finding[]> {
  if (config === null || config.marketProvider !== 'live') return [];
  const market = { apiUrl: config.marketApiUrl, apiKey: config.marketApiKey };
  const answer = await askMarket(asking(deps), market);
  return answer.ok
    ? []
    : [
        warning(
          'MARKET_API_URL',
          `${failureText(answer.failure)}: users see the last figures, by their date.`,
        ),
      ];
}

export async function appOnline(subject: Subject, deps: OnlineDeps): Promise<Finding[]> {
  const url = settingOf(subject, 'PUBLIC_URL');
  if (!URL.canParse(url)) return [];
  const answer = await fetchJson(asking(deps), `${new URL(url).origin}${CALLS.ready.path}`, {
    timeoutMs: LIMIT_MS,
  });
  if (answer.ok) return [];
  return [
    error(
      'PUBLIC_URL',
      `${failureText(answer.failure)}: the app does not answer there. Look at proxy and server.`,
    ),
  ];
}

function asking({ fetch }: OnlineDeps): Asking {
  return { fetch: (url, init) => fetch(url, init), clock: { now: Date.now }, userAgent: 'iRICH doctor' };
}
