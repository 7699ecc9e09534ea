/**
 * Mounts a call of the contract. Its steps, in this order: contract version, signature, limits, body, owner of the account,
 * query. The handler gets a checked call.
 */
import type { Context, Handler, Hono } from 'hono';
import type * as v from 'valibot';
import { type LaunchData, type LaunchDataResult, sameText } from '#api/auth/launch-data.ts';
import type { Call, OpenKind, SecretKind, SignedKind } from '#core/contract/calls.ts';
import { DELETION_PROOF_HEADER, GENERATION_HEADER } from '#core/contract/version.ts';
import { type Answer, fail } from './answer.ts';
import { matching, readBody } from './body.ts';
import { takeForAddress } from './bounds.ts';
import { routePath } from './call-paths.ts';
import { type EdgeDeps, edge, faultOf, type Reply, type Trace } from './endpoint.ts';
import { METADATA_CACHE_CONTROL, PUBLIC_CACHE_CONTROL, SHOWN_ELSEWHERE } from './headers.ts';
import { ANONYMOUS_PER_MINUTE, BATCHES_PER_MINUTE, CALLS_PER_MINUTE } from './limits.ts';

export interface SignedDeps extends EdgeDeps {
  /** The checked launch data of a request. */
  readonly launchOf: (context: Context) => LaunchDataResult;
}

/** A call with a known sender, a valid body and a valid query, made about the sender's own account. */
export interface SignedCall<Body, Query = unknown, Params = unknown> {
  readonly launch: LaunchData;
  readonly userId: number;
  readonly body: Body;
  readonly query: Query;
  readonly params: Params;
  /** How many deletions this device knows of; null if it does not say. */
  readonly generation: number | null;
  /** The device's proof of an earlier deletion; null if it sends none. */
  readonly deletionProof: string | null;
}

export interface OpenCall<Params = unknown> {
  readonly method: string;
  readonly params: Params;
}

type Part<C, Name extends string, Absent = null> = C extends {
  readonly [key in Name]: infer Schema extends v.GenericSchema;
}
  ? v.InferOutput<Schema>
  : Absent;
type Names<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Params<C extends Call> = Readonly<Record<Names<C['path']>, string>>;
type Handle<C, Given> = (
  call: Given,
) => Promise<Reply<Part<C, 'answer', unknown>>> | Reply<Part<C, 'answer', unknown>>;

/** What a route adds to its call of the contract. */
export type Route<C extends Call> = C extends SignedKind
  ? { readonly handle: Handle<C, SignedCall<Part<C, 'body'>, Part<C, 'query'>, Params<C>>> } & Owner<C>
  : C extends OpenKind
    ? { readonly handle: Handle<C, OpenCall<Params<C>>> }
    : C extends SecretKind
      ? { readonly secret: string; readonly handle: Handle<C, { readonly body: Part<C, 'body'> }> }
      : { readonly handle: Handle<C, void> };

/** A body names the user whose account the call is about. */
type Owner<C> = C extends { readonly body: infer Body extends v.GenericSchema }
  ? { readonly owner: (body: v.InferOutput<Body>) => number }
  : unknown;

/** Routes inside this file, where the compiler does not know the call any more. */
interface AnyRoute<Given = never> {
  readonly handle: (call: Given) => Promise<Reply<unknown>> | Reply<unknown>;
}
interface OwnedRoute extends AnyRoute<SignedCall<unknown>> {
  readonly owner: (body: unknown) => number;
}
interface SecretRoute extends AnyRoute<{ readonly body: unknown }> {
  readonly secret: string;
}

type DepsOf<C> = C extends SignedKind ? SignedDeps : EdgeDeps;

export function mount<C extends Call>(app: Hono, deps: DepsOf<C>, call: C, route: Route<C>): void {
  app.on(call.method, routePath(call.path), handlerOf(deps, call, route));
}

/** Who sent a request. */
export interface Sender {
  readonly userId: number;
  /** Null if a token in the path names the user. */
  readonly launch: LaunchData | null;
}

/**
 * Mounts a call whose sender is checked here, and which the sender's ledger host answers. That host checks the rest and
 * writes the request line.
 */
export function mountForwarded(
  app: Hono,
  deps: EdgeDeps,
  { method, path }: Call,
  senderOf: (context: Context) => Answer<Sender>,
  ask: (request: Request, sender: Sender) => Promise<Response>,
): void {
  const handle = async (context: Context, trace: Trace) => {
    const sender = senderOf(context);
    if (!sender.ok) return refusedSender(deps, context, sender);
    trace.user = sender.value.userId;
    try {
      const response = await ask(context.req.raw, sender.value);
      trace.isWritten = true;
      return response;
    } catch (cause) {
      // The host is restarting or overloaded. The caller tries again later.
      trace.fault = faultOf(cause);
      return fail('unavailable');
    }
  };
  app.on(method, routePath(path), edge(deps, path, handle));
}

function handlerOf(deps: EdgeDeps, call: Call, route: AnyRoute): Handler {
  switch (call.access) {
    case 'signed':
      return call.body === undefined
        ? signed(deps as SignedDeps, call, route as AnyRoute<SignedCall<null>>)
        : signedBody(deps as SignedDeps, call, call.body, route as OwnedRoute);
    case 'open': {
      const handler = open(deps, call, route as AnyRoute<OpenCall>);
      return call.anyOrigin === true ? forAnyOrigin(handler) : handler;
    }
    case 'unlimited':
      return edge(deps, call.path, (route as AnyRoute<unknown>).handle);
    case 'secret':
      return withSecret(deps, call, route as SecretRoute);
  }
}

