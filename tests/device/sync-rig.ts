/** A device without screens: the real sync over a store in memory, against a server whose answers the test writes. */
import { createHash } from 'node:crypto';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { chosenTime } from '#api/users/account.ts';
import { DEFAULT_SETTINGS, type Settings } from '#core/contract/settings.ts';
import type { ProfileRecord } from '#core/contract/user.ts';
import type { Command } from '#core/points/commands.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { initialState, isDeleted, type LedgerState } from '#core/points/evolve.ts';
import { execute } from '#core/points/execute.ts';
import { followKeys } from '#core/proof/key-change.ts';
import type { PinTexts } from '#core/proof/pins.ts';
import * as CALLS from '#device/calls/calls.ts';
import { createDevice, type OpenDevice } from '#device/create-device.ts';
import { createMemoryDatabase, type MemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import type { OutboxRow, RecordRow } from '#device/store/rows.ts';
import type { Fetch } from '#device/sync/api-client.ts';
import { verifierInPlace } from '#device/verify/port.ts';
import type { Wake } from '#platform/network.ts';
import { type VirtualTime, virtualTime } from '#tests/simulation/virtual-time.ts';
import { type FakeEdits, fakeEdits } from '#tests/support/fake-edits.ts';
import { revealOn, sealOn } from '#tests/support/fake-seals.ts';
import { NO_PINS } from '#tests/support/proof/no-pins.ts';

export const USER = 42;
const PUBLIC = ['GET /api/market/overview', 'GET /api/coins', 'GET /api/calendar'];
export const START = Date.UTC(2026, 2, 10, 12);
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export interface Call {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every call
  readonly body: any;
}

/** A server answer; `null` for no answer. */
export type Scripted = { status: number; body: unknown; headers?: Record<string, string> } | null;

export interface Rig {
  readonly time: VirtualTime;
  readonly database: MemoryDatabase;
  readonly calls: Call[];
  /** Answers by call, such as `POST /api/sync`; other calls get a healthy server's answer. */
  readonly script: Map<string, (call: Call) => Scripted>;
  readonly ledger: FakeLedger;
  readonly logs: string[];
  persisted: number;
  online: boolean;
  isVisible: boolean;
  /** Whether code loaded on demand by a screen arrives. */
  codeComes: boolean;
  /** How far the device's clock is ahead of the server's, whose answers then tell the time. */
  clockAhead: number;
  /** What the build pins when the device is opened. */
  pins: PinTexts;
  /** The zone of the device when it is opened. */
  zone: string | null;
  /** How long the next request takes to the server; its answer comes at once. */
  wayMs: number;
  readonly fetch: Fetch;
  open(launchData?: string): Promise<OpenDevice>;
  wake(kind: Wake): void;
  /** Advances the time by this many milliseconds. */
  pass(ms: number): Promise<void>;
  names(): string[];
  rows(table: 'records'): RecordRow[];
  rows(table: 'outbox'): OutboxRow[];
}

/** @param other the rig of another device of the same user: both have its server. */
export function rig(other?: Rig): Rig {
  const time = other?.time ?? virtualTime(START);
  const database = createMemoryDatabase();
  const calls: Call[] = [];
  const script: Rig['script'] = new Map();
  const wakes = new Set<(wake: Wake) => void>();
  const logs: string[] = [];
  const ledger = other?.ledger ?? fakeLedger(() => time.now());

  const self: Rig = {
    time,
    database,
    calls,
    script,
    ledger,
    logs,
    persisted: 0,
    online: true,
    isVisible: true,
    codeComes: true,
    wayMs: 10,
    clockAhead: 0,
    pins: NO_PINS,
    zone: null,
    fetch: (url, init) =>
      new Promise((resolve, reject) => {
        init.signal.addEventListener('abort', () => reject(new Error('aborted')));
        const [path = '', query = ''] = url.split('?');
        const name = `${init.method} ${path.replace(/\/42(?=\/|$)/, '/{id}').replace(/[0-9a-f-]{36}$/, '{recordId}')}`;
        const body = init.body === undefined ? null : JSON.parse(init.body);
        const call = {
          name,
          path: query === '' ? path : `${path}?${query}`,
          headers: init.headers,
          body,
        };
        time.after(self.wayMs, () => {
          if (!self.online) return reject(new TypeError('no network'));
          calls.push(call);
          const answer = (script.get(name) ?? ledger.answer)(call);
          if (answer === null) return undefined;
          const date = self.clockAhead === 0 ? {} : { date: new Date(time.now()).toUTCString() };
          const headers = new Headers({ ...date, ...answer.headers });
          if (answer.body instanceof Uint8Array) {
            return resolve(
              new Response(answer.body as Uint8Array<ArrayBuffer>, { status: answer.status, headers }),
            );
          }
          const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
          return resolve({ status: answer.status, headers, text: async () => text });
        });
      }),
    async open(launchData = 'launch=1') {
      const opening = createDevice({
        userId: USER,
        launchData,
        store: openMemoryStore(database, 'kept'),
        baseUrl: '',
        clock: { now: () => time.now() + self.clockAhead, after: time.after },
        zone: self.zone,
        random: { next: () => (other === undefined ? 0.5 : 0.6) },
        network: {
          isVisible: () => self.isVisible,
          onWake(listener) {
            wakes.add(listener);
            return () => wakes.delete(listener);
          },
        },
        lock: { run: (work) => work() },
        pins: self.pins,
        fetchCalls: async () => {
          if (!self.codeComes) throw new TypeError('Failed to fetch dynamically imported module');
          return { ...CALLS, verifier: verifierInPlace(sha256, { ...PROOF_PORTS, followKeys }) };
        },
        persist: async () => {
          self.persisted += 1;
          return true;
        },
        log: (message) => logs.push(message),
        fetch: self.fetch,
      });
      const done = { device: null as OpenDevice | null };
      void opening.then((device) => {
        done.device = device;
      });
      await time.runUntil(time.now());
      if (done.device === null) throw new Error('the device did not open');
      return done.device;
    },
    wake(kind) {
      for (const listener of [...wakes]) listener(kind);
    },
    pass: (ms) => time.runUntil(time.now() + ms),
    names: () => calls.map(({ name }) => name),
    rows: (table: 'records' | 'outbox') => [...(database.tables.get(table)?.values() ?? [])] as never,
  };
  return self;
}

export function refusal(status: number, code: string, headers?: Record<string, string>): Scripted {
  const body = { error: { code, message: code } };
  return headers === undefined ? { status, body } : { status, body, headers };
}

export interface FakeLedger {
  state: LedgerState;
  events: StoredEvent[];
  language: 'en' | 'ru' | null;
  settings: Settings;
  /** Times of the choices as the server stores them. */
  languageChosenAt: number;
  settingsChosenAt: number;
  mayWrite: boolean;
  readonly edits: FakeEdits;
  /** @param at milliseconds; by default now. */
  apply(command: Command, at?: number): void;
  /** Cuts the ledger back to this many events. */
  cut(length: number): void;
  answer(call: Call): Scripted;
  profile(): ProfileRecord;
}

/** A healthy server for one user: core's own ledger, and answers of the contract. */
function fakeLedger(now: () => number): FakeLedger {
  const self: FakeLedger = {
    state: initialState(USER),
    events: [],
    language: null,
    settings: DEFAULT_SETTINGS,
    languageChosenAt: 0,
    settingsChosenAt: 0,
    mayWrite: false,
    apply(command, at = now()) {
      const done = execute(self.state, command, at, sha256);
      if (!done.ok) throw new Error(done.error.type);
      self.state = done.state;
      self.events.push(...done.events);
    },
    cut(length) {
      const commands = self.events.slice(0, length);
      self.state = initialState(USER);
      self.events = [];
      for (const event of commands) replay(self, event);
    },
    edits: fakeEdits(now, (subject) => self.events.some(({ eventId }) => eventId === subject)),
    profile: () => ({ ...profileOf(self.state), edits: self.edits.newest() }),
    answer(call) {
      const { name, body } = call;
      const isOpen = PUBLIC.includes(name) || name === 'POST /api/user/register';
      if (!isOpen && self.state.registered === null) return refusal(404, 'unknown_user');
      return answerOf(self, name, call, body, now());
    },
  };
  return self;
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of every call
function answerOf(ledger: FakeLedger, name: string, call: Call, body: any, now: number): Scripted {
  const ok = (value: unknown): Scripted => ({ status: 200, body: value });
  const query = new URLSearchParams(call.path.split('?')[1] ?? '');
  const chosen = () => chosenTime(body.chosenAt ?? null, body.sentAt ?? null, now);
  switch (name) {
    case 'POST /api/user/register':
      if (ledger.state.registered === null) {
        const firstAuthDate = START / 1000 - 60;
        ledger.apply({
          type: 'register',
          firstAuthDate,
          premium: false,
          referrer: null,
          referrerRegistered: false,
        });
      }
      return ok(welcome(ledger));
    case 'POST /api/user/onboarding':
      ledger.apply({ type: 'complete_onboarding' });
      return ok(welcome(ledger));
    case 'PATCH /api/user/language':
      if (chosen() >= ledger.languageChosenAt) {
        ledger.language = body.languageCode;
        ledger.languageChosenAt = chosen();
      }
      return ok({ language_code: ledger.language });
    case 'GET /api/user/language/{id}':
      return ok({ language_code: ledger.language });
    case 'GET /api/user/settings/{id}':
      return ok({ settings: ledger.settings, mayWrite: ledger.mayWrite });
    case 'PUT /api/user/settings':
      if (chosen() >= ledger.settingsChosenAt) {
        ledger.settings = { ...ledger.settings, ...body.settings };
        ledger.settingsChosenAt = chosen();
      }
      ledger.mayWrite ||= body.mayWrite === true;
      return ok({ settings: ledger.settings, mayWrite: ledger.mayWrite });
    case 'GET /api/user/{id}':
      return ok(ledger.profile());
    case 'POST /api/user/sessions':
      return ok({ recorded: true });
    case 'POST /api/sync':
      return ok({
        results: body.records.map((record: WireRecord) => record_(ledger, record)),
        profile: ledger.profile(),
      });
    case 'GET /api/ledger/{id}': {
      const after = Number(query.get('after'));
      const events = ledger.events.filter(({ seq }) => seq > after).slice(0, Number(query.get('limit')));
      return ok({ events, head: ledger.state.head });
    }
    case 'GET /api/records/{id}':
      return ok({ records: [], nextBefore: null });
    case 'POST /api/edits':
      return ok(ledger.edits.save(body));
    case 'GET /api/edits/{id}':
      return ok(ledger.edits.read(query));
    case 'POST /api/seals':
      return ok(sealOn(ledger, body));
    case 'POST /api/seals/reveal': {
      const revealed = revealOn(ledger, body);
      return revealed === null ? refusal(409, 'not_sealed') : ok(revealed);
    }
    case 'DELETE /api/records/{id}/{recordId}':
      return ok({ deleted: 1 });
    case 'DELETE /api/user/{id}':
      if (isDeleted(ledger.state)) return refusal(410, 'data_deleted');
      ledger.apply({ type: 'delete_data' });
      return ok({ deleted: true, generation: ledger.state.deletions });
    default:
      return refusal(404, 'not_found');
  }
}

interface WireRecord {
  readonly id: string;
  readonly calculationType: 'RiskMoney';
  readonly occurredAt: string;
}

function record_(ledger: FakeLedger, { id, calculationType, occurredAt }: WireRecord) {
  const known = ledger.events.find(({ eventId }) => eventId === id);
  if (known === undefined) {
    const at = Date.parse(occurredAt);
    ledger.apply({ type: 'record_calculation', recordId: id, calculationType, occurredAt: at, sentAt: null });
  }
  const event = known ?? ledger.events.at(-1);
  const { reason } = JSON.parse(event?.data ?? '{}');
  const awarded = (event?.award ?? 0) === 0 ? '0' : '1';
  return { id, answer: known === undefined ? 'recorded' : 'duplicate', awarded, reason, seq: event?.seq };
}

function welcome(ledger: FakeLedger) {
  const { onboarded, deletions } = ledger.state;
  return { isNewUser: !onboarded, generation: deletions, profile: ledger.profile() };
}

function replay(ledger: FakeLedger, event: StoredEvent): void {
  const data = JSON.parse(event.data);
  if (event.type === 'Registered.v1') ledger.apply({ type: 'register', ...data }, event.at);
  else if (event.type === 'OnboardingCompleted.v1') ledger.apply({ type: 'complete_onboarding' }, event.at);
  else if (event.type === 'PlanSealed.v1') ledger.apply({ type: 'seal_plan', ...data }, event.at);
  else if (event.type === 'CalculationRecorded.v1') {
    const { calculationType, occurredAt, sentAt } = data;
    const recordId = event.eventId;
    ledger.apply({ type: 'record_calculation', recordId, calculationType, occurredAt, sentAt }, event.at);
  }
}

function profileOf(state: LedgerState): Omit<ProfileRecord, 'edits'> {
  const wire = (thousandths: number) => String(thousandths / 1000);
  const { points } = state;
  return {
    id: state.userId,
    activity_points: wire(points.activity),
    referral_points: wire(points.referral),
    referral_activity_points: wire(points.referral_activity),
    referral_referral_points: wire(points.referral_referral),
    checkin_points: wire(points.checkin),
    balance: wire(Object.values(points).reduce((sum, amount) => sum + amount, 0)),
    badges: state.badges.length === 0 ? null : state.badges.map(({ id }) => id).join(','),
    earned: state.badges.map(({ id, at }) => ({ id, at: new Date(at).toISOString() })),
    level: String(state.level),
    is_premium: 0,
    wallet_address: null,
    friends: state.friends,
    referral_link: 'https://t.me/bot/app?startapp=42',
    streak: {
      current: 0,
      longest: state.streak.longest,
      last_day: state.streak.lastDay,
      freezes: state.streak.freezes,
    },
    head: state.head,
    generation: state.deletions,
    onboarded: state.onboarded,
  };
}

/** A record id in the form of version 7, unique per number. */
export function idOf(number: number): string {
  return `01960000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;
}

export async function keep(rig: Rig, device: OpenDevice, count: number, from = 1): Promise<void> {
  for (let number = from; number < from + count; number++) {
    void device.record({ id: idOf(number), calculationType: 'RiskMoney', inputs: { number } });
  }
  await rig.pass(0);
}
