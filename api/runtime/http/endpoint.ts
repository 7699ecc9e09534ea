/**
 * The steps of every call, in this order: contract version, signature, limits, body, owner of the account. A route gets a
 * checked call and returns a value or an expected failure; this file turns it into an HTTP answer and one request line.
 */
import type { Context, Handler } from 'hono';
import type * as v from 'valibot';
import type { Authenticator } from '#api/auth/authenticate.ts';
import { type LaunchData, sameText } from '#api/auth/launch-data.ts';
import { ERRORS } from '#core/contract/errors.ts';
import {
  CONTRACT_HEADER,
  CONTRACT_VERSION,
  DELETION_PROOF_HEADER,
  GENERATION_HEADER,
  OLDEST_CONTRACT,
} from '#core/contract/version.ts';
import { type Answer, type ApiError, fail } from './answer.ts';
import { readBody } from './body.ts';
import { type CallerDeps, takeForAddress, tooLong } from './bounds.ts';
import { listsTag } from './etag.ts';
import { API_HEADERS } from './headers.ts';
import { ANONYMOUS_PER_MINUTE, BATCHES_PER_MINUTE, CALLS_PER_MINUTE } from './limits.ts';

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
  readonly authenticator: Authenticator;
  readonly clock: { now(): number };
  /** A request id, unique in the logs. */
  readonly requestId: () => string;
  readonly onRequest: (line: RequestLine) => void;
}

/** A call with a known sender and a valid body, made about the sender's own account. */
export interface SignedCall<Body> {
  readonly launch: LaunchData;
  readonly userId: number;
  readonly body: Body;
  /** Empty for a call with a body, like the parameters. */
  readonly query: Readonly<Record<string, string>>;
  readonly params: Readonly<Record<string, string>>;
  /** The contract version of the client; the newest if it does not say. */
  readonly contract: number;
  /** How many deletions this device knows of; null if it does not say. */
  readonly generation: number | null;
  /** The device's proof of an earlier deletion; null if it sends none. */
  readonly deletionProof: string | null;
}

export interface PublicCall {
  readonly method: string;
  readonly params: Readonly<Record<string, string>>;
}

type Reply<T> = Answer<T> | Response;
interface Trace {
  user?: number;
}

/** A call without a body; a user in its path must be the caller. */
export function signed<T>(
  deps: EdgeDeps,
  path: string,
  handle: (call: SignedCall<null>) => Promise<Reply<T>> | Reply<T>,
): Handler {
  return edge(deps, path, (context, trace) => {
    const checked = authenticate(deps, context, trace, CALLS_PER_MINUTE, 'call');
    if (!checked.ok) return checked;
    const id = path.includes('{id}') ? (context.req.param('id') ?? '') : `${checked.value.user.id}`;
    if (!/^[1-9]\d{0,15}$/.test(id)) return fail('malformed', { message: 'not a user id', path: 'id' });
    const call = signedCall(context, checked.value, null, context.req.query(), context.req.param());
    if (!call.ok) return call;
    return Number(id) === call.value.userId ? handle(call.value) : fail('not_your_account');
  });
}

/** A call with a JSON body that names the user. `batch` calls have their own limit. */
export function signedBody<Schema extends v.GenericSchema, T>(
  deps: EdgeDeps,
  path: string,
  schema: Schema,
  owner: (body: v.InferOutput<Schema>) => number,
  handle: (call: SignedCall<v.InferOutput<Schema>>) => Promise<Reply<T>> | Reply<T>,
  limit: 'call' | 'batch' = 'call',
): Handler {
  const perMinute = limit === 'batch' ? BATCHES_PER_MINUTE : CALLS_PER_MINUTE;
  return edge(deps, path, async (context, trace) => {
    const checked = authenticate(deps, context, trace, perMinute, limit);
    if (!checked.ok) return checked;
    const { req } = context;
    const body = await readBody(req.raw, req.header('content-type'), req.header('content-length'), schema);
    if (!body.ok) return body;
    const call = signedCall(context, checked.value, body.value, NONE, NONE);
    if (!call.ok) return call;
    return owner(body.value) === call.value.userId ? handle(call.value) : fail('not_your_account');
  });
}

/** How shared caches may keep an answer that is the same for every user. */
export interface Kept {
  readonly cacheControl: string;
  /** Differs for different answers. Letters and digits. */
  readonly tagOf: (text: string) => string;
}

