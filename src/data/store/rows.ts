/** What each table of the device's database holds. Rows are never changed in place: a change is a new row. */
import type { KnownSettings } from '#core/contract/settings.ts';
import type { Lists } from '#core/market/list-changes.ts';
import type { CalculationType, CountReason, Head, StoredEvent } from '#core/points/events.ts';
import type { CalculationInputs, DeviceProfile, RecordState, Referral, ServerRestored } from '../model.ts';

/** Raised whenever older code could not read, or would damage, what newer code writes. */
export const STORE_VERSION = 1;

export interface RecordRow {
  readonly id: string;
  readonly calculationType: CalculationType;
  /** As the device claimed it, UTC milliseconds. */
  readonly occurredAt: number;
  /** Null where the user erased them, or where they were never known here. */
  readonly inputs: CalculationInputs | null;
  readonly revision: number;
  readonly state: RecordState;
  readonly awarded: number | null;
  readonly reason: CountReason | null;
  readonly refusal: string | null;
  readonly seq: number | null;
  /** 1 where the user deleted it. It stays, without inputs, so that a restored server gets it again. */
  readonly deleted: 0 | 1;
  /** 1 while the server has answered that it counts, but the user's own ledger as fetched does not show it yet. */
  readonly unconfirmed?: 1;
  /** Until when the server takes no more of this user's records, by the device's clock; absent where it has not said so. */
  readonly waitsUntil?: number;
}

/** A command that the server has not answered. Keys sort in the order of sending. */
export type OutboxRow =
  /** Deletes the user's data once more: a restored server has lost a deletion. `generation` is the one it was restored to. */
  | { readonly key: '0:delete'; readonly kind: 'delete'; readonly generation: number }
  | { readonly key: '1:register'; readonly kind: 'register' }
  | { readonly key: '2:onboarding'; readonly kind: 'onboarding' }
  | {
      readonly key: '3:language';
      readonly kind: 'language';
      readonly language: 'en' | 'ru';
      /** By the device's clock; absent in rows of an earlier version. */
      readonly chosenAt?: number;
    }
  | {
      readonly key: `4:record:${string}`;
      readonly kind: 'record';
      readonly id: string;
      /** Not sent before this time, by the device's clock: the server has taken as much as one day takes. */
      readonly until?: number;
    }
  | { readonly key: `5:erase:${string}`; readonly kind: 'erase'; readonly id: string }
  /** All settings at once; last, under a key that earlier versions neither send nor remove. */
  | {
      readonly key: '6:settings';
      readonly kind: 'settings';
      readonly settings: KnownSettings;
      /** By the device's clock. */
      readonly chosenAt: number;
      /** The `settingsChoices` of this choice. */
      readonly choice: number;
      /** The user has allowed the bot to write. */
      readonly mayWrite?: true;
    };

export interface DraftRow {
  readonly key: string;
  readonly value: unknown;
}

/** Something public, as last fetched. `asOf` is by the device's clock. */
export interface SnapshotRow {
  readonly key: 'market' | 'calendar';
  readonly asOf: number;
  /** As the server answered. */
  readonly overview: unknown;
  /** The tag of that answer, and in which contract's form it was kept; absent where it had none, and in older rows. */
  readonly tagged?: { readonly tag: string; readonly contract: number };
  /** Of the market: the lists of the last overview of another moment; absent where there was none. */
  readonly before?: Lists;
}

export interface ProfileRow extends DeviceProfile {
  readonly key: 'profile';
}

/** What is kept of the friends: numbers `low` to `high`, where the first invited is number 1. */
export interface FriendsHead {
  readonly key: 'friends';
  /** When the first page was kept; another one after everything was erased. */
  readonly begun: number;
  /** Grows with every change. */
  readonly writes: number;
  readonly asOf: number;
  readonly total: number;
  readonly high: number;
  readonly low: number;
  /** Whether the first invited is kept, too. */
  readonly isComplete: boolean;
  /** Which rows there are, newest friends first, and when each was last written. */
  readonly marks: readonly { readonly row: number; readonly write: number; readonly asOf: number }[];
}

/** Friends next to each other in the list, newest first; `top` is the number of the first one. */
export interface FriendsRow {
  readonly key: `friends:${number}`;
  readonly row: number;
  readonly top: number;
  readonly items: readonly Referral[];
}

export type ReferralsRow = FriendsHead | FriendsRow;

