/**
 * `/api/operator/…`: an operator with the move secret moves ledgers here and away, and audits them. Not part of the public contract.
 * Without a secret there is no such path, and a caller with a wrong one gets the same answer.
 *
 * - `GET home`: `DeploymentFacts`, and how many parts the directory has.
 * - `GET users?part&after&limit`: `{users}` of one part, with ids above `after`, lowest first.
 * - `POST calendar` with `{events, removed, apply}`: what an import changes, or would change if `apply` is false; see `calendar/store.ts`.
 * - `POST unlink-wallet` with `{userId, reason}`: the outcome, see `wallet/unlink.ts`.
 * - `POST erase` with `{userId}`: the outcome, see `users/delete-data.ts`.
 * - `POST personal` with `{userId}`: a link to the personal export, see `exports/tokens.ts`.
 * - `POST asks` with `{asks: [{userId, ask}]}`: the answer of each ledger, in the same order; see `transfer/operate.ts`.
 */
import * as v from 'valibot';
import { type Hmac, sameText } from '#api/auth/launch-data.ts';
import { EventId, ImportedEvent } from '#api/calendar/import-file.ts';
import type { ImportPlan } from '#api/calendar/store.ts';
import type { DirectoryPeer } from '#api/credits/peers.ts';
import type { PersonalLink } from '#api/exports/tokens.ts';
import { type Answer, fail } from '#api/runtime/http/answer.ts';
import { readBody } from '#api/runtime/http/body.ts';
import { type EdgeDeps, faultOf } from '#api/runtime/http/endpoint.ts';
import { API_HEADERS } from '#api/runtime/http/headers.ts';
import { type DeploymentFacts, MOST_ASKS, SHARED_MIGRATIONS } from '#api/transfer/deployment.ts';
import { Ask, type Kind, STILL_WRITTEN, type Told } from '#api/transfer/operate.ts';
import type { Erasure } from '#api/users/delete-data.ts';
import type { Unlinked } from '#api/wallet/unlink.ts';
import { ERRORS } from '#core/contract/errors.ts';
import { DIRECTORY_PARTS } from './directory.ts';

/** The calls of an operator to the object of one user. */
export interface OperatedHost {
  unlinkWallet(reason: string): Promise<Unlinked>;
  eraseUser(): Promise<Erasure>;
  personalExport(): Promise<PersonalLink>;
  operate(ask: Ask): Promise<Told[Kind] | typeof STILL_WRITTEN>;
}

/** The object that stores the economic events. */
export interface CalendarPeer {
  importEvents(
    events: readonly ImportedEvent[],
    removed: readonly string[],
    apply: boolean,
  ): Promise<ImportPlan>;
}

export interface OperatorDeps {
  readonly moveSecret: string;
  readonly creditSecret: string;
  readonly readOnly: boolean;
  readonly user: (userId: number) => OperatedHost;
  /** @param part 0 to `DIRECTORY_PARTS - 1`. */
  readonly directory: (part: number) => DirectoryPeer;
  /** Without it events cannot be imported. */
  readonly calendar?: () => CalendarPeer;
}

export interface OperatorEdge
  extends Pick<EdgeDeps, 'clock' | 'limiter' | 'socketAddress' | 'requestId' | 'onRequest'> {
  readonly hmac: Hmac;
}

const PREFIX = '/api/operator/';
const CALLS_PER_MINUTE = 6_000;
const MOST_BYTES = 1024 * 1024;
const MOST_USERS = 1_000;

const UserId = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

const Asks = v.strictObject({
  asks: v.pipe(v.array(v.strictObject({ userId: UserId, ask: Ask })), v.maxLength(MOST_ASKS)),
});

const Unlink = v.strictObject({ userId: UserId, reason: v.pipe(v.string(), v.maxLength(2000)) });

const OfUser = v.strictObject({ userId: UserId });

const Import = v.strictObject({
  events: v.pipe(v.array(ImportedEvent), v.maxLength(1000)),
  removed: v.optional(v.pipe(v.array(EventId), v.maxLength(1000)), []),
  apply: v.boolean(),
});

function bodyOf<Schema extends v.GenericSchema>(request: Request, schema: Schema) {
  const header = (name: string) => request.headers.get(name) ?? undefined;
  return readBody(request, header('content-type'), header('content-length'), schema, MOST_BYTES);
}

