/** The whole API on a database in memory, under a clock of its own, and callers with signed launch data. */
import { createHmac, hash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { type AppConfig, createApp } from '#api/app.ts';
import { type Hmac, signLaunchData } from '#api/auth/launch-data.ts';
import type { CalendarProvider } from '#api/calendar/provider.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import type { RequestLine } from '#api/http/endpoint.ts';
import { createLimiter, type Limiter } from '#api/http/limits.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { sampleMarket } from '#api/market/sample.ts';
import { migrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import { migrate } from '#api/sqlite/migrations.ts';

export const TOKEN = '1111111111:TEST-token-of-these-vectors-only_0000';
/** A Tuesday noon. */
export const START = Date.UTC(2026, 8, 22, 12);

export const nodeHmac: Hmac = (key, text) => createHmac('sha256', key).update(text).digest();

const CONFIG: AppConfig = {
  botToken: TOKEN,
  previousToken: null,
  botUsername: 'irich_bot',
  appShortName: 'app',
  publicUrl: 'https://irich.example',
  initDataMaxAgeS: 86_400,
  trustedProxies: [],
};

export interface ApiOptions {
  readonly config?: Partial<AppConfig>;
  readonly limiter?: Limiter;
  readonly calendar?: CalendarProvider;
}

export type TestApi = ReturnType<typeof makeApi>;

export function makeApi(options: ApiOptions = {}) {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, migrations, START);
  const clock = { at: START, now: () => clock.at };
  const lines: RequestLine[] = [];
  const hmacHex = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
  const sha256 = (text: string) => hash('sha256', text);
  const ledger = openLedger({ sql, clock, sha256, hmac: hmacHex, schedule: setImmediate });
  let requests = 0;
  const app = createApp({
    config: { ...CONFIG, ...options.config },
    ledger,
    sql,
    clock,
    limiter: options.limiter ?? createLimiter(clock),
    market: sampleMarket(),
    calendar: options.calendar ?? sampleCalendar(clock),
    hmac: nodeHmac,
    sha256,
    randomToken: () => randomBytes(24).toString('hex'),
    newRecordId: () => v7(),
    requestId: () => `r${++requests}`,
    socketAddress: () => '203.0.113.7',
    onRequest: (line) => lines.push(line),
    version: '1.5.1',
  });

  /** Everything that the database holds, to show that a refused call changed nothing. */
  function dump(): string {
    const tables = sql.all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    return JSON.stringify(tables.map(({ name }) => [name, sql.all(`SELECT * FROM ${name}`)]));
  }

  async function send(method: string, path: string, init: SendInit = {}): Promise<Reply> {
    const { body, auth, headers = {} } = init;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await app.request(path, {
      method,
      ...(body === undefined ? {} : { body: text }),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(auth === undefined ? {} : { authorization: `tma ${auth}` }),
        ...headers,
      },
    });
    const answered = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text: answered,
      json: isJson ? JSON.parse(answered) : null,
    };
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

  return { app, sql, clock, ledger, lines, dump, send, user, registered };
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
}

export interface TestUser {
  readonly id: number;
  readonly auth: string;
  send(method: string, path: string, init?: SendInit): Promise<Reply>;
  register(init?: SendInit): Promise<Reply>;
}

export function launchData(id: number, options: UserOptions = {}): string {
  const user = {
    id,
    first_name: `User ${id}`,
    ...(options.username === undefined ? {} : { username: options.username }),
    ...(options.language === undefined ? {} : { language_code: options.language }),
    ...(options.premium === true ? { is_premium: true } : {}),
  };
  return signLaunchData(
    {
      auth_date: `${Math.floor((options.at ?? START) / 1000)}`,
      user: JSON.stringify(user),
      ...(options.startParam === undefined ? {} : { start_param: options.startParam }),
    },
    options.token ?? TOKEN,
    nodeHmac,
  );
}

let made = 0;
/** Another record id, of the right form. */
export function recordId(): string {
  made += 1;
  return `01901600-0000-7000-8000-${made.toString(16).padStart(12, '0')}`;
}
