/**
 * The whole API in either deployment, with its own clock, and callers with signed launch data. `IRICH_DEPLOYMENT`
 * selects `machine` (the default) or `cloudflare`: real Durable Objects in workerd, and the same objects
 * without a runtime in Node.
 */
import type { AppConfig } from '#api/app.ts';
import { signLaunchData } from '#api/auth/launch-data.ts';
import type { CalendarProvider } from '#api/calendar/provider.ts';
import { readCloudflareConfig } from '#api/config.ts';
import { readAccount } from '#api/ledger/accounts.ts';
import { eventsAfter } from '#api/ledger/event-rows.ts';
import type { TrustedProxies } from '#api/runtime/http/address.ts';
import type { RequestLine } from '#api/runtime/http/endpoint.ts';
import type { Limiter } from '#api/runtime/http/limits.ts';
import type { Sql, Synchronous } from '#api/runtime/sqlite/port.ts';
import type { SbtConfig } from '#api/sbt/minting.ts';
import { DEPLOYMENT, PREVIOUS_TOKEN, START, TOKEN } from '#tests/support/deployment.ts';
import { checkDocumented } from '#tests/support/documented.ts';
import {
  type DeploymentName,
  type DeploymentSeams,
  DIFFERENCES,
  hmac,
  type TestClock,
  type TestDeployment,
} from '#tests/support/test-deployment.ts';

export { PREVIOUS_TOKEN, START, TOKEN };
export const CONFIG = configured();

const CHOSEN = deploymentName(process.env['IRICH_DEPLOYMENT'] ?? 'machine');
const openDeployment = await opener();

export interface ApiOptions {
  /** Which proxies a machine trusts; a platform reports a caller's address itself. */
  readonly trustedProxies?: TrustedProxies;
  readonly limiter?: Limiter;
  readonly calendar?: CalendarProvider;
  readonly sbt?: SbtConfig;
  readonly ready?: NonNullable<DeploymentSeams['ready']>;
}

export type TestApi = Awaited<ReturnType<typeof makeApi>>;

export async function makeApi(options: ApiOptions = {}) {
  const clock: TestClock = { at: START, now: () => clock.at };
  const lines: RequestLine[] = [];
  const deployment = await openDeployment({
    ...options,
    config: { ...CONFIG, trustedProxies: options.trustedProxies ?? CONFIG.trustedProxies },
    clock,
    onRequest: (line) => void lines.push(line),
  });
  return { lines, differences: DIFFERENCES[CHOSEN], ...apiOver(deployment, clock) };
}

/** Callers of a deployment, and views of its data. */
export function apiOver(deployment: TestDeployment, clock: TestClock) {
  async function send(method: string, path: string, init: SendInit = {}): Promise<Reply> {
    const reply = await replyOf(await deployment.fetch(requestOf(method, path, init)));
    checkDocumented(method, path, reply.json?.error?.code);
    return reply;
  }

  function user(id: number, more: UserOptions = {}): TestUser {
    const auth = launchData(id, { at: clock.at, ...more });
    return {
      id,
      auth,
      send: (method, path, init = {}) => send(method, path, { auth, ...init }),
      register: (init = {}) => send('POST', '/api/user/register', { auth, body: { id }, ...init }),
    };
  }

  /** A registered and onboarded user. */
  async function registered(id: number, more: UserOptions = {}): Promise<TestUser> {
    const made = user(id, more);
    await made.register();
    await made.send('POST', '/api/user/onboarding', { body: { userId: id } });
    return made;
  }

  const look = <T>(userId: number, work: (sql: Sql) => Synchronous<T>) => deployment.look(userId, work);
  return {
    ...deployment,
    clock,
    send,
    user,
    registered,
    /** The user's current ledger state; null without a ledger. */
    account: (userId: number) => look(userId, (sql) => readAccount(sql, userId)),
    /** Events after sequence number `after`, in order. */
    events: (userId: number, after = 0, limit = 1000) =>
      look(userId, (sql) => eventsAfter(sql, userId, after, limit)),
    /** This user's rows of a table. */
    rows: (
      userId: number,
      table:
        | 'people'
        | 'last_seen'
        | 'calculations'
        | 'exports'
        | 'notices'
        | 'pictures'
        | 'vouchers'
        | 'tokens',
    ) => look(userId, (sql) => sql.all<Row>(`SELECT * FROM ${table} WHERE user_id = ?`, userId)),
  };
}

function configured(): AppConfig {
  const read = readCloudflareConfig(DEPLOYMENT);
  if (!read.ok) throw new Error(read.faults.join('; '));
  return read.config;
}

type Row = Readonly<Record<string, string | number | null>>;

function deploymentName(name: string): DeploymentName {
  if (Object.hasOwn(DIFFERENCES, name)) return name as DeploymentName;
  throw new Error(`IRICH_DEPLOYMENT is ${name}, and neither machine nor cloudflare`);
}

/** Each deployment is loaded on demand, since not every runtime has what the other needs. */
async function opener(): Promise<(seams: DeploymentSeams) => Promise<TestDeployment>> {
  if (navigator.userAgent === 'Cloudflare-Workers') {
    return (await import('#tests/support/workerd-deployment.ts')).openWorkerdDeployment;
  }
  if (CHOSEN === 'machine')
    return (await import('#tests/support/machine-deployment.ts')).openMachineDeployment;
  return (await import('#tests/support/objects-deployment.ts')).openObjectsDeployment;
}

export interface SendInit {
  readonly body?: unknown;
  /** Launch data; null sends none in place of the user's own. */
  readonly auth?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever came back.
  readonly json: any;
}

export interface UserOptions {
  /** When it was signed, milliseconds. */
  readonly at?: number;
  readonly startParam?: string;
  readonly premium?: boolean;
  readonly username?: string;
  readonly language?: string;
  readonly token?: string;
  /** The bot may write to the user. */
  readonly allowsWrite?: boolean;
}

export interface TestUser {
  readonly id: number;
  readonly auth: string;
  send(method: string, path: string, init?: SendInit): Promise<Reply>;
  register(init?: SendInit): Promise<Reply>;
}

export function requestOf(method: string, path: string, init: SendInit): Request {
  const { body, auth, headers = {} } = init;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return new Request(`https://irich.example${path}`, {
    method,
    ...(body === undefined ? {} : { body: text }),
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(auth === undefined ? {} : { authorization: `tma ${auth}` }),
      ...headers,
    },
  });
}

export async function replyOf(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  return { status, headers, text, json: isJson ? JSON.parse(text) : null };
}

export function launchData(id: number, options: UserOptions = {}): string {
  const user = {
    id,
    first_name: `User ${id}`,
    ...(options.username === undefined ? {} : { username: options.username }),
    ...(options.language === undefined ? {} : { language_code: options.language }),
    ...(options.premium === true ? { is_premium: true } : {}),
    ...(options.allowsWrite === true ? { allows_write_to_pm: true } : {}),
  };
  return signLaunchData(
    {
      auth_date: `${Math.floor((options.at ?? START) / 1000)}`,
      user: JSON.stringify(user),
      ...(options.startParam === undefined ? {} : { start_param: options.startParam }),
    },
    options.token ?? TOKEN,
    hmac,
  );
}

let made = 0;
/** A new valid record id. */
export function recordId(): string {
  made += 1;
  return `01901600-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
}
