/**
 * The data of the device and its commands. Screens read `Live` values and call commands; only the sync talks to the
 * server. One database per user id, so that two accounts on one phone never mix.
 */

import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { TradeAccount } from '#core/calculators/trade-account.ts';
import type { Calendar } from '#core/contract/calendar.ts';
import type { ExportBody } from '#core/contract/points.ts';
import type { Coin, MarketOverview } from '#core/contract/public.ts';
import type { KnownAnswer, SettingsChange } from '#core/contract/settings.ts';
import type { TradeOutcome } from '#core/journal/outcome.ts';
import type { Language } from '#core/languages.ts';
import type { KeptCoin, KeptCoins } from '#core/market/kept-coins.ts';
import type { Lists } from '#core/market/list-changes.ts';
import type { PlanContent } from '#core/plan-link.ts';
import type { Bucket, CountReason, Head, StoredEvent } from '#core/points/events.ts';
import type {
  CheckProgress,
  Meeting,
  Passport,
  PassportRead,
  TotalCheck,
  TotalWatch,
} from './proof-model.ts';
import type {
  BadgeToken,
  Claimed,
  ClaimRefusal,
  LinkOutcome,
  TokensRefusal,
  WalletAnswer,
  WalletOptions,
  WalletProof,
} from './wallet-model.ts';

/** A value that changes. `current()` is undefined until first loaded, then referentially stable between changes. */
export interface Live<T> {
  current(): T | undefined;
  subscribe(onChange: () => void): () => void;
}

/** JSON object, at most 2 KB as text. */
export type CalculationInputs = Readonly<Record<string, unknown>>;

/**
 * - `pending`: kept here, no answer yet (whether or not it is being sent right now).
 * - `counted`: in the ledger; `awarded` is the amount and `reason` explains a 0.
 * - `not_counted`: the server answered `conflict` or `rejected`; `refusal` says why. It stays in the history.
 */
export type RecordState = 'pending' | 'counted' | 'not_counted';

/** One calculation that a user made. `id` is a UUID version 7, created here before anything is sent. */
export interface DeviceRecord {
  readonly id: string;
  readonly calculationType: CalculationType;
  /** The device's clock at the first calculation, milliseconds; never changes. */
  readonly occurredAt: number;
  readonly inputs: CalculationInputs;
  /** Grows by one whenever `inputs` change after the first calculation (Elliott chains, sittings). */
  readonly revision: number;
  readonly state: RecordState;
  /** Thousandths of an iRICH, or null while pending or not counted. */
  readonly awarded: number | null;
  readonly reason: CountReason | null;
  readonly refusal: string | null;
  /** Its sequence number in the ledger, or null. */
  readonly seq: number | null;
  /** While pending: when it is sent again, because the user has reached the server's daily limit. */
  readonly waitsUntil?: number;
  /** What became of the trade; absent until the user notes it. */
  readonly outcome?: TradeOutcome;
}

/** The newest profile from the server, points in thousandths. */
export interface DeviceProfile {
  readonly userId: number;
  readonly points: Readonly<Record<Bucket, number>>;
  readonly level: number;
  /** Oldest first. */
  readonly badges: readonly { readonly id: string; readonly at: number }[];
  readonly friends: number;
  readonly streak: {
    readonly current: number;
    /** The last claimed day (whole days since 1970 UTC), or null. */
    readonly lastDay: number | null;
    readonly longest: number;
    /** Absent in profiles of an earlier version. */
    readonly freezes?: number;
  };
  readonly referralLink: string;
  readonly walletAddress: string | null;
  readonly head: Head;
  /** The number of the newest change of the server's edits; absent in profiles of an earlier version. */
  readonly edits?: number;
  /** When the server answered, by the device's clock. */
  readonly asOf: number;
}

export type SyncPhase =
  | 'idle'
  | 'sending'
  /** The network gave no answer; retries by itself. */
  | 'offline'
  /** The server answered 429, 5xx or something unreadable; retries by itself. */
  | 'waiting'
  /** Launch data expired: the user must reopen the app from the messaging app. */
  | 'reopen'
  /** This version is too old for the server (426). */
  | 'outdated'
  /** The server is older than this version (503 `server_older`). */
  | 'server_older';

export interface SyncStatus {
  readonly phase: SyncPhase;
  /** Records and other commands without an answer. */
  readonly pending: number;
  /** How many of those are calculations. */
  readonly pendingRecords: number;
  readonly lastSyncedAt: number | null;
  readonly offlineSince: number | null;
  /** When the next automatic try starts, or null. */
  readonly retryAt: number | null;
}

