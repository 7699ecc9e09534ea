/** The rows of each table in the device's database. Rows are immutable: a change writes a new row. */

import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { KnownSettings } from '#core/contract/settings.ts';
import type { Edits } from '#core/edits.ts';
import type { Language } from '#core/languages.ts';
import type { KeptCoin } from '#core/market/kept-coins.ts';
import type { Lists } from '#core/market/list-changes.ts';
import type { CountReason, Head, StoredEvent } from '#core/points/events.ts';
import type { CheckedLeaf, OwnLedger, TotalVerdict } from '#core/proof/check-total.ts';
import type { KnownHead } from '#core/proof/told-restores.ts';
import type { CalculationInputs, DeviceProfile, RecordState, Referral, ServerRestored } from '../model.ts';
import type { CheckedTotal, ForkSeen } from '../proof-model.ts';

/** Raise this when older code could not read, or would damage, the rows of newer code. */
export const STORE_VERSION = 1;

export interface RecordRow {
  readonly id: string;
  readonly calculationType: CalculationType;
  /** The device's claim, UTC milliseconds. */
  readonly occurredAt: number;
  /** Null if the user erased them, or if this device never knew them. */
  readonly inputs: CalculationInputs | null;
  readonly revision: number;
  readonly state: RecordState;
  readonly awarded: number | null;
  readonly reason: CountReason | null;
  readonly refusal: string | null;
  readonly seq: number | null;
  /** 1 if the user deleted it, or `eventOnly`. The row stays, without inputs, so that a restored server gets it again. */
  readonly deleted: 0 | 1;
  /** 1 while this device knows only the event of another device's record, which a restored server has lost. */
  readonly eventOnly?: 1;
  /** 1 while the server has answered that it counts, but the fetched ledger does not show it yet. */
  readonly unconfirmed?: 1;
  /**
   * Until when the server takes no more of this user's records, by the device's clock; absent if it has set no limit.
   */
  readonly waitsUntil?: number;
  /** What became of the trade; absent until the user notes it. */
  readonly outcome?: Edits;
}

/** A command without an answer from the server. Keys sort in the order of sending. */
export type OutboxRow =
  /**
   * Repeats the deletion of the user's data, because a restored server has lost it. `generation` is the one it was
   * restored to.
   */
  | { readonly key: '0:delete'; readonly kind: 'delete'; readonly generation: number }
  | { readonly key: '1:register'; readonly kind: 'register' }
  | { readonly key: '2:onboarding'; readonly kind: 'onboarding' }
  | {
      readonly key: '3:language';
      readonly kind: 'language';
      readonly language: Language;
      /** By the device's clock; absent in rows of an earlier version. */
      readonly chosenAt?: number;
    }
  | {
      readonly key: `4:record:${string}`;
      readonly kind: 'record';
      readonly id: string;
      /** Not sent before this time, by the device's clock: the daily limit is reached. */
      readonly until?: number;
    }
  | {
      readonly key: `5:erase:${string}`;
      readonly kind: 'erase';
      readonly id: string;
      /** 1 if the server has answered it before, and may have lost it: what another device has revised since then stays. */
      readonly again?: 1;
    }
  /** All settings at once. Sent last, under a key that earlier versions neither send nor remove. */
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
    }
  /** All edits of a subject: the account, or a record by its id. Earlier versions neither send nor remove it either. */
  | { readonly key: `7:edit:${string}`; readonly kind: 'edit'; readonly subject: string }
  /** The hash of a sealed plan. Sent before the records, under a key that earlier versions neither send nor remove. */
  | {
      readonly key: `8:seal:${string}`;
      readonly kind: 'seal';
      readonly hash: string;
      /** Not sent before this time, by the device's clock: the daily limit is reached. */
      readonly until?: number;
    };

export interface DraftRow {
  readonly key: string;
  readonly value: unknown;
}

/** A public snapshot as last fetched. `asOf` is by the device's clock. */
export interface SnapshotRow {
  readonly key: 'market' | 'coins' | 'calendar';
  readonly asOf: number;
  /** The server's answer. */
  readonly overview: unknown;
  /**
   * The answer's entity tag, and the contract version of its kept form; absent if there was none, and in older rows.
   */
  readonly tagged?: { readonly tag: string; readonly contract: number };
  /** For the market: the lists of the previous overview with another date; absent if there was none. */
  readonly before?: Lists;
}

export interface ProfileRow extends DeviceProfile {
  readonly key: 'profile';
}

/** The range of kept friends: numbers `low` to `high`, where the first invited is number 1. */
export interface FriendsHead {
  readonly key: 'friends';
  /** When the first page was kept; a new time after everything was erased. */
  readonly begun: number;
  /** Grows with every change. */
  readonly writes: number;
  readonly asOf: number;
  readonly total: number;
  readonly high: number;
  readonly low: number;
  /** Whether the kept range includes the first invited friend. */
  readonly isComplete: boolean;
  /** The kept rows, newest friends first, and when each was last written. */
  readonly marks: readonly { readonly row: number; readonly write: number; readonly asOf: number }[];
}

