/**
 * The whole API in either home, under a clock of its own, and callers with signed launch data. `IRICH_HOME` says which one:
 * `machine` (the default), or `cloudflare`, which in workerd are real Durable Objects and in Node the same objects without
 * a runtime.
 */
import type { AppConfig } from '#api/app.ts';
import { signLaunchData } from '#api/auth/launch-data.ts';
import type { CalendarProvider } from '#api/calendar/provider.ts';
import { readCloudflareConfig } from '#api/config.ts';
import type { TrustedProxies } from '#api/http/address.ts';
import type { RequestLine } from '#api/http/endpoint.ts';
import type { Limiter } from '#api/http/limits.ts';
import { readAccount } from '#api/ledger/accounts.ts';
import { eventsAfter } from '#api/ledger/event-rows.ts';
import type { SbtConfig } from '#api/sbt/config.ts';
import type { Sql, Synchronous } from '#api/sqlite/port.ts';
import { DEPLOYMENT, PREVIOUS_TOKEN, START, TOKEN } from '#tests/support/deployment.ts';
import {
  DIFFERENCES,
  type HomeName,
  type HomeSeams,
  hmac,
  type TestClock,
  type TestHome,
} from '#tests/support/homes.ts';

export { PREVIOUS_TOKEN, START, TOKEN };
export const CONFIG = configured();

const HOME = homeName(process.env['IRICH_HOME'] ?? 'machine');
const openHome = await opener();

export interface ApiOptions {
  /** Whom a machine believes; a platform says itself where a call comes from. */
  readonly trustedProxies?: TrustedProxies;
  readonly limiter?: Limiter;
  readonly calendar?: CalendarProvider;
  readonly sbt?: SbtConfig;
  readonly ready?: NonNullable<HomeSeams['ready']>;
}

export type TestApi = Awaited<ReturnType<typeof makeApi>>;

export async function makeApi(options: ApiOptions = {}) {
  const clock: TestClock = { at: START, now: () => clock.at };
  const lines: RequestLine[] = [];
  const home = await openHome({
    ...options,
    config: { ...CONFIG, trustedProxies: options.trustedProxies ?? CONFIG.trustedProxies },
    clock,
    onRequest: (line) => void lines.push(line),
  });
  return { lines, differences: DIFFERENCES[HOME], ...apiOver(home, clock) };
}

/** Callers of a home, and views of what it keeps. */
export function apiOver(home: TestHome, clock: TestClock) {
  async function send(method: string, path: string, init: SendInit = {}): Promise<Reply> {
    return replyOf(await home.fetch(requestOf(method, path, init)));
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

  /** A user who is registered, and onboarded. */
  async function registered(id: number, more: UserOptions = {}): Promise<TestUser> {
    const made = user(id, more);
    await made.register();
    await made.send('POST', '/api/user/onboarding', { body: { userId: id } });
    return made;
  }

  const look = <T>(userId: number, work: (sql: Sql) => Synchronous<T>) => home.look(userId, work);
  return {
    ...home,
    clock,
    send,
    user,
    registered,
    /** The user's ledger as it stands; null where there is none. */
    account: (userId: number) => look(userId, (sql) => readAccount(sql, userId)),
    /** Events after sequence number `after`, in order. */
    events: (userId: number, after = 0, limit = 1000) =>
      look(userId, (sql) => eventsAfter(sql, userId, after, limit)),
    /** What a table holds of this user. */
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

function homeName(name: string): HomeName {
  if (Object.hasOwn(DIFFERENCES, name)) return name as HomeName;
  throw new Error(`IRICH_HOME is ${name}, and neither machine nor cloudflare`);
}

/** Each home is loaded where it is wanted: what one needs is not there in every runtime. */
async function opener(): Promise<(seams: HomeSeams) => Promise<TestHome>> {
  if (navigator.userAgent === 'Cloudflare-Workers') {
    return (await import('#tests/support/durable-home.ts')).openDurableHome;
  }
  if (HOME === 'machine') return (await import('#tests/support/machine-home.ts')).openMachineHome;
  return (await import('#tests/support/object-homes.ts')).openObjectHome;
}

export interface SendInit {
  readonly body?: unknown;
  /** Launch data; null sends none where a user would send theirs. */
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
  /** The bot may write to them. */
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
/** Another record id, of the right form. */
export function recordId(): string {
  made += 1;
  return `01901600-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
}