/** Null for other paths and other callers. */
export function createOperator(
  deps: OperatorDeps,
  edge: OperatorEdge,
): (request: Request, env: unknown) => Promise<Response | null> {
  const { clock, hmac, limiter } = edge;
  // Keyed hashes are compared, so that the time reveals neither the secret nor its length.
  const digest = (text: string) => hmac('irich operator', text).join();
  const expected = digest(`Bearer ${deps.moveSecret}`);

  async function answer(request: Request, url: URL): Promise<Answer<object>> {
    const path = url.pathname.slice(PREFIX.length);
    if (request.method === 'GET' && path === 'home') {
      const { creditSecret, readOnly } = deps;
      const facts: DeploymentFacts = { creditSecret, readOnly, migrations: SHARED_MIGRATIONS };
      return { ok: true, value: { ...facts, parts: DIRECTORY_PARTS } };
    }
    if (request.method === 'GET' && path === 'users') return users(url.searchParams);
    if (request.method === 'POST' && path === 'asks') return asks(request);
    if (request.method === 'POST' && path === 'unlink-wallet') {
      const body = await bodyOf(request, Unlink);
      if (!body.ok) return body;
      return { ok: true, value: await deps.user(body.value.userId).unlinkWallet(body.value.reason) };
    }
    if (request.method === 'POST' && path === 'erase') {
      const body = await bodyOf(request, OfUser);
      if (!body.ok) return body;
      return { ok: true, value: await deps.user(body.value.userId).eraseUser() };
    }
    if (request.method === 'POST' && path === 'personal') {
      const body = await bodyOf(request, OfUser);
      if (!body.ok) return body;
      return { ok: true, value: await deps.user(body.value.userId).personalExport() };
    }
    if (request.method === 'POST' && path === 'calendar' && deps.calendar !== undefined) {
      const body = await bodyOf(request, Import);
      if (!body.ok) return body;
      const { events, removed, apply } = body.value;
      return { ok: true, value: await deps.calendar().importEvents(events, removed, apply) };
    }
    return fail('not_found');
  }

  async function users(query: URLSearchParams): Promise<Answer<object>> {
    const [part = -1, after = -1, limit = 0] = ['part', 'after', 'limit'].map((name) =>
      /^\d{1,16}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : undefined,
    );
    if (part < 0 || part >= DIRECTORY_PARTS || after < 0 || limit < 1 || limit > MOST_USERS)
      return fail('malformed');
    return { ok: true, value: { users: await deps.directory(part).list(after, limit) } };
  }

  async function asks(request: Request): Promise<Answer<object>> {
    const body = await bodyOf(request, Asks);
    if (!body.ok) return body;
    const told = await Promise.all(body.value.asks.map(({ userId, ask }) => deps.user(userId).operate(ask)));
    return told.includes(STILL_WRITTEN)
      ? fail('unavailable', { message: 'READ_ONLY has not reached all of these ledgers yet.' })
      : { ok: true, value: told };
  }

  return async (request, env) => {
    const url = new URL(request.url);
    if (!url.pathname.startsWith(PREFIX)) return null;
    if (!sameText(digest(request.headers.get('authorization') ?? ''), expected)) return null;
    const waitS = limiter.take(`operator:${edge.socketAddress(env)}`, CALLS_PER_MINUTE);
    const started = clock.now();
    const id = edge.requestId();
    let reply: Answer<object>;
    let fault: string | undefined;
    try {
      reply = waitS > 0 ? fail('rate_limited') : await answer(request, url);
    } catch (cause) {
      fault = faultOf(cause);
      reply = fail('unavailable');
    }
    const status = reply.ok ? 200 : ERRORS[reply.error.code];
    const now = clock.now();
    edge.onRequest({
      time: new Date(now).toISOString(),
      id,
      method: request.method,
      path: url.pathname,
      status,
      ms: now - started,
      ...(reply.ok ? {} : { code: reply.error.code }),
      ...(fault === undefined ? {} : { fault }),
    });
    const body = reply.ok ? reply.value : { error: { code: reply.error.code, message: reply.error.message } };
    return new Response(JSON.stringify(body), {
      status,
      headers: {
        ...API_HEADERS,
        'x-request-id': id,
        ...(waitS > 0 ? { 'retry-after': `${waitS}` } : {}),
      },
    });
  };
}