/** A call without a body; a user in its path must be the caller. */
function signed(
  deps: SignedDeps,
  { path, limit, query }: SignedKind,
  { handle }: AnyRoute<SignedCall<null>>,
): Handler {
  const namesUser = path.includes('{id}');
  return edge(deps, path, (context, trace) => {
    const checked = authenticate(deps, context, trace, limit);
    if (!checked.ok) return checked;
    const id = namesUser ? (context.req.param('id') ?? '') : `${checked.value.user.id}`;
    if (!/^[1-9]\d{0,15}$/.test(id)) return fail('malformed', { message: 'not a user id', path: 'id' });
    const call = signedCall(context, checked.value, null, context.req.param());
    if (!call.ok) return call;
    if (Number(id) !== call.value.userId) return fail('not_your_account');
    if (query === undefined) return handle(call.value);
    const asked = matching(query, context.req.query());
    return asked.ok ? handle({ ...call.value, query: asked.value }) : asked;
  });
}

/** A call with a JSON body that names the user. */
function signedBody(
  deps: SignedDeps,
  { path, limit }: SignedKind,
  schema: v.GenericSchema,
  { owner, handle }: OwnedRoute,
): Handler {
  return edge(deps, path, async (context, trace) => {
    const checked = authenticate(deps, context, trace, limit);
    if (!checked.ok) return checked;
    const body = await bodyOf(context, schema);
    if (!body.ok) return body;
    const call = signedCall(context, checked.value, body.value, null);
    if (!call.ok) return call;
    return owner(body.value) === call.value.userId ? handle(call.value) : fail('not_your_account');
  });
}

function open(deps: EdgeDeps, { path, kept }: OpenKind, { handle }: AnyRoute<OpenCall>): Handler {
  return edge(
    deps,
    path,
    (context) => {
      const retryAfterS = takeAnonymous(deps, context);
      if (retryAfterS > 0) return fail('rate_limited', { retryAfterS });
      return handle({ method: context.req.method, params: context.req.param() });
    },
    kept === undefined ? undefined : { cacheControl: CACHE_CONTROL[kept], tagOf: deps.sha256 },
  );
}

const CACHE_CONTROL = { minute: PUBLIC_CACHE_CONTROL, hour: METADATA_CACHE_CONTROL } as const;

function forAnyOrigin(handler: Handler): Handler {
  return async (context, next) => {
    const response = (await handler(context, next)) as Response;
    response.headers.set('access-control-allow-origin', '*');
    for (const [name, value] of Object.entries(SHOWN_ELSEWHERE)) response.headers.set(name, value);
    return response;
  };
}

/**
 * 401 without the secret, limited by address. An error is answered with 500, because the service then repeats the call.
 */
function withSecret(
  deps: EdgeDeps,
  { path, header, body: schema }: SecretKind,
  { secret, handle }: SecretRoute,
): Handler {
  const expected = deps.sha256(secret);
  return edge(deps, path, async (context) => {
    // Hashes have equal lengths, so the comparison takes constant time.
    const shown = deps.sha256(context.req.header(header) ?? '');
    if (!sameText(shown, expected)) {
      const retryAfterS = takeAnonymous(deps, context);
      return retryAfterS > 0 ? fail('rate_limited', { retryAfterS }) : fail('secret_invalid');
    }
    const body = await bodyOf(context, schema);
    return body.ok ? handle({ body: body.value }) : body;
  });
}

function bodyOf({ req }: Context, schema: v.GenericSchema): Promise<Answer<unknown>> {
  return readBody(req.raw, req.header('content-type'), req.header('content-length'), schema);
}

function authenticate(
  deps: SignedDeps,
  context: Context,
  trace: Trace,
  limit: SignedKind['limit'],
): Answer<LaunchData> {
  const result = deps.launchOf(context);
  if (!result.ok) return refusedSender(deps, context, fail(result.error));
  trace.user = result.launch.user.id;
  const retryAfterS = deps.limiter.take(`${limit}:${trace.user}`, PER_MINUTE[limit]);
  return retryAfterS > 0 ? fail('rate_limited', { retryAfterS }) : { ok: true, value: result.launch };
}

/** A refused sender counts against the limit of their address. */
function refusedSender(deps: EdgeDeps, context: Context, refusal: ReturnType<typeof fail>) {
  const retryAfterS = takeAnonymous(deps, context);
  return retryAfterS > 0 ? fail('rate_limited', { retryAfterS }) : refusal;
}

const PER_MINUTE = { call: CALLS_PER_MINUTE, batch: BATCHES_PER_MINUTE } as const;

function takeAnonymous(deps: EdgeDeps, { req, env }: Context): number {
  return takeForAddress(deps, req, env, 'address', ANONYMOUS_PER_MINUTE);
}

function signedCall<Body, Params>(
  context: Context,
  launch: LaunchData,
  body: Body,
  params: Params,
): Answer<SignedCall<Body, null, Params>> {
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
      query: null,
      params,
      generation: header === undefined ? null : Number(header),
      deletionProof: context.req.header(DELETION_PROOF_HEADER) ?? null,
    },
  };
}
