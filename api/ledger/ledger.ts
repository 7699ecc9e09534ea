/** Opens a ledger on a migrated database: reads, and commits shared by concurrent works. */
import type { LedgerState } from '#core/points/evolve.ts';
import { CURRENT_RULES } from '#core/points/rules.ts';
import { createRecent } from '#core/recent.ts';
import {
  isStorageError,
  StorageBusyError,
  StorageFullError,
  StorageGoneError,
} from '../runtime/sqlite/port.ts';
import { LedgerNewer } from './accounts.ts';
import { creditNames, forgetImportedCredits, hasImportedCredits, hasPendingCredits } from './credit-rows.ts';
import { creditSecret } from './credit-secret.ts';
import { type Drained, drainCredits } from './drain.ts';
import { ledgerReader } from './reader.ts';
import type { Commit, Committed, Ledger, LedgerDeps, LedgerWriter } from './types.ts';
import { type Batch, startBatch, WorkFailed } from './writer.ts';

interface Waiting {
  /** Runs the work; returns a function that settles its promise after the commit. */
  run(batch: Batch): () => void;
  refuse(error: unknown): void;
}

/** What a commit has kept. */
interface Kept {
  /** Of each work, in order. */
  readonly settle: readonly (() => void)[];
  readonly events: number;
}
const NOTHING_KEPT: Kept = { settle: [], events: 0 };

/** How long works may join one commit, milliseconds; later works wait for the next one. */
const LONGEST_COMMIT = 20;

/** The cache has two halves of this many states, of one to six kilobytes: ten thousand active users stay in it. */
const REMEMBERED = 10_000;

/**
 * Opens the ledger. Throws if the database cannot be read or written at all. Open only one ledger per connection; it notices
 * writes of other connections.
 */
export function openLedger(deps: LedgerDeps): Ledger {
  const { sql, clock, sha256, hmac, schedule } = deps;
  const names = creditNames(creditSecret(sql), hmac);
  const delivers = deps.credits !== 'elsewhere' && deps.readOnly !== true;
  const recent = createRecent<number, LedgerState>(REMEMBERED);
  let seenVersion = sql.foreignVersion();
  let waiting: Waiting[] = [];
  let isScheduled = false;
  let whenIdle: (() => void)[] = [];
  /** Whether credits of earlier commits may wait for delivery. */
  let mayOwe = delivers && (hasPendingCredits(sql) || hasImportedCredits(sql));

  let isWaitTold = false;

  function onWait(message: string): void {
    if (!isWaitTold) deps.onWait?.(message);
    isWaitTold = true;
  }

  function wake(): void {
    if (isScheduled) return;
    isScheduled = true;
    schedule(flush);
  }

  function flush(): void {
    isScheduled = false;
    const group = waiting;
    waiting = [];
    commit(group);
    if (waiting.length > 0) {
      wake();
      return;
    }
    const idle = whenIdle;
    whenIdle = [];
    for (const settle of idle) settle();
  }

  function commit(group: readonly Waiting[]): void {
    if (group.length === 0 && !mayOwe) return;
    const from = performance.now();
    let kept: Kept;
    try {
      kept = commitOnce(group, false) ?? commitOnce(group, true) ?? NOTHING_KEPT;
    } catch (error) {
      for (const one of group) one.refuse(error);
      return;
    }
    const { settle, events } = kept;
    const ms = performance.now() - from;
    waiting = [...group.slice(settle.length), ...waiting];
    for (const done of settle) done();
    tellOfCommit({ works: settle.length, events, ms });
  }

  /** Callers already have their answer, so a failure here is only logged. */
  function tellOfCommit(commit: Commit): void {
    try {
      deps.onCommit?.(commit);
    } catch (cause) {
      (deps.onFault ?? ignore)('A commit was kept, but its listener failed', cause);
    }
  }

  /**
   * Commits the works of a group, or only the first of them if they take long. Null if a work without its own savepoint threw:
   * then nothing is written.
   */
  function commitOnce(group: readonly Waiting[], isApart: boolean): Kept | null {
    const settle: (() => void)[] = [];
    const now = clock.now();
    let drained: Drained = { owes: mayOwe, isMore: false };
    let events: number;
    try {
      const batch = sql.transaction(() => {
        forgetWhatOthersChanged();
        const batch = startBatch({
          sql,
          sha256,
          names,
          now,
          isApart,
          recent,
          onNotice: deps.onNotice ?? null,
          rules: deps.rules ?? CURRENT_RULES,
          isNewer: deps.isNewer === true,
        });
        for (const one of group) {
          if (settle.length > 0 && clock.now() - now > LONGEST_COMMIT) break;
          settle.push(one.run(batch));
        }
        if (delivers && (batch.takeCredited() || mayOwe)) {
          drained = drainCredits({ sql, batch, now, onFault: deps.onFault ?? ignore, onWait });
          if (mayOwe && !drained.owes) forgetImportedCredits(sql);
        }
        batch.finish();
        return batch;
      });
      batch.remember();
      events = batch.events();
    } catch (error) {
      if (error instanceof WorkFailed) return null;
      throw error;
    }
    mayOwe = drained.owes;
    if (drained.isMore) wake();
    return { settle, events };
  }

  function forgetWhatOthersChanged(): void {
    const version = sql.foreignVersion();
    if (version !== seenVersion) recent.clear();
    seenVersion = version;
  }

  if (mayOwe) wake();

  return {
    read: ledgerReader(sql),
    walletName: names.wallet,
    isReadOnly: deps.readOnly === true,
    transact<T>(work: (writer: LedgerWriter) => T): Promise<Committed<T>> {
      if (deps.readOnly === true) return Promise.resolve({ ok: false, error: { type: 'read_only' } });
      return new Promise<Committed<T>>((resolve, reject) => {
        waiting.push({
          run(batch) {
            try {
              const value = batch.run(work);
              return () => resolve({ ok: true, value });
            } catch (error) {
              if (isStorageError(error) || error instanceof WorkFailed) throw error;
              if (error instanceof LedgerNewer) {
                return () => resolve({ ok: false, error: { type: 'ledger_newer' } });
              }
              return () => reject(error);
            }
          },
          refuse(error) {
            if (error instanceof StorageFullError) resolve({ ok: false, error: { type: 'storage_full' } });
            else if (error instanceof StorageBusyError)
              resolve({ ok: false, error: { type: 'storage_busy' } });
            else if (error instanceof StorageGoneError)
              resolve({ ok: false, error: { type: 'storage_gone' } });
            else reject(error);
          },
        });
        wake();
      });
    },
    idle() {
      return new Promise((resolve) => {
        whenIdle.push(resolve);
        wake();
      });
    },
  };
}

function ignore(): void {
  // Without a listener the outbox row itself is the record of the fault: `audit` lists it.
}
