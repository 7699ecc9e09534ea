/** Calls of the Bot API: within a time and a size, and with nothing taken for an answer that is none. */
import { Api } from 'grammy';

export interface BotClientDeps {
  readonly token: string;
  /** An origin without a slash at its end. */
  readonly apiUrl: string;
  readonly fetch: typeof fetch;
  /** How long a call may take to the last byte of its answer, milliseconds. */
  readonly limitMs?: number;
}

const LIMIT_MS = 10_000;
/** Answers to what is called here have a few kilobytes. */
const MOST_BYTES = 256 * 1024;

export function createBotClient({ token, apiUrl, fetch, limitMs = LIMIT_MS }: BotClientDeps): Api {
  return new Api(token, {
    apiRoot: apiUrl,
    timeoutSeconds: limitMs / 1000,
    // The library's types are those of another `fetch`; of its options only these matter here.
    fetch: (async (url: string, init: { method: string; headers: Record<string, string>; body: string }) => {
      const { method, headers, body } = init;
      const signal = AbortSignal.timeout(limitMs);
      // A redirection is not followed: it is no answer of the service.
      const response = await fetch(url, { method, headers, body, signal, redirect: 'manual' });
      const text = await readText(response);
      return new Response(text, { status: response.status });
    }) as never,
  });
}

async function readText(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > MOST_BYTES) {
      await reader.cancel();
      throw new Error('The answer is too long');
    }
    text += decoder.decode(value, { stream: true });
  }
  return text + decoder.decode();
}
