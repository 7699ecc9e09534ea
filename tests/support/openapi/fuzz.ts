/**
 * Sends calls made of the document that a deployment serves. Every answer conforms to the document, a refused call
 * changes nothing, and the ledgers hold exactly the events that answers have announced.
 */
import fc from 'fast-check';
import { launchData, type TestApi } from '#tests/api/support.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, isMade, sha256 } from '#tests/support/test-deployment.ts';
import { type Auth, calls, type FuzzCall, WRONG_AUTH } from './call-arbitrary.ts';
import { type Answered, conformanceTo, isErrorBody } from './conformance.ts';
import { type ApiDocument, operationsOf } from './document.ts';
import { givenValues } from './known-values.ts';

/** User 4 was invited by 3, 3 by 2, and so on; the last one is not registered. */
const REGISTERED = [1001, 1002, 1003, 1004];
const USERS = [...REGISTERED, 1005];
/** One refused call of so many is compared by all that is stored. */
const COMPARED = 50;
/** After so many calls work that is due is done. */
const WORKED = 100;
const OWN_EVENTS = "SELECT count(*) AS n FROM events WHERE user_id = ? AND type <> 'CreditReceived.v1'";

export interface FuzzOptions {
  readonly api: TestApi;
  readonly seed: number;
  readonly calls: number;
  /** An answer that takes longer hangs, milliseconds of true time. */
  readonly hangMs?: number;
}

export interface FuzzReport {
  /** How often each operation was answered with each status. */
  readonly operations: Readonly<Record<string, ReadonlyMap<number, number>>>;
  readonly accepted: number;
  readonly refused: number;
}

/** Throws with the call and the seed if an answer is not as the document says. */
export async function fuzz({ api, seed, calls: numRuns, hangMs = 10_000 }: FuzzOptions): Promise<FuzzReport> {
  const { clock } = api;
  const document = (await api.send('GET', '/api/openapi.json')).json as ApiDocument;
  const signed = new Set(
    operationsOf(document).flatMap(({ operationId, security }) =>
      security.some((one) => 'launchData' in one) ? [operationId] : [],
    ),
  );
  const conformance = conformanceTo(document);
  const given = givenValues(clock, USERS);
  for (const [index, user] of REGISTERED.entries()) {
    await api.registered(user, index === 0 ? {} : { startParam: `${REGISTERED[index - 1]}` });
  }
  const operations = Object.fromEntries(
    operationsOf(document).map(({ operationId }) => [operationId, new Map<number, number>()]),
  );
  const report = { operations, accepted: 0, refused: 0 };
  let sent = 0;
  let appended = 0;

  /** Events of a user's own doing: those of others arrive by themselves. */
  const eventsOf = (user: number) =>
    api.look(user, (sql) => (isMade(sql) ? Number(sql.get<{ n: number }>(OWN_EVENTS, user)?.n) : 0));
  const allEvents = async () => {
    let sum = 0;
    for (const user of USERS) sum += await eventsOf(user);
    return sum;
  };
  const first = await allEvents();

  async function check(call: FuzzCall): Promise<void> {
    clock.at += call.waitMs;
    sent += 1;
    if (sent % WORKED === 0) await api.ring();
    const caller = callerOf(call);
    const stored = sent % COMPARED === 0 ? await storedAfterWork() : null;
    const before = await eventsOf(caller);
    const answer = await answerOf(call);
    const change = (await eventsOf(caller)) - before;
    appended += change;
    const faults = [...faultsOf(call, answer), ...changeFaults(call, answer, change)];
    if (stored !== null && answer.status >= 400 && (await api.dump()) !== stored) {
      faults.push('a refused call has changed what is stored');
    }
    if (faults.length > 0)
      throw new Error(`${faults.join('; ')}\n${call.operationId}: ${answer.text.slice(0, 500)}`);
    count(call, answer);
  }

  async function storedAfterWork(): Promise<string> {
    await api.ring();
    return api.dump();
  }

  async function answerOf(call: FuzzCall): Promise<Answered> {
    const response = await inTime(api.fetch(requestOf(call, clock.at)), hangMs);
    const { status, headers } = response;
    return { status, headers, text: await inTime(response.text(), hangMs) };
  }

  function faultsOf(call: FuzzCall, answer: Answered): string[] {
    const { operationId, method, body } = call;
    const { status, text } = answer;
    if (status === 500) return ['500'];
    const isRefused = status >= 400;
    if (!call.isPlain) {
      // Outside of the API pages answer.
      const isOfApi = new URL(`https://irich.example${call.path}`).pathname.startsWith('/api/');
      const isShaped = !isOfApi || !isRefused || method === 'HEAD' || isErrorBody(text);
      return isShaped ? [] : ['an error without its shape'];
    }
    const faults = conformance.faultsOf(operationId, method, answer);
    if (isRefused || !signed.has(operationId)) return faults;
    if ((WRONG_AUTH as readonly Auth[]).includes(call.auth))
      faults.push(`taken with launch data: ${call.auth}`);
    const named = `${call.path} ${body}`;
    if (named.includes(`${call.user}`) && !named.includes(`${callerOf(call)}`))
      faults.push('taken from another user');
    if (body !== null && method !== 'GET' && hasBody(operationId)) {
      if (call.encoding !== 'utf-8' || !conformance.isDocumented(operationId, body)) {
        faults.push('a body was taken that is not documented');
      }
    }
    return faults;
  }

  function hasBody(operationId: string): boolean {
    return operationsOf(document).some(
      (one) => one.operationId === operationId && one.requestBody !== undefined,
    );
  }

  function changeFaults(call: FuzzCall, { status, text }: Answered, change: number): string[] {
    const most = status >= 400 || !call.isPlain ? 0 : announced(call.operationId, text);
    if (!call.isPlain && status < 400) return [];
    const isRight = typeof most === 'number' ? change === most : change === 0 || change === 1;
    return isRight ? [] : [`${change} events, announced were ${most ?? 'one at most'}`];
  }

  function count({ operationId, user }: FuzzCall, { status, headers, text }: Answered): void {
    const statuses = operations[operationId];
    statuses?.set(status, (statuses.get(status) ?? 0) + 1);
    if (status >= 400) report.refused += 1;
    else report.accepted += 1;
    if (status !== 200 || operationId === 'openApi') return;
    given.keep(operationId, user, { etag: headers.get('etag') ?? '"none"' });
    if (headers.get('content-type')?.startsWith('application/json') === true && text !== '') {
      given.keep(operationId, user, JSON.parse(text));
    }
  }

  await fc.assert(fc.asyncProperty(calls({ document, users: USERS, ...given }), check), {
    seed,
    numRuns,
    includeErrorInReport: true,
  });

  await api.settle();
  // Where each user has a database, a credit is not beside its cause.
  const credits = api.differences.friendsMaxAgeS > 0 ? 'elsewhere' : 'here';
  const findings: unknown[] = [];
  for (const user of USERS) {
    findings.push(
      ...(await api.look(user, (sql) =>
        isMade(sql) ? audit({ sql, sha256, hmac: hmacHex, credits }).findings : [],
      )),
    );
  }
  if (findings.length > 0) throw new Error(`The audit finds ${JSON.stringify(findings.slice(0, 5))}`);
  const total = await allEvents();
  if (total !== first + appended)
    throw new Error(`${total} events, and ${first} + ${appended} were announced`);
  return report;
}

