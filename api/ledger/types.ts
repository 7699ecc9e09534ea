/** The ledger as routes and operators use it: reads, and writes only inside a shared commit. */
import type { Command, RecordCalculation } from '#core/points/commands.ts';
import type { DecideError } from '#core/points/decide.ts';
import type { Fact, StoredEvent } from '#core/points/events.ts';
import type { LedgerState } from '#core/points/evolve.ts';
import type { Notice } from '#core/points/notices.ts';
import type { Rules } from '#core/points/rules.ts';
import type { Sql, Synchronous } from '../runtime/sqlite/port.ts';

/** A user who was invited by this user, who is credited for them. */
export interface Friend {
  readonly userId: number;
  /** When they registered, milliseconds. */
  readonly registeredAt: number;
  /** All five buckets, thousandths of an iRICH. */
  readonly total: number;
  readonly level: number;
}

export interface FriendPage {
  /** Newest first. */
  readonly friends: readonly Friend[];
  /** The number of all friends, not only those on this page. */
  readonly total: number;
  readonly nextCursor: string | null;
}

export interface LedgerReader {
  /** Null if there is no such user. */
  account(userId: number): LedgerState | null;
  /** Events after sequence number `after`, in order. */
  events(userId: number, after: number, limit: number): StoredEvent[];
  /** Events of one type before sequence number `before` (null: from the newest), newest first. */
  eventsOfType(userId: number, type: string, before: number | null, limit: number): StoredEvent[];
  eventById(userId: number, eventId: string): StoredEvent | null;
  /** `cursor` is an earlier `nextCursor`, or null for the beginning; an invalid cursor counts as the beginning. */
  friends(userId: number, cursor: string | null, limit: number): FriendPage;
}

/**
 * `conflict`: the ledger holds the same id with other content. `wallet_taken`: another ledger of this database has the wallet.
 * `too_many_today`: admission control refuses, and nothing was appended; see `admission.ts`.
 */
export type ExecuteError =
  | DecideError
  | { readonly type: 'conflict'; readonly existing: StoredEvent }
  | { readonly type: 'wallet_taken' }
  | { readonly type: 'too_many_today' };

export type Executed =
  | {
      readonly ok: true;
      /** The appended events; empty if the command has no effect. */
      readonly events: readonly StoredEvent[];
      /** The facts of these events, in the same order. */
      readonly facts: readonly Fact[];
      /** The ledger after the command. */
      readonly state: LedgerState;
      /** The same command is already recorded as this event; nothing was appended. */
      readonly duplicateOf?: StoredEvent;
    }
  | { readonly ok: false; readonly error: ExecuteError };

/**
 * Passed to one work and unusable after it. Its reads include the events that this commit has appended so far, except
 * `friends`, which lists earlier commits only.
 */
export interface LedgerWriter extends LedgerReader {
  /**
   * Decides, appends and credits. A record, a credit, a correction or a plan whose id is already in the ledger with the same content
   * returns that event as `duplicateOf`; other repeated commands get the answer of `decide`.
   */
  execute(userId: number, command: Command): Executed;
  /** The same for several records in turn, by fewer statements. */
  recordAll(userId: number, records: readonly RecordCalculation[]): readonly Executed[];
  /** Whether the ledger holds events of newer code: a work that appends to it fails as `ledger_newer`. */
  isOfNewerCode(userId: number): boolean;
  /** For rows that are committed and rolled back together with the events. Never for the ledger's own tables. */
  readonly sql: Sql;
  /** The time of this commit, milliseconds. */
  readonly now: number;
}

/**
 * - `storage_full`: nothing of the commit was kept; later ones succeed as soon as there is room.
 * - `read_only`: this ledger is being moved to another deployment.
 * - `storage_gone`: the database file was deleted or replaced; no commit succeeds until the server restarts.
 * - `ledger_newer`: the work appends to a ledger with events of newer code. Nothing of it was kept.
 */
export interface CommitError {
  readonly type: 'storage_full' | 'storage_busy' | 'storage_gone' | 'read_only' | 'ledger_newer';
}
export type Committed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CommitError };

export interface Ledger {
  readonly read: LedgerReader;
  /**
   * All works of the same turn of the event loop share one commit; each runs in its own savepoint, in call order. The promise
   * settles after the commit. It rejects if `work` itself threw: then only that work is rolled back. A work may run again
   * after a rollback, so it must change nothing but the database.
   */
  transact<T>(work: (writer: LedgerWriter) => Synchronous<T>): Promise<Committed<T>>;
  /** The keyed hash that stands for a wallet in events, by its address in the raw form: `0:` and 64 lower-case hex digits. */
  walletName(address: string): string;
  /** Every commit is refused with `read_only`, because this ledger is being moved. */
  readonly isReadOnly: boolean;
  /** Settles when no work waits for its commit any more. */
  idle(): Promise<void>;
}

/** What a commit held, and how long it took. */
export interface Commit {
  readonly works: number;
  /** Of the ledgers, appended. */
  readonly events: number;
  /** Milliseconds. */
  readonly ms: number;
}

export interface LedgerDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** UTF-8 in, lower-case hex out. */
  readonly sha256: (text: string) => string;
  /** HMAC-SHA256 of a UTF-8 text under a UTF-8 key, lower-case hex. */
  readonly hmac: (key: string, text: string) => string;
  /** Runs `flush` once, after the current turn of the event loop (`setImmediate`, or the runtime's equivalent) or soon after. */
  readonly schedule: (flush: () => void) => void;
  /**
   * Where credits go: into ledgers of this database, in the commit that causes them (the default); or elsewhere, because each
   * user has their own database and another component delivers the credits.
   */
  readonly credits?: 'here' | 'elsewhere';
  /** The rules of new events. By default the current ones. */
  readonly rules?: Rules;
  /** Refuses every commit, including the delivery of pending credits. */
  readonly readOnly?: boolean;
  /** Newer code has written to this database, so ledgers may hold events that this code does not know: see `migrate`. */
  readonly isNewer?: boolean;
  /**
   * Called inside the commit with the notices of its events, so that their rows are kept, or rolled back and written again,
   * together with the events.
   */
  readonly onNotice?: (notice: Notice) => void;
  /** Called after every commit, in the same turn. */
  readonly onCommit?: (commit: Commit) => void;
  /** Receives faults that no caller waits for, such as a credit that cannot be delivered. */
  readonly onFault?: (message: string, cause: unknown) => void;
  /** Told once what rightly waits: credits to ledgers with events of newer code. */
  readonly onWait?: (message: string) => void;
}
