/** What the ledger offers to routes and operators: reading, and writing only inside a shared commit. */
import type { Command } from '#core/points/commands.ts';
import type { DecideError } from '#core/points/decide.ts';
import type { Fact, StoredEvent } from '#core/points/events.ts';
import type { LedgerState } from '#core/points/evolve.ts';
import type { Notice } from '#core/points/notices.ts';
import type { Sql, Synchronous } from '../sqlite/port.ts';

/** Someone this user invited and is credited for. */
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
  /** All there are, on this page or not. */
  readonly total: number;
  readonly nextCursor: string | null;
}

export interface LedgerReader {
  /** Null where there is no such user. */
  account(userId: number): LedgerState | null;
  /** Events after sequence number `after`, in order. */
  events(userId: number, after: number, limit: number): StoredEvent[];
  /** Events of one type before sequence number `before` (null: from the newest), newest first. */
  eventsOfType(userId: number, type: string, before: number | null, limit: number): StoredEvent[];
  eventById(userId: number, eventId: string): StoredEvent | null;
  /** `cursor` is an earlier `nextCursor`, or null for the beginning; one that is neither counts as the beginning. */
  friends(userId: number, cursor: string | null, limit: number): FriendPage;
}

/**
 * `conflict`: the same id is in the ledger with other content. `wallet_taken`: another ledger of this database has it.
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
      /** What was appended; empty where there was nothing to do. */
      readonly events: readonly StoredEvent[];
      /** What these say, in the same order. */
      readonly facts: readonly Fact[];
      /** The ledger after it. */
      readonly state: LedgerState;
      /** The same command was recorded before, as this event; nothing was appended. */
      readonly duplicateOf?: StoredEvent;
    }
  | { readonly ok: false; readonly error: ExecuteError };

/**
 * Handed to one work and of no use after it. Its reads see what this commit appended so far, but for `friends`, which
 * lists what was committed before.
 */
export interface LedgerWriter extends LedgerReader {
  /**
   * Decides, appends and credits. A record, a credit or a correction whose id is in the ledger with the same content is
   * `duplicateOf` that event; other commands done twice answer what `decide` says.
   */
  execute(userId: number, command: Command): Executed;
  /** For rows that are committed and undone together with the events. Never for the ledger's own tables. */
  readonly sql: Sql;
  /** The moment this commit is made at, milliseconds. */
  readonly now: number;
}

/**
 * - `storage_full`: nothing of the commit was kept; later ones succeed as soon as there is room.
 * - `read_only`: this ledger is being moved to another home.
 * - `storage_gone`: the database file was deleted or replaced; nothing is committed until the server is started again.
 */
export interface CommitError {
  readonly type: 'storage_full' | 'storage_busy' | 'storage_gone' | 'read_only';
}
export type Committed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: CommitError };

export interface Ledger {
  readonly read: LedgerReader;
  /**
   * Everything asked in the same turn of the event loop shares one commit; each work runs in its own savepoint, in the
   * order asked. The promise settles after the commit. It rejects where `work` itself threw: then only that work is undone.
   * A work may be run again, all it did being undone first, so it changes nothing but the database.
   */
  transact<T>(work: (writer: LedgerWriter) => Synchronous<T>): Promise<Committed<T>>;
  /** The keyed hash that stands for a wallet in events, by its address in the raw form: `0:` and 64 lower-case hex digits. */
  walletName(address: string): string;
  /** Every commit is refused with `read_only`: this ledger is being moved. */
  readonly isReadOnly: boolean;
  /** Settles when nothing asked so far waits for its commit. */
  idle(): Promise<void>;
}

export interface LedgerDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** UTF-8 in, lower-case hex out. */
  readonly sha256: (text: string) => string;
  /** HMAC-SHA256 of a UTF-8 text under a UTF-8 key, lower-case hex. */
  readonly hmac: (key: string, text: string) => string;
  /** Runs `flush` once, after the current turn of the event loop (`setImmediate`, or what the runtime has). */
  readonly schedule: (flush: () => void) => void;
  /**
   * Where credits go: into ledgers of this database, in the commit that causes them (the default), or nowhere from here, as
   * each user has a database of their own.
   */
  readonly credits?: 'here' | 'elsewhere';
  /** Nothing is committed, not even credits that wait. */
  readonly readOnly?: boolean;
  /**
   * Called inside the commit with what its events tell their users: what it writes is kept, or undone and written again,
   * together with the event.
   */
  readonly onNotice?: (notice: Notice) => void;
  /** Called after every commit, in the same turn. */
  readonly onCommit?: () => void;
  /** Told of what went wrong where nobody waits for an answer, such as a credit that cannot be delivered. */
  readonly onFault?: (message: string, cause: unknown) => void;
}
