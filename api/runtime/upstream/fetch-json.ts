/** Sends one request to an external service: JSON within limits of time and size, or a failure. Never throws. */
import { readText } from '../read-text.ts';

/** The part of `fetch` that this file needs. */
export type Fetch = (url: string, init: FetchInit) => Promise<Response>;

interface FetchInit {
  readonly headers: Readonly<Record<string, string>>;
  /** A redirect may lead to an untrusted host. */
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

export type Failure =
  /** The whole answer did not arrive in time. */
  | { readonly type: 'timeout' }
  /** No answer, or a cut one. */
  | { readonly type: 'network' }
  /** An error status or a redirect; `retryAfterMs` if the service says when to return. */
  | { readonly type: 'status'; readonly status: number; readonly retryAfterMs: number | null }
  /** Not JSON, or of an unexpected shape: `field` is the first faulty one. */
  | { readonly type: 'unreadable'; readonly field: string }
  | { readonly type: 'too_large' };

interface Failed {
  readonly ok: false;
  readonly failure: Failure;
}

export type Fetched<T> = { readonly ok: true; readonly value: T } | Failed;

export interface Question {
  readonly headers?: Readonly<Record<string, string>>;
  /** Time to the last byte, milliseconds. */
  readonly timeoutMs?: number;
  readonly mostBytes?: number;
}

export interface Asking {
  readonly fetch: Fetch;
  readonly clock: { now(): number };
  /** Identifies the caller: some services refuse requests without it. */
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
    const text = await readText(response.body, mostBytes);
    return text === null ? failed({ type: 'too_large' }) : parse(text);
  } catch {
    // `fetch` rejects in the same way without a network, for a cut answer, and on abort.
    return failed({ type: signal.aborted ? 'timeout' : 'network' });
  }
}

/** One or two words for the log, without text from the service. */
export function failureText(failure: Failure): string {
  if (failure.type === 'status') return `status ${failure.status}`;
  return failure.type === 'unreadable' ? `unreadable: ${failure.field}` : failure.type.replace('_', ' ');
}

/** Milliseconds from now, without a limit; null if missing or unreadable. A past moment is 0. */
export function readRetryAfter(text: string | null, now: number): number | null {
  const said = text?.trim() ?? '';
  if (/^\d+$/.test(said)) return Number(said) * 1000;
  // An HTTP date begins with its weekday; `Date.parse` alone would accept many other texts.
  const at = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*, .+ GMT$/.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}

function parse(text: string): Fetched<unknown> {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return unreadable('not JSON');
  }
}

/** An answer of an unexpected shape. @param field the first faulty one. */
export function unreadable(field: string): Failed {
  return failed({ type: 'unreadable', field });
}

function failed(failure: Failure): Failed {
  return { ok: false, failure };
}
