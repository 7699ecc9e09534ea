/**
 * Appends inside one commit. Commands start from the states of earlier commits, and the states are written back once at the
 * end. A work that throws discards its own states together with its savepoint.
 */
import {
  type Command,
  eventIdOf,
  momentOf,
  type RecordCalculation,
  sameContent,
} from '#core/points/commands.ts';
import { initialState, type LedgerState } from '#core/points/evolve.ts';
import { type Executed as Decided, execute } from '#core/points/execute.ts';
import type { Notice } from '#core/points/notices.ts';
import type { Rules } from '#core/points/rules.ts';
import type { Recent } from '#core/recent.ts';
import { isStorageError, type Sql } from '../runtime/sqlite/port.ts';
import { foldOn, LedgerNewer, readAccount, readToAppend, writeAccount } from './accounts.ts';
import { addCredit, type CreditNames } from './credit-rows.ts';
import { appendEvents, eventById, MOST_APPENDED } from './event-rows.ts';
import { ledgerReader } from './reader.ts';
import type { Executed, LedgerWriter } from './types.ts';
import { keepWallet, walletOwner } from './wallets.ts';

export interface Batch {
  /**
   * Runs one work. If works stand apart, each in its own savepoint, a throw undoes only that work and is passed on; otherwise
   * it becomes `WorkFailed`, and the whole commit must be undone. Storage errors are always passed on.
   */
  run<T>(work: (writer: LedgerWriter) => T): T;
  /** Writes the rows of every changed ledger. The last step before the commit. */
  finish(): void;
  /** Whether any work caused credits since the last call. */
  takeCredited(): boolean;
  /** How many events were appended by works that succeeded. */
  events(): number;
  /** Call after the commit: keeps its states as the start of the next one. */
  remember(): void;
}

export interface BatchDeps {
  readonly sql: Sql;
  readonly sha256: (text: string) => string;
  readonly names: CreditNames;
  readonly now: number;
  /** Gives each work its own savepoint. Savepoints are expensive and rarely needed. */
  readonly isApart: boolean;
  /** States after the newest commit. */
  readonly recent: Recent<number, LedgerState>;
  /** Null if notices are off. */
  readonly onNotice: ((notice: Notice) => void) | null;
  /** Of new events. */
  readonly rules: Rules;
  /** Whether newer code has written to this database. */
  readonly isNewer: boolean;
}

/** A work without its own savepoint threw, so the whole commit fails. */
export class WorkFailed extends Error {
  override readonly name = 'WorkFailed';
}

