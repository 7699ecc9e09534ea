/** A ledger on any database, with a clock and a scheduler that the test advances. Runs in Node and in workerd. */

import { openLedger } from '#api/ledger/ledger.ts';

import type { Committed, Executed, Ledger, LedgerWriter } from '#api/ledger/types.ts';
import { sharedMigrations } from '#api/migrations.ts';
import { type Migration, migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql, Synchronous } from '#api/runtime/sqlite/port.ts';
import type { Command, RecordCalculation, Register } from '#core/points/commands.ts';
import { hmacHex, sha256Hex } from './hashing.ts';

/** Noon of 2026-03-10, UTC. */
export const NOON = Date.UTC(2026, 2, 10, 12);
export const HOUR = 3_600_000;

export interface LedgerRig {
  readonly sql: Sql;
  readonly ledger: Ledger;
  readonly clock: { now(): number; at: number };
  readonly faults: string[];
  /** Commits pending transactions like the next turn of the event loop. */
  turn(): void;
  /** One transaction in its own commit; throws if the commit failed. */
  alone<T>(work: (writer: LedgerWriter) => Synchronous<T>): Promise<T>;
  execute(userId: number, command: Command): Promise<Executed>;
  /** Another ledger on the same database, as after a restart. */
  reopen(): LedgerRig;
}

export function ledgerRig(
  sql: Sql,
  clock: { now(): number; at: number } = clockAt(NOON),
  migrations: readonly Migration[] = sharedMigrations,
): LedgerRig {
  const migrated = migrate(sql, migrations, clock.at);
  if (!migrated.ok) throw new Error('The database is newer than the code');
  const scheduled: (() => void)[] = [];
  const faults: string[] = [];
  const ledger = openLedger({
    sql,
    clock,
    sha256: sha256Hex,
    hmac: hmacHex,
    schedule: (flush) => scheduled.push(flush),
    onFault: (message, cause) => faults.push(`${message}: ${cause}`),
  });
  function turn(): void {
    const due = scheduled.splice(0);
    for (const flush of due) flush();
    if (scheduled.length > 0) turn();
  }
  async function alone<T>(work: (writer: LedgerWriter) => Synchronous<T>): Promise<T> {
    const answer: Promise<Committed<T>> = ledger.transact<T>(work);
    turn();
    const committed = await answer;
    if (!committed.ok) throw new Error(committed.error.type);
    return committed.value;
  }
  return {
    sql,
    ledger,
    clock,
    faults,
    turn,
    alone,
    execute: (userId, command) => alone<Executed>((writer) => writer.execute(userId, command)),
    reopen: () => ledgerRig(sql, clock, migrations),
  };
}

export function clockAt(at: number): { now(): number; at: number } {
  return {
    at,
    now() {
      return this.at;
    },
  };
}

export function register(referrer: number | null = null, premium = false): Register {
  return {
    type: 'register',
    firstAuthDate: Date.UTC(2026, 0, 1) / 1000,
    premium,
    referrer,
    referrerRegistered: referrer !== null,
  };
}

/** A record made now, by default at noon. */
export function record(recordId: string, occurredAt: number = NOON): RecordCalculation {
  return { type: 'record_calculation', recordId, calculationType: 'RiskMoney', occurredAt, sentAt: null };
}

/**
 * Anna (1) invited Boris (2), who invited Clara (3), who is premium; each onboarded, with some records and
 * check-ins.
 */
export async function threeFriends(rig: LedgerRig): Promise<void> {
  for (const [userId, referrer] of [
    [1, null],
    [2, 1],
    [3, 2],
  ] as const) {
    await rig.execute(userId, register(referrer, userId === 3));
    await rig.execute(userId, { type: 'complete_onboarding' });
  }
  for (let index = 1; index <= 4; index += 1) {
    for (const userId of [1, 2, 3]) await rig.execute(userId, record(`r${index}`, rig.clock.at));
    await rig.execute(3, { type: 'claim_check_in' });
    rig.clock.at += 24 * HOUR;
  }
}

/** A ledger with this many events: a registration and records. */
export async function grow(rig: LedgerRig, userId: number, events: number): Promise<void> {
  await rig.execute(userId, register());
  for (let done = 1; done < events; ) {
    const from = done;
    done = Math.min(events, done + 200);
    await rig.alone((writer) => {
      for (let index = from; index < done; index += 1)
        writer.execute(userId, record(`r${index}`, rig.clock.at));
      return null;
    });
    rig.clock.at += HOUR;
  }
}