/** A call without a signature, limited by address. */
export function open<T>(
  deps: EdgeDeps,
  path: string,
  handle: (call: PublicCall) => Promise<Reply<T>> | Reply<T>,
  kept?: Kept,
): Handler {
  return edge(
    deps,
    path,
    (context) => {
      const retryAfterS = takeAnonymous(deps, context);
      if (retryAfterS > 0) return fail('rate_limited', { retryAfterS });
      return handle({ method: context.req.method, params: context.req.param() });
    },
    kept,
  );
}

/** A call without a signature or a limit: it costs nothing. */
export function unlimited<T>(
  deps: EdgeDeps,
  path: string,
  handle: () => Promise<Reply<T>> | Reply<T>,
): Handler {
  return edge(deps, path, handle);
}

/**
 * A call from a service that sends a secret in a header; 401 without it, limited by address. An error is answered with 500,
 * because the service then repeats the call.
 */
export function secretOnly<T>(
  deps: EdgeDeps,
  path: string,
  proof: {
    readonly header: string;
    readonly secret: string;
    readonly sha256: (text: string) => string;
  },
  handle: (context: Context) => Promise<Reply<T>>,
): Handler {
  const expected = proof.sha256(proof.secret);
  return edge(deps, path, async (context) => {
    // Hashes have equal lengths, so the comparison takes constant time.
    const shown = proof.sha256(context.req.header(proof.header) ?? '');
    if (sameText(shown, expected)) return handle(context);
    const retryAfterS = takeAnonymous(deps, context);
    return retryAfterS > 0 ? fail('rate_limited', { retryAfterS }) : fail('secret_invalid');
  });
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

/** Answers for a user's ledger host that could not be reached. */
export function unreachable(
  deps: Pick<EdgeDeps, 'clock' | 'requestId' | 'onRequest'>,
  { method, path, user, started }: { method: string; path: string; user: number; started: number },
  cause: unknown,
): Response {
  const id = deps.requestId();
  const now = deps.clock.now();
  const response = respond(fail('unavailable'), id, now);
  deps.onRequest({
    time: new Date(now).toISOString(),
    id,
    method,
    path,
    status: response.status,
    ms: now - started,
    user,
    code: 'unavailable',
    fault: faultOf(cause),
  });
  return response;
}

function edge<T>(
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
    let fault: string | undefined;
    try {
      reply = judgeRequest(context) ?? (await handle(context, trace));
    } catch (cause) {
      fault = faultOf(cause);
      reply = fail('internal');
    }
    const known = context.req.header('if-none-match') ?? '';
    const now = deps.clock.now();
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
      ...(fault === undefined ? {} : { fault }),
    });
    return response;
  };
}

function refused({ code, reason }: ApiError): Pick<RequestLine, 'code' | 'reason'> {
  return reason === undefined ? { code } : { code, reason };
}

function faultOf(cause: unknown): string {
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

function authenticate(
  deps: EdgeDeps,
  context: Context,
  trace: Trace,
  perMinute: number,
  limit: 'call' | 'batch',
): Answer<LaunchData> {
  const result = deps.authenticator.fromHeader(context.req.header('authorization'));
  if (!result.ok) {
    const retryAfterS = takeAnonymous(deps, context);
    return retryAfterS > 0 ? fail('rate_limited', { retryAfterS }) : fail(result.error);
  }
  trace.user = result.launch.user.id;
  const retryAfterS = deps.limiter.take(`${limit}:${trace.user}`, perMinute);
  return retryAfterS > 0 ? fail('rate_limited', { retryAfterS }) : { ok: true, value: result.launch };
}

function takeAnonymous(deps: EdgeDeps, { req, env }: Context): number {
  return takeForAddress(deps, req, env, 'address', ANONYMOUS_PER_MINUTE);
}

const NONE: Readonly<Record<string, string>> = {};

function signedCall<Body>(
  context: Context,
  launch: LaunchData,
  body: Body,
  query: Readonly<Record<string, string>>,
  params: Readonly<Record<string, string>>,
): Answer<SignedCall<Body>> {
  const header = context.req.header(GENERATION_HEADER);
  if (header !== undefined && !/^\d{1,9}$/.test(header)) {
    return fail('malformed', { message: 'not a whole number', path: GENERATION_HEADER });
  }
  return {
    ok: true,
    value: {
      launch,
      userId: launch.user.id,
      body,
      query,
      params,
      contract: Number(context.req.header(CONTRACT_HEADER) ?? CONTRACT_VERSION),
      generation: header === undefined ? null : Number(header),
      deletionProof: context.req.header(DELETION_PROOF_HEADER) ?? null,
    },
  };
}