/** The server's ledger no longer held the newest head that this device had seen. Kept for good. */
export interface ServerRestored {
  readonly noticedAt: number;
  /** Sequence number of the last event that both sides have. */
  readonly commonSeq: number;
  readonly eventsLost: number;
  readonly recordsResent: number;
}

/**
 * - `kept`: IndexedDB works.
 * - `memory`: no IndexedDB, or it is full: everything works, but nothing is kept. The screen must say so.
 * - `read_only`: the database is newer than this code: it stays as it is, and changes are only in memory.
 */
export type Durability = 'kept' | 'memory' | 'read_only';

/** Whether new records outlast the page. Undefined, before the store is open, counts as kept. */
export function isKept(durability: Durability | undefined): boolean {
  return durability === undefined || durability === 'kept';
}

export type VerifyResult =
  | {
      readonly ok: true;
      readonly events: number;
      readonly asOf: number;
      readonly restored: readonly ServerRestored[];
    }
  | {
      readonly ok: false;
      readonly seq: number;
      /**
       * A stable word for the fault; each has a text in the locales. The words of `FaultWord` in
       * `core/points/audit.ts`, and `profile` if the events are valid but the profile shows other points, level or
       * badges than they add up to.
       */
      readonly fault: string;
    }
  /** The ledger holds rules or facts that this version does not know: update to verify. */
  | { readonly ok: false; readonly seq: number; readonly fault: 'unknown_rules' };

export interface NewRecord {
  readonly id: string;
  readonly calculationType: CalculationType;
  readonly inputs: CalculationInputs;
}

export interface HistoryQuery {
  readonly calculationType?: CalculationType;
  /** Matched against the input values, case-insensitive. */
  readonly search?: string;
  readonly limit?: number;
}

export interface OwnEventsQuery {
  /** Only events with a lower number; all without it. */
  readonly before?: number;
  /** Only events that may award points in this bucket. */
  readonly bucket?: Bucket;
  readonly limit: number;
}

/** A friend whom this user invited, from the server's list. */
export interface Referral {
  readonly id: number;
  readonly username: string | null;
  readonly level: number;
  readonly isPremium: boolean;
  /** All five buckets, thousandths of an iRICH. */
  readonly total: number;
}

/** The newest friends as last fetched, without a gap, and the total number. */
export interface Referrals {
  /** When the newest were fetched. */
  readonly asOf: number;
  /** When the least recently fetched friends were fetched. */
  readonly oldestAsOf: number;
  readonly total: number;
  /** Whether `items` is the complete list. */
  readonly isComplete: boolean;
  readonly items: readonly Referral[];
}

/** The newest market overview, and when it was fetched, by the device's clock. */
export interface KeptMarket {
  readonly asOf: number;
  readonly overview: MarketOverview;
  /** The coin lists of the previous overview; null if there was none. */
  readonly before: Lists | null;
}

/** The economic calendar as last fetched, and when, by the device's clock. */
export interface KeptCalendar {
  readonly asOf: number;
  readonly calendar: Calendar;
}

/** `events`: their ids. `mayWrite`: whether the bot may write to the user; if not, no reminder arrives. */
export interface KnownEventReminders {
  readonly events: readonly string[];
  readonly mayWrite: boolean;
}

/**
 * `too_soon`: the event begins within 15 minutes. `too_many`: as many as allowed wait already. `gone`: the server's calendar
 * no longer has the event.
 */
export type EventReminderAnswer = 'ok' | 'offline' | 'reopen' | 'too_soon' | 'too_many' | 'gone' | 'failed';

/** Outcome of a refresh; `offline` means that the network gave no answer. */
export type Refreshed = 'ok' | 'offline' | 'failed';

/** A change of the account, or of the outcome of the record with the id `subject`. */
export interface LostEdit {
  readonly subject: string;
  readonly change: Readonly<Record<string, string>>;
  readonly at: number;
}