/** How many events an accepted call says that it has appended; null if it says nothing: at most one. */
function announced(operationId: string, text: string): number | null {
  const body = () => JSON.parse(text) as { answer?: string; results?: readonly { answer: string }[] };
  switch (operationId) {
    case 'register':
    case 'onboarding':
    case 'linkWallet':
    case 'sealPlan':
    case 'revealPlan':
      return null;
    case 'deleteUser':
    case 'claimCheckIn':
      return 1;
    case 'calculation':
      return body().answer === 'recorded' ? 1 : 0;
    case 'sync':
      return body().results?.filter(({ answer }) => answer === 'recorded').length ?? 0;
    default:
      return 0;
  }
}

/** Whose launch data a call carries. */
function callerOf({ user, auth }: FuzzCall): number {
  return auth === 'of another user' ? (USERS[(USERS.indexOf(user) + 1) % USERS.length] ?? user) : user;
}

function requestOf(call: FuzzCall, now: number): Request {
  const authorization = authorizationOf(call, now);
  return new Request(`https://irich.example${call.path}`, {
    method: call.method,
    headers: { ...(authorization === null ? {} : { authorization }), ...call.headers },
    ...(call.body === null ? {} : { body: bytesOf(call.body, call.encoding) }),
  });
}

function authorizationOf(call: FuzzCall, now: number): string | null {
  const own = launchData(callerOf(call), { at: now });
  switch (call.auth) {
    case 'own':
    case 'of another user':
      return `tma ${own}`;
    case 'stale':
      return `tma ${launchData(call.user, { at: now - 7_200_000 })}`;
    case 'none':
      return null;
    case 'forged':
      return `tma ${own.replace(/hash=./, (text) => (text === 'hash=0' ? 'hash=1' : 'hash=0'))}`;
    case 'expired':
      return `tma ${launchData(call.user, { at: now - 86_401_000 })}`;
    case 'early':
      return `tma ${launchData(call.user, { at: now + 120_000 })}`;
    case 'of another bot':
      return `tma ${launchData(call.user, { at: now, token: '2222222222:another-bot-of-somebody-else-entirely' })}`;
    case 'another scheme':
      return `Bearer ${own}`;
    case 'noise':
      return `tma ${own}&hash=%zz&user=\xff`;
  }
}

function bytesOf(text: string, encoding: FuzzCall['encoding']): Uint8Array<ArrayBuffer> {
  const utf8 = new TextEncoder().encode(text);
  if (encoding === 'utf-8') return utf8;
  if (encoding === 'utf-16') return Uint8Array.from(utf8, (_, index) => utf8[index >> 1] ?? 0);
  return Buffer.concat([Uint8Array.of(0xff), utf8]);
}

function inTime<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer came')), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
