/**
 * The API for one user, in the page: real points over a ledger in memory, and any answer that a test gives in their place.
 * Every request and answer must be one of the contract.
 */
import * as v from 'valibot';
import { sampleEvents } from '#api/calendar/sample.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { CALLS } from '#core/contract/calls.ts';
import { ERRORS, type ErrorCode } from '#core/contract/errors.ts';
import type { KeptRecord, RecordOnWire, RecordResult } from '#core/contract/records.ts';
import { DEFAULT_SETTINGS, type Settings, type SettingsAnswer } from '#core/contract/settings.ts';
import type { ProfileRecord } from '#core/contract/user.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '#core/contract/version.ts';
import type { Command } from '#core/points/commands.ts';
import { dayOf } from '#core/points/days.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { initialState } from '#core/points/evolve.ts';
import { execute } from '#core/points/execute.ts';
import { readFact } from '#core/points/facts.ts';
import { pointsToWire } from '#core/points/format.ts';
import { totalOf } from '#core/points/levels.ts';
import { standingOf } from '#core/points/standing.ts';
import { checkInStatus } from '#core/points/streak.ts';
import { deviceSha256 } from '#device/verify/sha256.ts';
import type { TestUser } from './launch.ts';

export type ServerCall = keyof typeof CALLS;
export type ServerAnswer<Name extends ServerCall> = v.InferInput<(typeof CALLS)[Name]['answer']>;

/** A request that the app has made. */
export interface Asked {
  readonly call: ServerCall;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Null without one. */
  readonly body: unknown;
}

export interface FakeServer {
  readonly user: TestUser;
  readonly requests: readonly Asked[];
  /** How often the app has made this call. */
  asked(call: ServerCall): number;
  /** Runs a command of this user's ledger. Throws if the rules refuse it. @param at UTC milliseconds, by default now. */
  execute(command: Command, at?: number): void;
  /** The server's clock is ahead of the page's by so many milliseconds from now on. */
  setClock(ms: number): void;
  /** Friends register by this user's link, one after the other. */
  befriend(count: number, isPremium?: boolean): void;
  /** The user's profile as the server answers it now. */
  profile(): ProfileRecord;
  settings(): SettingsAnswer;
  /** The user's calculations with their inputs, in the order in which they arrived. */
  records(): readonly KeptRecord[];
  /** The bot may write to the user from now on. */
  allowMessages(): void;
  /** Answers this call so from now on. */
  answer<Name extends ServerCall>(
    call: Name,
    answer: ServerAnswer<Name> | ((asked: Asked, usual: () => unknown) => ServerAnswer<Name>),
  ): void;
  /** Refuses this call from now on. */
  refuse(call: ServerCall, code: ErrorCode, headers?: Readonly<Record<string, string>>): void;
  /** Answers this call as usual again. */
  recover(...calls: ServerCall[]): void;
  /** Holds the answers to all calls, or only to these, until the returned function is called. */
  hold(...calls: ServerCall[]): () => void;
  /** Breaks the network: no call is answered, all or only these. The returned function mends it. */
  disconnect(...calls: ServerCall[]): () => void;
}

export interface OpenFakeServer extends FakeServer {
  /** In place of the page's own for addresses of the API. */
  readonly fetch: typeof fetch;
  /** Requests and answers that break the contract. */
  readonly faults: readonly string[];
}