/** The one object through which screens reach the device. */
export interface Device {
  readonly userId: number;
  readonly live: {
    readonly durability: Live<Durability>;
    readonly profile: Live<DeviceProfile | null>;
    readonly sync: Live<SyncStatus>;
    /** Milliseconds to add to this device's clock for the server's; null until the first answer. */
    readonly serverOffset: Live<number | null>;
    readonly restored: Live<readonly ServerRestored[]>;
    /** Whether onboarding is completed as far as this device knows (the server's answer, or a completion of its own). */
    readonly isNewUser: Live<boolean>;
    /** The language chosen here or on the server; null until one is known. */
    readonly language: Live<Language | null>;
    /** The bot's notification settings, as chosen here or last fetched; null until the first answer. */
    readonly settings: Live<KnownAnswer | null>;
    /** The events of which the user will be reminded, as last answered; null until the first answer. */
    readonly eventReminders: Live<KnownEventReminders | null>;
    /** What the user trades with; all empty until they say it. */
    readonly account: Live<TradeAccount>;
    /** The coins that the user watches, as said on this device, newest first. */
    readonly watched: Live<readonly KeptCoin[]>;
    /** Null if it was never fetched. */
    readonly market: Live<KeptMarket | null>;
    /** The coins of the market and of the list of coins; null if neither was ever fetched. */
    readonly coins: Live<KeptCoins | null>;
    /** Null if it was never fetched. */
    readonly calendar: Live<KeptCalendar | null>;
    /** Null until `refreshReferrals` has succeeded once. */
    readonly referrals: Live<Referrals | null>;
    /**
     * Whether the history is complete: the server's records were fetched once, or onboarding was completed on this
     * device, so that there are none elsewhere.
     */
    readonly isHistoryHere: Live<boolean>;
    /** Newest first. */
    readonly sealedPlans: Live<readonly SealedPlan[]>;
    /** Newest first. Create it once per query (useMemo). */
    history(query: HistoryQuery): Live<readonly DeviceRecord[]>;
    record(id: string): Live<DeviceRecord | null>;
  };
  /** Resolves once the record and its outbox entry are durable (or in memory, if nothing can be kept). */
  record(record: NewRecord): Promise<DeviceRecord>;
  /** Replaces the inputs of a record; sent as a higher revision. */
  reviseRecord(id: string, inputs: CalculationInputs): Promise<void>;
  deleteRecord(id: string): Promise<void>;
  /** Restores a record that `deleteRecord` removed. */
  restoreRecord(record: DeviceRecord): Promise<void>;
  /** Half-filled forms and steps. A draft is any JSON value; null removes it. Writes of one key never overtake each other. */
  readDraft<T>(key: string): Promise<T | null>;
  saveDraft(key: string, value: unknown): Promise<void>;
  completeOnboarding(): Promise<void>;
  /** @param chosenAt time of the choice by the device's clock, milliseconds; now if absent. */
  chooseLanguage(language: Language, chosenAt?: number): Promise<void>;
  /**
   * Kept at once and sent when possible; does nothing while `live.settings` is null.
   * @param mayWrite the user has just allowed the bot to write.
   */
  changeSettings(change: SettingsChange, mayWrite?: boolean): Promise<void>;
  /** Changes some fields of `live.account`. On all devices of the user the newest change of each field stays. */
  changeAccount(change: Partial<TradeAccount>): Promise<void>;
  /** The same for the outcome of a record. A longer note is cut to `NOTE_LENGTH`. */
  markOutcome(id: string, change: Partial<TradeOutcome>): Promise<void>;
  /** Keeps a change that was made at this time of the device's clock and may be lost. A field that was edited since stays. */
  recoverEdits(lost: LostEdit): Promise<void>;
  /** Sends at once what the three above have kept: by itself the device waits for a pause in typing. */
  sendEdits(): Promise<void>;
  /** Puts a coin first in `live.watched`, on this device alone. Resolves to false if the list is full. */
  watchCoin(coin: KeptCoin): Promise<boolean>;
  unwatchCoin(coin: Coin): Promise<void>;
  /** Fetches `live.settings`, unless a choice made here is still unsent. */
  refreshSettings(): Promise<Refreshed>;
  /** Sends the outbox now; resolves when nothing more can be done for the moment. */
  syncNow(): Promise<void>;
  /** Fetches the market overview into `live.market`, unless the present one is younger than five minutes. */
  refreshMarket(): Promise<Refreshed>;
  /** The same for the list of coins, into `live.coins`. */
  refreshCoins(): Promise<Refreshed>;
  /** Starts again with the newest friends, into `live.referrals`. */
  refreshReferrals(): Promise<'ok' | 'offline' | 'reopen' | 'failed'>;
  /**
   * Continues until the newest `count` friends have been fetched since the last refresh. The latest call decides how
   * far. If the server asks for a pause, it waits and then continues.
   */
  loadReferrals(count: number): Promise<'ok' | 'offline' | 'reopen' | 'failed'>;
  /** Fetches the economic calendar into `live.calendar` if that is older than five minutes. */
  refreshCalendar(): Promise<Refreshed>;
  /** Fetches `live.eventReminders`. */
  refreshEventReminders(): Promise<Refreshed>;
  /**
   * Sets a reminder of an event, or takes it back, on the server: it needs the network.
   * @param mayWrite the user has just allowed the bot to write.
   */
  remindOfEvent(eventId: string, isOn: boolean, mayWrite?: boolean): Promise<EventReminderAnswer>;
  checkInStatus(): Promise<CheckInAnswer>;
  claimCheckIn(): Promise<CheckInAnswer>;
  /** Verifies the fetched ledger, after fetching news if there is a network. Runs off the main thread. */
  verify(): Promise<VerifyResult>;
  /** What this phone has seen of the published totals. */
  totalWatch(): Promise<TotalWatch>;
  /**
   * Verifies the fetched ledger like `verify`, and the user's published total against it. Without a network it checks
   * what is kept. @param onProgress hears each step.
   */
  checkTotal(onProgress: (progress: CheckProgress) => void): Promise<TotalCheck>;
  /** Compares a checkpoint from elsewhere, a friend's passport for instance, with all that this phone has seen. */
  meetCheckpoint(note: string): Promise<Meeting>;
  /** The passport of the newest published total that was right; null before there is one. */
  ownPassport(): Promise<Passport | null>;
  /** Checks a friend's passport by the pinned keys alone, without a network. */
  checkPassport(text: string): Promise<PassportRead>;
  /** All that this phone has seen of the published totals, as JSON. */
  proofEvidence(): Promise<string>;
  /** The user's own events below a sequence number, newest first. */
  ownEvents(query: OwnEventsQuery): Promise<readonly StoredEvent[]>;
  /** The user's own ledger as the published export text (JSON Lines), from the device. */
  exportLedger(): Promise<string>;
  /** A URL for a download without headers, valid for 5 minutes; null without a network. */
  exportUrl(kind: ExportBody['kind']): Promise<string | null>;
  /**
   * Publishes a picture for a day; null without a network. @param of what it shows, from which the server words its
   * message. @param picture a JPEG of at most 150 KB, in base64.
   */
  sharePicture(of: PictureSubject, picture: string): Promise<SharedPicture | null>;
  walletOptions(): Promise<WalletAnswer<WalletOptions>>;
  /** The payload for a wallet to sign: once, and within 15 minutes. */
  walletPayload(): Promise<WalletAnswer<string>>;
  /** Links a wallet to the account for good. @param address in raw form. */
  linkWallet(address: string, proof: WalletProof): Promise<LinkOutcome>;
  /** Badges of the linked wallet that are tokens or requested; the others can be claimed. */
  tokens(): Promise<WalletAnswer<readonly BadgeToken[], TokensRefusal>>;
  /** @param address of the connected wallet, in raw form. */
  claimToken(badgeId: string, address: string): Promise<WalletAnswer<Claimed, ClaimRefusal>>;
  /**
   * Keeps a plan with a salt, and sends its hash when possible. Null for values that no plan has. Throws where nothing
   * can be kept.
   */
  sealPlan(plan: PlanContent): Promise<SealedPlan | null>;
  /** Shows a plan that the server has received to everybody: it needs the network. */
  revealPlan(hash: string): Promise<Revealing>;
  /** Erases on the server, then here. */
  deleteMyData(): Promise<Deletion>;
}

