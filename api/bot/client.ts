/** Calls the Bot API with a limit on time and size, and rejects anything that is not a real answer. */
import { Api } from 'grammy';
import { readText } from '../runtime/read-text.ts';

export interface BotClientDeps {
  readonly token: string;
  /** An origin without a slash at its end. */
  readonly apiUrl: string;
  readonly fetch: typeof fetch;
  /** Time for a call, to the last byte of its answer, milliseconds. */
  readonly limitMs?: number;
}

const LIMIT_MS = 10_000;
/** The answers to the calls made here have a few kilobytes. */
const MOST_BYTES = 256 * 1024;

export function createBotClient({ token, apiUrl, fetch, limitMs = LIMIT_MS }: BotClientDeps): Api {
  return new Api(token, {
    apiRoot: apiUrl,
    timeoutSeconds: limitMs / 1000,
    // The library types another `fetch`; only these of its options matter here.
    fetch: (async (url: string, init: { method: string; headers: Record<string, string>; body: string }) => {
      const { method, headers, body } = init;
      const signal = AbortSignal.timeout(limitMs);
      // A redirection is not an answer of the service, so it is not followed.
      const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
      const text = await readText(response.body, MOST_BYTES);
      if (text === null) throw new Error('The answer is too long');
      return new Response(text, { status: response.status });
    }) as never,
  });
}
