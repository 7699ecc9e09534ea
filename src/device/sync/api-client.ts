/** Calls the server and returns the outcome. Checks every answer against the contract; no call ever throws. */
import * as v from 'valibot';
import { ANSWERS, type AnswerOf, type CallName, PUBLIC_CALLS } from '#core/contract/answers.ts';
import { ErrorBody } from '#core/contract/errors.ts';
import {
  AUTHORIZATION_SCHEME,
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  DELETION_PROOF_HEADER,
  GENERATION_HEADER,
} from '#core/contract/version.ts';
import type { Clock } from '#platform/clock.ts';
import type { ServerTime } from './server-clock.ts';

/** The part of `fetch` that is used here. */
export type Fetch = (
  url: string,
  init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
    readonly signal: AbortSignal;
    readonly cache: 'no-store';
    readonly credentials: 'omit';
  },
) => Promise<{
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
  /** Of files; calls read the text. */
  readonly body?: ReadableStream<Uint8Array> | null;
}>;

export type Failure =
  /** No answer: no network, or too slow. Whether the server did anything is unknown. */
  | { readonly type: 'no_answer' }
  /** An answer that is not from our server, or not in a form this version knows: a captive portal, a proxy. */
  | { readonly type: 'unreadable'; readonly status: number }
  /** The server's value still matches the request's `tag`. */
  | { readonly type: 'unchanged' }
  /** `code` is one of the contract's, null if the body is not ours. `retryAfterMs` is the server's request. */
  | {
      readonly type: 'refused';
      readonly status: number;
      readonly code: string | null;
      readonly retryAfterMs: number | null;
    };

export type Answer<T> =
  /** `tag` is the answer's entity tag, if it has one: it differs from the tag of any other value. */
  | { readonly ok: true; readonly value: T; readonly tag?: string }
  | { readonly ok: false; readonly failure: Failure };

export interface Question {
  /** Fills `{id}` and `{recordId}` of the path. */
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  /** How many deletions this device knows of; null before the server's first answer. */
  readonly generation?: number | null;
  /** Proof of a deletion that the server accepted before. */
  readonly deletionProof?: string | null;
  /** The entity tag of the kept answer: request the value only if it has changed. */
  readonly tag?: string;
}

/** A call of the API, with the schema of its answer. */
export interface Call<T> {
  readonly method: string;
  readonly path: string;
  readonly answer: v.GenericSchema<unknown, T>;
}

export interface ApiClient {
  call<Name extends CallName>(name: Name, question: Question): Promise<Answer<AnswerOf<Name>>>;
  /** A signed call outside the table. */
  ask<T>(call: Call<T>, question: Question): Promise<Answer<T>>;
}

export interface ApiClientOptions {
  readonly fetch: Fetch;
  /** Without a slash at the end; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly launchData: string;
  readonly clock: Clock;
  readonly patienceMs?: number;
  /** Receives each call that got no answer, in the wording of `noAnswerText`. */
  readonly log?: (message: string) => void;
  /** Receives the server's clock with each valid answer to a signed call. */
  readonly onServerTime?: (time: ServerTime) => void;
}

const PATIENCE_MS = 20_000;

/** The reason for a missing answer, for the log. `timedOutMs`: the timeout that ran out, or null. */
export function noAnswerText(cause: unknown, timedOutMs: number | null): string {
  if (timedOutMs !== null) return `timeout of ${timedOutMs} ms exceeded`;
  const name = cause instanceof Error ? cause.name : '';
  return name === 'AbortError' ? 'Request aborted' : 'Network Error';
}

export function createApiClient(options: ApiClientOptions): ApiClient {
  const {
    fetch,
    baseUrl,
    launchData,
    clock,
    patienceMs = PATIENCE_MS,
    log = () => {},
    onServerTime,
  } = options;
  const authorization = `${AUTHORIZATION_SCHEME} ${headerSafe(launchData)}`;

  async function ask<T>(call: Call<T>, question: Question, isSigned: boolean): Promise<Answer<T>> {
    const { method, path, answer } = call;
    const abort = new AbortController();
    let timedOutMs: number | null = null;
    const cancel = clock.after(patienceMs, () => {
      timedOutMs = patienceMs;
      abort.abort();
    });
    const sentAt = clock.now();
    try {
      const response = await fetch(`${baseUrl}${fillPath(path, question)}`, {
        method,
        headers: {
          accept: 'application/json',
          [CONTRACT_HEADER]: String(CONTRACT_VERSION),
          ...(isSigned ? { authorization } : {}),
          ...(question.body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(typeof question.generation === 'number'
            ? { [GENERATION_HEADER]: String(question.generation) }
            : {}),
          ...(typeof question.deletionProof === 'string'
            ? { [DELETION_PROOF_HEADER]: question.deletionProof }
            : {}),
          ...(question.tag === undefined ? {} : { 'if-none-match': question.tag }),
        },
        ...(question.body === undefined ? {} : { body: JSON.stringify(question.body) }),
        signal: abort.signal,
        cache: 'no-store',
        credentials: 'omit',
      });
      const receivedAt = clock.now();
      const body = parse(await response.text());
      const { status } = response;
      if (status === 304) return { ok: false, failure: { type: 'unchanged' } };
      if (status < 200 || status > 299) {
        return { ok: false, failure: refusalOf(status, body, response.headers.get('retry-after'), clock) };
      }
      const read = v.safeParse(answer, body);
      if (!read.success) return { ok: false, failure: { type: 'unreadable', status } };
      // A shared answer may come from a cache on the way, with an old time.
      if (isSigned) onServerTime?.({ date: response.headers.get('date'), sentAt, receivedAt });
      const tag = response.headers.get('etag');
      return { ok: true, value: read.output, ...(tag === null ? {} : { tag }) };
    } catch (error) {
      // `fetch` rejects without a network and on abort alike: there is no answer.
      log(`${method} ${path}: ${noAnswerText(error, timedOutMs)}`);
      return { ok: false, failure: { type: 'no_answer' } };
    } finally {
      cancel();
    }
  }

  return {
    call: <Name extends CallName>(name: Name, question: Question) =>
      ask(ANSWERS[name] as Call<AnswerOf<Name>>, question, !PUBLIC_CALLS.includes(name)),
    ask: (call, question) => ask(call, question, true),
  };
}

/** The server no longer accepts the launch data: only reopening the app from the chat gives new ones. */
export function isReopening(failure: Failure): boolean {
  return failure.type === 'refused' && failure.code !== null && failure.status === 401;
}

/** Headers carry printable ASCII only, but one client hands over unencoded launch data. */
export function headerSafe(launchData: string): string {
  return /^[\x20-\x7e]*$/.test(launchData) ? launchData : new URLSearchParams(launchData).toString();
}

function fillPath(path: string, { path: values = {}, query = {} }: Question): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? filled : `${filled}?${pairs.join('&')}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON, so not our server: the caller's schema rejects it.
    return undefined;
  }
}

function refusalOf(status: number, body: unknown, retryAfter: string | null, clock: Clock): Failure {
  const read = v.safeParse(ErrorBody, body);
  const code = read.success ? read.output.error.code : null;
  return { type: 'refused', status, code, retryAfterMs: waitOf(retryAfter, clock) };
}

/** Reads seconds, or a date. */
function waitOf(retryAfter: string | null, clock: Clock): number | null {
  if (retryAfter === null) return null;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, at - clock.now());
}