/** Adjacent friends in the list, newest first; `top` is the number of the first one. */
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
  /** How many deletions of this user's data the device knows of; null until the server's first answer. */
  readonly generation: number | null;
  /** The most deletions that the server has ever reported; it may never go below. Outlives every wipe. */
  readonly deletionsSeen: number;
  /** Proof of the newest deletion, for a restored server that has lost it; null without one. Outlives every wipe. */
  readonly deletionProof: string | null;
  /** The server's answer to registration: null until there is one. */
  readonly isNewUser: boolean | null;
  /** Onboarding was completed on this device. */
  readonly completedHere: boolean;
  /** The latest state of onboarding from the server. */
  readonly serverOnboarded: boolean | null;
  readonly language: Language | null;
  /** Whether `language` was chosen on this device. */
  readonly languageChosen: boolean;
  /** When it was chosen here, by the device's clock; null if unknown. */
  readonly languageChosenAt: number | null;
  /** Number of language choices made here. */
  readonly languageChoices: number;
  /** When one was last sent, by the device's clock; null if never. */
  readonly languageSentAt: number | null;
  /** The bot's notification settings, as chosen here or on the server; null until its first answer. */
  readonly settings: KnownSettings | null;
  /** What the user trades with. */
  readonly accountEdits: Edits;
  /** Names this device in edits; null until its first one. */
  readonly deviceName: string | null;
  /** The newest change of the server's edits that this device was told; null if there was none. */
  readonly editsMark: EditsMark | null;
  /** The coins that they watch. */
  readonly watched: readonly KeptCoin[];
  /** When they were chosen here, by the device's clock; null if they are the server's. */
  readonly settingsChosenAt: number | null;
  /** Number of settings choices made here. */
  readonly settingsChoices: number;
  /** When settings were last sent, by the device's clock; null if never. */
  readonly settingsSentAt: number | null;
  /** Whether the bot may write to the user, as far as is known. */
  readonly mayWrite: boolean;
  /** The ids of the events of which the user will be reminded, as the server last answered; null before. */
  readonly eventReminders: readonly string[] | null;
  /** The server's number of the newest deletion or revision of a record that it answered here; null without one. */
  readonly historyMark: number | null;
  /** Heads from answers that the fetched ledger does not reach yet, oldest first. */
  readonly seenHeads: readonly Head[];
  /** Up to this event, the server's history was searched for records. */
  readonly historySeq: number;
  /** Where an unfinished search of the history continues. */
  readonly historyCursor: { readonly before: number; readonly upTo: number } | null;
  readonly restored: readonly ServerRestored[];
  readonly lastSyncedAt: number | null;
  readonly profileAt: number | null;
  /** How far the server's clock is ahead of this device's, milliseconds; null until the first answer. */
  readonly serverOffset: number | null;
  readonly ledgerAt: number | null;
  /** What this phone knew of its ledger on the latest days, oldest first. */
  readonly knownHeads: readonly KnownHead[];
  readonly persistAsked: boolean;
}

/** The server's number of an edit. */
export interface EditsMark {
  readonly change: number;
  readonly subject: string;
  readonly field: string;
  /** The change up to which this device has asked for all; absent in stores of an earlier version: this one. */
  readonly after?: number;
}

/** Which tab sends, for browsers without the Web Locks API. */
export interface LeaseRow {
  readonly key: 'lease';
  readonly holder: string;
  readonly until: number;
}

/** What this phone has seen of the published totals. */
export interface ProofRow {
  readonly key: 'proof';
  /** When the first checkpoint was kept, by the device's clock. */
  readonly since: number;
  /** The signed note of the newest checkpoint that was found right; null without one. */
  readonly newest: string | null;
  /** Hashes of the log's entries from the first on, 32 bytes each. */
  readonly hashes: Uint8Array;
  /** Texts of entries from the place `entriesFrom` on. */
  readonly entries: readonly string[];
  readonly entriesFrom: number;
  /** Signed notes, of friends or of the server, that wait for a comparison. */
  readonly met: readonly string[];
  readonly fork: ForkSeen | null;
  /** The first signed totals that were wrong, oldest first. */
  readonly wrong: readonly WrongTotal[];
  /** Changes of the log's key that were found right, as the log publishes them; empty without any. */
  readonly changes: string;
  /** The newest leaf that was found right; null without one. */
  readonly checked: CheckedLeaf | null;
  /** Saved proofs of the newest days, newest first. */
  readonly proofs: readonly { readonly day: string; readonly text: string; readonly fetchedAt: number }[];
  /** The newest answer, right or wrong; null without one. */
  readonly answer: ProofAnswered | null;
  readonly last: CheckedTotal | null;
  /** How many entries of the log were seen in the last check before which the phone had all events of the server. */
  readonly seenInLine: number;
}

/** A signed total that was found wrong, and what this phone had against it. */
export interface WrongTotal {
  readonly at: number;
  readonly day: string;
  /** The saved proof, and the checkpoint that the log showed then. */
  readonly proof: string;
  readonly note: string | null;
  readonly links: TotalVerdict['links'];
  readonly own: Pick<OwnLedger, 'event' | 'known' | 'checked' | 'checkedHash'>;
}

/** What the server has answered: a saved proof, or null if it has none for this user. */
export interface ProofAnswered {
  readonly proof: string | null;
  /** The checkpoint that the log showed then; null if it did not arrive. */
  readonly note: string | null;
  readonly at: number;
  /** As `OwnLedger` has it; absent where an earlier version asked. */
  readonly isInLine?: boolean;
}

export type SettingRow = Facts | LeaseRow | ProofRow;

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

/** The primary key of each table, and the indexes that `list` can use. */
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
  languageSentAt: null,
  settings: null,
  accountEdits: {},
  deviceName: null,
  editsMark: null,
  watched: [],
  settingsChosenAt: null,
  settingsChoices: 0,
  settingsSentAt: null,
  mayWrite: false,
  eventReminders: null,
  historyMark: null,
  seenHeads: [],
  historySeq: 0,
  historyCursor: null,
  restored: [],
  lastSyncedAt: null,
  profileAt: null,
  serverOffset: null,
  ledgerAt: null,
  knownHeads: [],
  persistAsked: false,
};
