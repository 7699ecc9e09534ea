/**
 * What all requests share: judges their length and contract version, turns a value or an expected failure into an HTTP
 * answer, and writes one request line.
 */
import type { Context } from 'hono';
import { ERRORS } from '#core/contract/errors.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION, OLDEST_CONTRACT } from '#core/contract/version.ts';
import { type Answer, type ApiError, fail } from './answer.ts';
import { type CallerDeps, tooLong } from './bounds.ts';
import { API_HEADERS, listsTag } from './headers.ts';

/** One log line per request. Never holds launch data, bodies or tokens. */
export interface RequestLine {
  readonly time: string;
  readonly id: string;
  readonly method: string;
  /** The call's path as the contract spells it, such as `/api/user/{id}`. */
  readonly path: string;
  readonly status: number;
  readonly ms: number;
  readonly user?: number;
  readonly code?: string;
  /** The reason of a refusal, which the caller does not see. */
  readonly reason?: string;
  /** The internal error, if a defect caused the answer. */
  readonly fault?: string;
}

export interface EdgeDeps extends CallerDeps {
  readonly clock: { now(): number };
  /** A request id, unique in the logs. */
  readonly requestId: () => string;
  readonly onRequest: (line: RequestLine) => void;
  /** Told of an answer whose request line its ledger host has written, with the time until it came back. */
  readonly onForwarded?: (answer: Pick<RequestLine, 'method' | 'path' | 'status' | 'ms'>) => void;
  /** UTF-8 in, lower-case hex out. */
  readonly sha256: (text: string) => string;
}

export type Reply<T> = Answer<T> | Response;

/** What a call's steps find out for its request line. */
export interface Trace {
  user?: number;
  /** The internal error behind an expected failure. */
  fault?: string;
  /** The ledger host that answered has written the request line. */
  isWritten?: boolean;
}

/** How shared caches may keep an answer that is the same for every user. */
export interface Kept {
  readonly cacheControl: string;
  /** Differs for different answers. Letters and digits. */
  readonly tagOf: (text: string) => string;
}

/** Answers requests that match no call. @param allow the methods that the path supports. */
export function refusal(
  deps: EdgeDeps,
  path: string,
  code: 'not_found' | 'method_not_allowed',
  allow?: string,
): (context: Context) => Promise<Response> {
  return edge(deps, path, () => fail(code, allow === undefined ? {} : { allow }));
}

/** @param path as the contract spells it. */
export function edge<T>(
  deps: EdgeDeps,
  path: string,
  handle: (context: Context, trace: Trace) => Promise<Reply<T>> | Reply<T>,
  kept?: Kept,
): (context: Context) => Promise<Response> {
  return async (context) => {
    const started = deps.clock.now();
    const id = deps.requestId();
    const trace: Trace = {};
    let reply: Reply<T>;
    try {
      reply = judgeRequest(context) ?? (await handle(context, trace));
    } catch (cause) {
      trace.fault = faultOf(cause);
      reply = fail('internal');
    }
    const now = deps.clock.now();
    if (trace.isWritten === true && reply instanceof Response) {
      deps.onForwarded?.({ method: context.req.method, path, status: reply.status, ms: now - started });
      return reply;
    }
    const known = context.req.header('if-none-match') ?? '';
    const response = reply instanceof Response ? reply : respond(reply, id, now, kept, known);
    deps.onRequest({
      time: new Date(now).toISOString(),
      id,
      method: context.req.method,
      path,
      status: response.status,
      ms: now - started,
      ...(trace.user === undefined ? {} : { user: trace.user }),
      ...(reply instanceof Response || reply.ok ? {} : refused(reply.error)),
      ...(trace.fault === undefined ? {} : { fault: trace.fault }),
    });
    return response;
  };
}

function refused({ code, reason }: ApiError): Pick<RequestLine, 'code' | 'reason'> {
  return reason === undefined ? { code } : { code, reason };
}

/** For the log. */
export function faultOf(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** @param known the caller's tags, as listed in `If-None-Match`. */
function respond<T>(answer: Answer<T>, id: string, now: number, kept?: Kept, known = ''): Response {
  const common = {
    ...API_HEADERS,
    'x-request-id': id,
    [CONTRACT_HEADER]: `${CONTRACT_VERSION}`,
    // The app shows the check-in by this clock, and not every runtime sends the header by itself.
    date: new Date(now).toUTCString(),
  };
  if (answer.ok) {
    const text = JSON.stringify(answer.value);
    if (kept === undefined) return new Response(text, { status: 200, headers: common });
    const etag = `"${kept.tagOf(text).slice(0, 32)}"`;
    const headers = { ...common, 'cache-control': kept.cacheControl, etag };
    if (listsTag(known, etag)) {
      const { 'content-type': _, ...bare } = headers;
      return new Response(null, { status: 304, headers: bare });
    }
    return new Response(text, { status: 200, headers });
  }
  const { code, message, path, retryAfterS, allow } = answer.error;
  return new Response(JSON.stringify({ error: { code, message, ...(path === undefined ? {} : { path }) } }), {
    status: ERRORS[code],
    headers: {
      ...common,
      ...(retryAfterS === undefined ? {} : { 'retry-after': `${retryAfterS}` }),
      ...(allow === undefined ? {} : { allow }),
    },
  });
}

/** Null if the request is short enough to be read, and this server supports the client's version. */
function judgeRequest({ req }: Context): { ok: false; error: ApiError } | null {
  const long = tooLong(req);
  return long === null
    ? judgeVersion(req.header(CONTRACT_HEADER))
    : fail(long.code, { message: long.message });
}

/** Null if this server supports the client's version, or the client names none. */
function judgeVersion(header: string | undefined): { ok: false; error: ApiError } | null {
  if (header === undefined) return null;
  if (!/^\d{1,6}$/.test(header)) {
    return fail('malformed', { message: 'not a whole number', path: CONTRACT_HEADER });
  }
  if (Number(header) < OLDEST_CONTRACT) return fail('client_outdated');
  return Number(header) > CONTRACT_VERSION ? fail('server_older') : null;
}
