/** One question to a service of somebody else's: JSON within a time and a size, or why not. Never throws. */

/** The part of `fetch` that is needed. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

interface FetchInit {
  readonly headers: Readonly<Record<string, string>>;
  /** Wherever a redirect leads, nobody has vouched for it. */
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

export type Failure =
  /** The whole answer was not there in time. */
  | { readonly type: 'timeout' }
  /** No answer, or one that was cut. */
  | { readonly type: 'network' }
  /** An answer that is none; `retryAfterMs` where it says when to come back. Redirects are among them. */
  | { readonly type: 'status'; readonly status: number; readonly retryAfterMs: number | null }
  /** Not JSON, or not of the shape that was agreed: then `field` is the first that is not. */
  | { readonly type: 'unreadable'; readonly field: string }
  | { readonly type: 'too_large' };

export type Fetched<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: Failure };

export interface Question {
  readonly headers?: Readonly<Record<string, string>>;
  /** Until the last byte, milliseconds. */
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

export interface Asking {
  readonly fetch: Fetch;
  readonly clock: { now(): number };
  /** Who asks: services want to know, and some refuse a caller who does not say. */
  readonly userAgent: string;
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 2 * 1024 * 1024;

export async function fetchJson(
  asking: Asking,
  url: string,
  question: Question = {},
): Promise<Fetched<unknown>> {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_BYTES } = question;
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await asking.fetch(url, {
      headers: { accept: 'application/json', 'user-agent': asking.userAgent, ...question.headers },
      redirect: 'manual',
      signal,
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), asking.clock.now());
      return failed({ type: 'status', status: response.status, retryAfterMs });
    }
    const text = await readText(response, mostBytes);
    return text === null ? failed({ type: 'too_large' }) : parse(text);
  } catch {
    // `fetch` rejects for want of a network, for a cut answer and on abort alike.
    return failed({ type: signal.aborted ? 'timeout' : 'network' });
  }
}

/** As one word or two for the log, without what the service wrote. */
export function failureText(failure: Failure): string {
  if (failure.type === 'status') return `status ${failure.status}`;
  return failure.type === 'unreadable' ? `unreadable: ${failure.field}` : failure.type.replace('_', ' ');
}

/** Milliseconds from now, however many; null where nothing readable is said. A moment that has passed is 0. */
export function readRetryAfter(text: string | null, now: number): number | null {
  const said = text?.trim() ?? '';
  if (/^\d+$/.test(said)) return Number(said) * 1000;
  // A date of HTTP begins with its weekday: `Date.parse` would take far more for a date.
  const at = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .+ GMT$/.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

/** Null where it is longer. */
async function readText(response: Response, mostBytes: number): Promise<string | null> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let bytes = 0;
  let text = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes += part.value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel();
      return null;
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

function parse(text: string): Fetched<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return failed({ type: 'unreadable', field: 'not JSON' });
  }
}

function failed(failure: Failure): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure };
}