/** Small facts about this device and user that change together. */
export interface Facts {
  readonly key: 'facts';
  readonly storeVersion: number;
  /** The newest launch data, so that the outbox can be sent in the background. */
  readonly launchData: string | null;
  /** The first launch data this device ever had for this user; kept for good. */
  readonly firstLaunch: string | null;
  /** The launch data of the last registration that the server answered. */
  readonly registeredWith: string | null;
  /** How many deletions of this user's data the device knows of; null until the server has said. */
  readonly generation: number | null;
  /** The most deletions that the server has ever told of, with which it had to stay. Outlives every wipe. */
  readonly deletionsSeen: number;
  /** Proof of the newest deletion, for a restored server that has lost it; null where none was told. Outlives every wipe. */
  readonly deletionProof: string | null;
  /** The server's answer to registration: null until there is one. */
  readonly isNewUser: boolean | null;
  /** Onboarding was completed on this device. */
  readonly completedHere: boolean;
  /** The server's last word on onboarding. */
  readonly serverOnboarded: boolean | null;
  readonly language: 'en' | 'ru' | null;
  /** Whether `language` was chosen on this device. */
  readonly languageChosen: boolean;
  /** When it was chosen here, by the device's clock; null where that is not known. */
  readonly languageChosenAt: number | null;
  /** Grows with every choice of language here. */
  readonly languageChoices: number;
  /** What the bot may tell, as chosen here or as the server has it; null until that has answered once. */
  readonly settings: KnownSettings | null;
  /** When they were chosen here, by the device's clock; null where they are the server's. */
  readonly settingsChosenAt: number | null;
  /** Grows with every choice of settings here. */
  readonly settingsChoices: number;
  /** Whether the bot may write to the user, as far as is known. */
  readonly mayWrite: boolean;
  /** Heads that answers showed and that the fetched ledger does not reach yet, oldest first. */
  readonly seenHeads: readonly Head[];
  /** Records of events up to here were looked for in the server's history. */
  readonly historySeq: number;
  /** Where an unfinished look through the history goes on. */
  readonly historyCursor: { readonly before: number; readonly upTo: number } | null;
  readonly restored: readonly ServerRestored[];
  readonly lastSyncedAt: number | null;
  readonly profileAt: number | null;
  /** Milliseconds that the server's clock is ahead of this device's; null until an answer has told. */
  readonly serverOffset: number | null;
  readonly ledgerAt: number | null;
  readonly persistAsked: boolean;
}

/** Which tab sends, where the browser has no locks of its own. */
export interface LeaseRow {
  readonly key: 'lease';
  readonly holder: string;
  readonly until: number;
}

export type SettingRow = Facts | LeaseRow;

export interface TableRows {
  readonly records: RecordRow;
  readonly outbox: OutboxRow;
  readonly drafts: DraftRow;
  readonly snapshots: SnapshotRow;
  readonly profile: ProfileRow;
  readonly referrals: ReferralsRow;
  readonly events: StoredEvent;
  readonly settings: SettingRow;
}
export type TableName = keyof TableRows;

/** The primary key of each table, and the indexes that `list` may ask for. */
export const SCHEMA = {
  records: { key: 'id', indexes: ['occurredAt', 'seq', 'unconfirmed'] },
  outbox: { key: 'key', indexes: [] },
  drafts: { key: 'key', indexes: [] },
  snapshots: { key: 'key', indexes: [] },
  profile: { key: 'key', indexes: [] },
  referrals: { key: 'key', indexes: [] },
  events: { key: 'seq', indexes: [] },
  settings: { key: 'key', indexes: [] },
} as const satisfies Record<TableName, { key: string; indexes: readonly string[] }>;

export const TABLE_NAMES = Object.keys(SCHEMA) as readonly TableName[];

export const NO_FACTS: Facts = {
  key: 'facts',
  storeVersion: STORE_VERSION,
  launchData: null,
  firstLaunch: null,
  registeredWith: null,
  generation: null,
  deletionsSeen: 0,
  deletionProof: null,
  isNewUser: null,
  completedHere: false,
  serverOnboarded: null,
  language: null,
  languageChosen: false,
  languageChosenAt: null,
  languageChoices: 0,
  settings: null,
  settingsChosenAt: null,
  settingsChoices: 0,
  mayWrite: false,
  seenHeads: [],
  historySeq: 0,
  historyCursor: null,
  restored: [],
  lastSyncedAt: null,
  profileAt: null,
  serverOffset: null,
  ledgerAt: null,
  persistAsked: false,
};
