/** What the fake server answers as usual: real points of one user over a ledger in memory. */

import type * as v from 'valibot';
import { sampleEvents } from '#api/calendar/sample.ts';
import { SAMPLE_OVERVIEW } from '#api/market/sample.ts';
import { SAMPLE_COINS } from '#api/market/sample-coins.ts';
import type { CALLS } from '#core/contract/calls.ts';
import type { EditsBody, KeptEdit } from '#core/contract/edits.ts';
import { ERRORS, type ErrorCode } from '#core/contract/errors.ts';
import type { EventReminderBody } from '#core/contract/event-reminders.ts';
import type { KeptRecord, RecordOnWire, RecordResult } from '#core/contract/records.ts';
import type { RevealBody, SealBody } from '#core/contract/seals.ts';
import { DEFAULT_SETTINGS, type Settings, type SettingsAnswer } from '#core/contract/settings.ts';
import type { ProfileRecord } from '#core/contract/user.ts';
import { CONTRACT_VERSION } from '#core/contract/version.ts';
import type { Language } from '#core/languages.ts';
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
import { fakeEdits } from './fake-edits.ts';
import { revealOn, sealOn } from './fake-seals.ts';
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

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The user's data on the server. */
export interface FakeAccount {
  readonly user: TestUser;
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
  /** The user's edits, in the order of their changes. */
  edits(): readonly KeptEdit[];
  /** The bot may write to the user from now on, or no more. */
  allowMessages(isAllowed?: boolean): void;
  /** The ids of the events of which the user will be reminded; a test may change them. */
  readonly reminders: Set<string>;
}

export interface OpenFakeAccount extends FakeAccount {
  /** UTC milliseconds of the server. */
  now(): number;
  /** The answer to a call without faults. Throws for a call that a test must answer itself. */
  reply(asked: Asked): Reply;
}

const LINK = 'https://t.me/irich_test_bot/app?startapp=';

/** @param isOnboarded whether the user has completed onboarding, like on an earlier visit. */
export function openFakeAccount(user: TestUser, isOnboarded: boolean): OpenFakeAccount {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  let state = initialState(user.id);
  const events: StoredEvent[] = [];
  const records = new Map<string, KeptRecord>();
  const edits = fakeEdits(now, (subject) => records.has(subject));
  let language: Language | null = null;
  let settings: Settings = DEFAULT_SETTINGS;
  let mayWrite = false;
  /** The ids of their events. */
  const reminders = new Set<string>();

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
      streak: {
        current: streak.current,
        longest: streak.longest,
        last_day: streak.lastDay,
        freezes: streak.freezes,
      },
      head,
      generation: state.deletions,
      onboarded: state.onboarded,
      edits: edits.newest(),
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
      language = (body as { languageCode: Language }).languageCode;
      return { language_code: language };
    },
    readSettings: () => ({ settings, mayWrite }),
    saveSettings({ body }) {
      const sent = body as { settings: Settings; mayWrite?: true };
      settings = { ...settings, ...sent.settings };
      mayWrite ||= sent.mayWrite === true;
      return { settings, mayWrite };
    },
    eventReminders: () => ({ events: [...reminders], mayWrite }),
    remindOfEvent({ body }) {
      const sent = body as EventReminderBody;
      if (sent.isOn) reminders.add(sent.eventId);
      else reminders.delete(sent.eventId);
      mayWrite ||= sent.mayWrite === true;
      return { events: [...reminders], mayWrite };
    },
    profile,
    deleteUser() {
      run({ type: 'delete_data' });
      records.clear();
      edits.restore([]);
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
    sealPlan: ({ body }) => sealOn({ events, apply: run }, body as SealBody),
    revealPlan: ({ body }) => revealOn({ events, apply: run }, body as RevealBody) ?? refusal('not_sealed'),
    saveEdits: ({ body }) => edits.save(body as EditsBody),
    edits: ({ query }) => edits.read(query),
    checkInStatus() {
      const { nextDayAt: _, bonusAmount, ...status } = checkInStatus(state.streak, now());
      return { ...status, bonusAmount: pointsToWire(bonusAmount) };
    },
    claimCheckIn() {
      if (state.streak.lastDay === dayOf(now())) return refusal('already_claimed');
      const { freezesAtWork } = checkInStatus(state.streak, now());
      const [event] = run({ type: 'claim_check_in' }).events;
      return {
        message: 'Bonus claimed',
        newStreak: state.streak.current,
        bonusAmount: pointsToWire(event?.award ?? 0),
        freezesAtWork,
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
    coins: () => SAMPLE_COINS,
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

  register();
  if (isOnboarded) run({ type: 'complete_onboarding' });

  return {
    user,
    now,
    reply(asked) {
      const answer = usual[asked.call]?.(asked);
      if (answer === undefined) throw new Error('the test must say the answer');
      return isReply(answer) ? answer : { status: 200, body: answer };
    },
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
    profile,
    settings: () => ({ settings, mayWrite }),
    records: () => [...records.values()],
    edits: () => edits.all(),
    allowMessages(isAllowed = true) {
      mayWrite = isAllowed;
    },
    reminders,
  };
}

export function refusal(code: ErrorCode): Reply {
  return { status: ERRORS[code], body: { error: { code, message: `the test refuses: ${code}` } } };
}

function isReply(answer: object): answer is Reply {
  return 'status' in answer && typeof answer.status === 'number';
}