/** Times by the device's clock, but for `received` and `revealed`: those are the server's. Milliseconds. */
export interface SealedPlan {
  /** Lower-case hexadecimal. */
  readonly hash: string;
  /** The bytes of a plan link before its sender, base64url. */
  readonly plan: string;
  /** Lower-case hexadecimal. */
  readonly salt: string;
  readonly sealedAt: number;
  /** Null while the server has not answered. */
  readonly received: { readonly at: number; readonly seq: number } | null;
  /** The server's word for why it refused the plan; null if it did not. */
  readonly refusal: string | null;
  /** Null until the user reveals the plan. `url`: the page that shows it. */
  readonly revealed: { readonly at: number; readonly url: string } | null;
}

/** `lost`: the server was restored and has to receive the plan again first. */
export type Revealing =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly error: 'offline' | 'reopen' | 'lost' | 'failed' };

/** A result, or a badge that the user has earned. */
export type PictureSubject = { readonly calculationType: CalculationType } | { readonly badgeId: string };

export interface SharedPicture {
  /** Needs no headers. */
  readonly url: string;
  /** The id of the prepared message; null if there is none, because the bot is off. */
  readonly messageId: string | null;
}

/** Nothing was erased if `reopen` (the launch is an hour old or more) or `failed` (no answer). */
export type Deletion = 'deleted' | 'reopen' | 'failed';

export type CheckInAnswer =
  | {
      readonly ok: true;
      readonly isAvailable: boolean;
      readonly currentStreak: number;
      /** Thousandths of an iRICH: the pay of the next claim or, after a claim, of this one. */
      readonly bonusAmount: number;
      /** Freezes that are kept. */
      readonly freezes: number;
      /** How many freezes the next claim uses or, after a claim, this one has used. */
      readonly freezesAtWork: number;
    }
  | { readonly ok: false; readonly error: 'offline' | 'reopen' | 'already_claimed' | 'failed' };