/** Call only inside a transaction. */
export function startBatch(deps: BatchDeps): Batch {
  const { sql, sha256, names, now, isApart, recent, onNotice, rules, isNewer } = deps;
  /** States after the works that succeeded. */
  const grown = new Map<number, LedgerState>();
  /** Changes of the running work so far. */
  let changed = new Map<number, LedgerState>();
  /** Ledgers of newer code: each is folded once, however many credits wait for it. */
  const newer = new Map<number, LedgerNewer>();
  let credited = false;
  let count = 0;
  const reader = ledgerReader(sql);

  /** To go on from. Throws `LedgerNewer`. */
  function toAppend(userId: number): LedgerState | null {
    const known = changed.get(userId) ?? grown.get(userId) ?? recent.get(userId);
    if (known !== undefined) return known;
    const fault = newer.get(userId);
    if (fault !== undefined) throw fault;
    try {
      // Read before any change of this commit, so it stays valid even if this commit fails.
      const read = readToAppend(sql, userId, isNewer);
      if (read !== null) recent.set(userId, read);
      return read;
    } catch (error) {
      if (error instanceof LedgerNewer) newer.set(userId, error);
      throw error;
    }
  }

  function account(userId: number): LedgerState | null {
    try {
      return toAppend(userId);
    } catch (error) {
      if (error instanceof LedgerNewer) return readAccount(sql, userId);
      throw error;
    }
  }

  function isOfNewerCode(userId: number): boolean {
    try {
      toAppend(userId);
      return false;
    } catch (error) {
      if (error instanceof LedgerNewer) return true;
      throw error;
    }
  }

  function append(userId: number, command: Command): Executed {
    let state = toAppend(userId) ?? initialState(userId);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const decided = execute(state, command, momentOf(command, now), sha256, rules);
      if (!decided.ok) {
        const again = repeatable.has(command.type) ? repeated(sql, state, command, now) : null;
        return again ?? decided;
      }
      const { wallet } = decided.state;
      const isLinked = wallet !== state.wallet && wallet !== null;
      if (isLinked && (walletOwner(sql, wallet) ?? userId) !== userId) {
        return { ok: false, error: { type: 'wallet_taken' } };
      }
      if (appendEvents(sql, decided.events)) {
        if (wallet !== state.wallet) keepWallet(sql, userId, wallet);
        return appended(decided);
      }
      const again = repeated(sql, state, command, now);
      if (again !== null) return again;
      // The ledger has events that this state lacks: another process or older code appended them.
      state = foldOn(sql, state);
    }
    throw new Error(`The ledger of user ${userId} cannot be continued after event ${state.head.seq}`);
  }

  /** Several records by one statement. Null, and nothing is changed, unless each becomes a new event. */
  function appendTogether(userId: number, records: readonly RecordCalculation[]): Executed[] | null {
    let state = toAppend(userId) ?? initialState(userId);
    const all: Decided[] = [];
    for (const record of records) {
      const decided = execute(state, record, now, sha256, rules);
      if (!decided.ok) return null;
      all.push(decided);
      state = decided.state;
    }
    return appendEvents(
      sql,
      all.flatMap(({ events }) => events),
    )
      ? all.map(appended)
      : null;
  }

  /** Keeps what follows from events that were just appended. */
  function appended({ state, events, facts, credits, notices }: Decided): Executed {
    changed.set(state.userId, state);
    for (const event of events) {
      for (const credit of credits)
        if (credit.eventId === event.eventId) addCredit(sql, names, event, credit);
    }
    if (onNotice !== null) for (const notice of notices) onNotice(notice);
    credited ||= credits.length > 0;
    count += events.length;
    return { ok: true, events, facts, state };
  }

  return {
    run<T>(work: (writer: LedgerWriter) => T): T {
      let isOpen = true;
      const writer: LedgerWriter = {
        ...reader,
        sql,
        now,
        account,
        isOfNewerCode,
        execute(userId, command) {
          if (!isOpen) throw new Error('A writer cannot be used after its work');
          return append(userId, command);
        },
        recordAll(userId, records) {
          if (!isOpen) throw new Error('A writer cannot be used after its work');
          const done: Executed[] = [];
          for (let from = 0; from < records.length; from += MOST_APPENDED) {
            const some = records.slice(from, from + MOST_APPENDED);
            done.push(...(appendTogether(userId, some) ?? some.map((record) => append(userId, record))));
          }
          return done;
        },
      };
      const [creditedBefore, countBefore] = [credited, count];
      try {
        const value = isApart
          ? sql.transaction<{ readonly of: T }>(() => ({ of: work(writer) })).of
          : work(writer);
        for (const [userId, state] of changed) grown.set(userId, state);
        return value;
      } catch (error) {
        credited = creditedBefore;
        count = countBefore;
        throw isApart || isStorageError(error) ? error : new WorkFailed(undefined, { cause: error });
      } finally {
        isOpen = false;
        changed = new Map();
      }
    },
    finish() {
      for (const state of grown.values()) writeAccount(sql, state);
    },
    takeCredited() {
      const was = credited;
      credited = false;
      return was;
    },
    events: () => count,
    remember() {
      for (const [userId, state] of grown) recent.set(userId, state);
    },
  };
}

/** Commands with an id made by the caller: a repetition gets the first answer, even if the command would be refused now. */
const repeatable: ReadonlySet<Command['type']> = new Set([
  'receive_credit',
  'correct',
  'seal_plan',
  'reveal_plan',
]);

/** The answer for a command whose event id is already in the ledger; null if it is not. */
function repeated(sql: Sql, state: LedgerState, command: Command, now: number): Executed | null {
  const existing = eventById(sql, state.userId, eventIdOf(state, command, now));
  if (existing === null) return null;
  return sameContent(existing, command)
    ? { ok: true, events: [], facts: [], state, duplicateOf: existing }
    : { ok: false, error: { type: 'conflict', existing } };
}