const CALL_NAMES = Object.keys(CALLS) as ServerCall[];
const LINK = 'https://t.me/irich_test_bot/app?startapp=';

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** @param isOnboarded whether the user has completed onboarding, like on an earlier visit. */
export function createFakeServer(user: TestUser, isOnboarded: boolean): OpenFakeServer {
  const requests: Asked[] = [];
  const faults: string[] = [];
  const overrides = new Map<ServerCall, (asked: Asked) => Reply>();
  const held = new Map<ServerCall, Promise<void>>();
  const unreachable = new Set<ServerCall>();
  let ahead = 0;
  const now = () => Date.now() + ahead;
  let state = initialState(user.id);
  const events: StoredEvent[] = [];
  const records = new Map<string, KeptRecord>();
  let language: 'en' | 'ru' | null = null;
  let settings: Settings = DEFAULT_SETTINGS;
  let mayWrite = false;

  function run(command: Command, at = now()) {
    const done = execute(state, command, at, deviceSha256);
    if (!done.ok) throw new Error(`the rules refuse ${command.type}: ${JSON.stringify(done.error)}`);
    state = done.state;
    events.push(...done.events);
    return done;
  }

  function register(): void {
    if (state.registered !== null) return;
    const firstAuthDate = Math.floor(now() / 1000);
    const premium = user.is_premium === true;
    run({ type: 'register', firstAuthDate, premium, referrer: null, referrerRegistered: false });
  }

  function profile(): ProfileRecord {
    const { points, badges, level, friends, streak, head } = standingOf(state, now());
    return {
      id: user.id,
      activity_points: pointsToWire(points.activity),
      referral_points: pointsToWire(points.referral),
      referral_activity_points: pointsToWire(points.referral_activity),
      referral_referral_points: pointsToWire(points.referral_referral),
      checkin_points: pointsToWire(points.checkin),
      balance: pointsToWire(totalOf(points)),
      badges: badges.length === 0 ? null : badges.map(({ id }) => id).join(','),
      earned: badges.map(({ id, at }) => ({ id, at: new Date(at).toISOString() })),
      level: `${level}`,
      is_premium: user.is_premium === true ? 1 : 0,
      wallet_address: null,
      friends,
      referral_link: `${LINK}${user.id}`,
      streak: { current: streak.current, longest: streak.longest, last_day: streak.lastDay },
      head,
      generation: state.deletions,
      onboarded: state.onboarded,
    };
  }

  /** One record of a batch. */
  function keep({ id, calculationType, occurredAt, inputs, revision }: RecordOnWire, sentAt: string | null) {
    const known = records.get(id);
    const kept = { inputs: inputs ?? null, revision: revision ?? 0 };
    if (known !== undefined) {
      if (kept.revision >= known.revision) records.set(id, { ...known, ...kept });
      const { awarded, reason, seq } = known;
      return { id, answer: 'duplicate', awarded, reason, seq } satisfies RecordResult;
    }
    const [event] = run({
      type: 'record_calculation',
      recordId: id.toLowerCase(),
      calculationType,
      occurredAt: Date.parse(occurredAt),
      sentAt: sentAt === null ? null : Date.parse(sentAt),
    }).events;
    if (event === undefined) throw new Error('a calculation without an event');
    const fact = readFact(event.type, event.data);
    const reason = fact?.type === 'CalculationRecorded.v1' ? fact.data.reason : 'counted';
    const judged = { awarded: pointsToWire(event.award), reason, seq: event.seq };
    records.set(id, { id, calculationType, occurredAt, ...kept, ...judged });
    return { id, answer: 'recorded', ...judged } satisfies RecordResult;
  }

  const usual: { readonly [Name in ServerCall]?: (asked: Asked) => ServerAnswer<Name> | Reply } = {
    register() {
      register();
      return { isNewUser: !state.onboarded, generation: state.deletions, profile: profile() };
    },
    onboarding() {
      if (!state.onboarded) run({ type: 'complete_onboarding' });
      return { isNewUser: false, generation: state.deletions, profile: profile() };
    },
    readLanguage: () => ({ language_code: language }),
    chooseLanguage({ body }) {
      language = (body as { languageCode: 'en' | 'ru' }).languageCode;
      return { language_code: language };
    },
    readSettings: () => ({ settings, mayWrite }),
    saveSettings({ body }) {
      const sent = body as { settings: Settings; mayWrite?: true };
      settings = { ...settings, ...sent.settings };
      mayWrite ||= sent.mayWrite === true;
      return { settings, mayWrite };
    },
    profile,
    deleteUser() {
      run({ type: 'delete_data' });
      records.clear();
      return { deleted: true, generation: state.deletions };
    },
    sessions: () => ({ recorded: true }),
    referrals: () => ({ referrals: [], total: state.friends, nextCursor: null, maxAgeS: 0 }),
    sync({ body }) {
      const sent = body as { records: readonly RecordOnWire[]; sentAt?: string | null };
      return { results: sent.records.map((record) => keep(record, sent.sentAt ?? null)), profile: profile() };
    },
    records: () => ({ records: [...records.values()].sort((a, b) => b.seq - a.seq), nextBefore: null }),
    deleteRecord: ({ params }) => ({ deleted: records.delete(params['recordId'] ?? '') ? 1 : 0 }),
    deleteRecords() {
      const deleted = records.size;
      records.clear();
      return { deleted };
    },
    checkInStatus() {
      const { isAvailable, currentStreak, bonusAmount } = checkInStatus(state.streak, now());
      return { isAvailable, currentStreak, bonusAmount: pointsToWire(bonusAmount) };
    },
    claimCheckIn() {
      if (state.streak.lastDay === dayOf(now())) return refusal('already_claimed');
      const [event] = run({ type: 'claim_check_in' }).events;
      return {
        message: 'Bonus claimed',
        newStreak: state.streak.current,
        bonusAmount: pointsToWire(event?.award ?? 0),
        profile: profile(),
      };
    },
    ledger({ query }) {
      const after = Number(query.get('after') ?? 0);
      const limit = Number(query.get('limit') ?? 500);
      return {
        events: events.filter(({ seq }) => seq > after).slice(0, limit),
        head: state.head,
      };
    },
    createExport: ({ body }) => ({
      token: 'fake',
      url: `${location.origin}/api/exports/fake`,
      fileName: `irich-${(body as { kind: string }).kind}.json`,
      expiresAt: new Date(now() + 300_000).toISOString(),
    }),
    share: () => ({
      token: 'fake',
      url: `${location.origin}/api/share/fake`,
      preparedMessageId: 'prepared',
      expiresAt: new Date(now() + 86_400_000).toISOString(),
    }),
    market: () => SAMPLE_OVERVIEW,
    calendar: () => ({
      date: new Date(now()).toISOString(),
      sample: true,
      stale: false,
      events: sampleEvents(now()),
    }),
    sbt: () => refusal('sbt_not_configured'),
    proofPayload: () => ({ payload: 'fake', expiresAt: new Date(now() + 900_000).toISOString() }),
    walletOptions: () => ({
      manifestUrl: `${location.origin}/tonconnect-manifest.json`,
      walletsListUrl: 'data:application/json,[]',
      bridges: [],
      preferredWallet: null,
    }),
    health: () => ({
      status: 'ok',
      version: '0.0.0',
      contract: CONTRACT_VERSION,
      database: 'ok',
      time: new Date(now()).toISOString(),
      appLink: 'https://t.me/irich_test_bot/app',
    }),
  };

  function replyTo(asked: Asked): Reply {
    const override = overrides.get(asked.call);
    if (override !== undefined) return override(asked);
    return usually(asked);
  }

  function usually(asked: Asked): Reply {
    const answer = usual[asked.call]?.(asked);
    if (answer === undefined) throw new Error('the test must say the answer');
    return isReply(answer) ? answer : { status: 200, body: answer };
  }

  async function respond(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const found = find(request.method === 'HEAD' ? 'GET' : request.method, url.pathname);
    if (found === null) {
      faults.push(`the contract has no ${request.method} ${url.pathname}`);
      return new Response(null, { status: 404 });
    }
    const { call, params } = found;
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const { access } = CALLS[call];
    // An app of an earlier test, which has been closed meanwhile.
    if (access === 'signed' && !isFrom(user, request.headers)) throw new TypeError('Failed to fetch');
    const asked: Asked = { call, params, query: url.searchParams, headers: request.headers, body };
    requests.push(asked);
    checkRequest(asked);
    await held.get(call);
    request.signal.throwIfAborted();
    if (unreachable.has(call)) throw new TypeError('Failed to fetch');
    const reply = checkedReply(asked);
    return new Response(request.method === 'HEAD' ? null : JSON.stringify(reply.body), {
      status: reply.status,
      headers: {
        'content-type': 'application/json',
        date: new Date(now()).toUTCString(),
        [CONTRACT_HEADER]: String(CONTRACT_VERSION),
        ...reply.headers,
      },
    });
  }

  function checkRequest({ call, body }: Asked): void {
    const definition = CALLS[call];
    if (!('body' in definition)) return;
    const read = v.safeParse(definition.body, body);
    if (!read.success) faults.push(`the app sent a wrong ${call}: ${v.summarize(read.issues)}`);
  }

  function checkedReply(asked: Asked): Reply {
    try {
      const reply = replyTo(asked);
      if (reply.status === 200) checkAnswer(asked.call, reply.body);
      return reply;
    } catch (error) {
      faults.push(`no answer to ${asked.call}: ${error}`);
      return refusal('internal');
    }
  }

  register();
  if (isOnboarded) run({ type: 'complete_onboarding' });

  return {
    user,
    requests,
    faults,
    fetch: respond,
    asked: (call) => requests.filter((asked) => asked.call === call).length,
    execute: (command, at) => void run(command, at),
    setClock(ms) {
      ahead = ms;
    },
    befriend(count, premium = false) {
      for (let index = 0; index < count; index += 1) {
        const source = deviceSha256(`friend ${state.friends + 1} of ${user.id}`);
        const creditId = `friend:${source.slice(0, 32)}`;
        run({ type: 'receive_credit', creditId, cause: 'friend_registered', source, basis: 0, premium });
      }
    },
    settings: () => ({ settings, mayWrite }),
    records: () => [...records.values()],
    allowMessages() {
      mayWrite = true;
    },
    profile,
    answer(call, answer) {
      if (typeof answer !== 'function') checkAnswer(call, answer);
      overrides.set(call, (asked) => ({
        status: 200,
        body: typeof answer === 'function' ? answer(asked, () => usually(asked).body) : answer,
      }));
    },
    refuse: (call, code, headers = {}) => overrides.set(call, () => ({ ...refusal(code), headers })),
    recover(...calls) {
      for (const call of calls) {
        overrides.delete(call);
        unreachable.delete(call);
      }
    },
    hold(...calls) {
      const slow = calls.length === 0 ? CALL_NAMES : calls;
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (const call of slow) held.set(call, released);
      return () => {
        for (const call of slow) held.delete(call);
        release();
      };
    },
    disconnect(...calls) {
      const lost = calls.length === 0 ? CALL_NAMES : calls;
      for (const call of lost) unreachable.add(call);
      return () => {
        for (const call of lost) unreachable.delete(call);
      };
    },
  };
}

function checkAnswer(call: ServerCall, answer: unknown): void {
  v.parse(CALLS[call].answer, answer);
}

function refusal(code: ErrorCode): Reply {
  return { status: ERRORS[code], body: { error: { code, message: `the test refuses: ${code}` } } };
}

function isReply(answer: object): answer is Reply {
  return 'status' in answer && typeof answer.status === 'number';
}

/** The call with the fewest parameters for this address. */
function find(method: string, path: string) {
  const found = CALL_NAMES.flatMap((call) => {
    const definition = CALLS[call];
    if (definition.method !== method) return [];
    const pattern = definition.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    return match === null ? [] : [{ call, params: { ...match.groups } as Record<string, string> }];
  });
  return found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}

function isFrom(user: TestUser, headers: Headers): boolean {
  const data = new URLSearchParams(headers.get('authorization')?.replace(/^tma /, '') ?? '');
  return JSON.parse(data.get('user') ?? '{}').id === user.id;
}
