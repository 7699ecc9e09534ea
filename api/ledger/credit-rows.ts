/**
 * The outbox of credits that a user's events cause in their referrer's ledger. A row is written with the event that causes
 * it and marked when delivered; afterwards it links the two ledgers for the operator.
 */
import type { ReceiveCredit } from '#core/points/commands.ts';
import type { CreditIntent } from '#core/points/credits.ts';
import type { CreditCause, StoredEvent } from '#core/points/events.ts';
import type { Sql } from '../runtime/sqlite/port.ts';

export interface PendingCredit {
  readonly sourceUser: number;
  readonly sourceSeq: number;
  readonly targetUser: number;
  readonly attempts: number;
  readonly command: ReceiveCredit;
}

/** Public ids, derived with a secret, so that they distinguish friends and wallets without naming them. */
export interface CreditNames {
  /** The same for one event at every delivery. */
  creditId(userId: number, eventId: string): string;
  source(userId: number): string;
  /** The same for one wallet, by its address in the raw form. */
  wallet(address: string): string;
}

export function creditNames(secret: string, hmac: (key: string, text: string) => string): CreditNames {
  return {
    creditId: (userId, eventId) => hmac(secret, `credit:${userId}:${eventId}`).slice(0, 32),
    source: (userId) => hmac(secret, `friend:${userId}`).slice(0, 32),
    wallet: (address) => hmac(secret, `wallet:${address}`),
  };
}

export function addCredit(sql: Sql, names: CreditNames, event: StoredEvent, intent: CreditIntent): void {
  sql.run(
    `INSERT INTO credits
       (source_user, source_seq, target_user, credit_id, cause, source, basis, premium, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    event.userId,
    event.seq,
    intent.target,
    names.creditId(event.userId, event.eventId),
    intent.cause,
    names.source(event.userId),
    intent.basis,
    intent.premium ? 1 : 0,
    event.at,
  );
}

interface CreditRow {
  readonly source_user: number;
  readonly source_seq: number;
  readonly target_user: number;
  readonly attempts: number;
  readonly credit_id: string;
  readonly cause: CreditCause;
  readonly source: string;
  readonly basis: number;
  readonly premium: number;
}

/** An event of the only user, in a database without the index of waiting credits: all that wait were caused later. */
export interface After {
  readonly userId: number;
  readonly seq: number;
}

/** @param after null where the index finds the credits that wait. */
const waiting = (after: After | null) =>
  after === null
    ? { text: 'delivered_at IS NULL', values: [] }
    : {
        text: 'source_user = ? AND source_seq > ? AND delivered_at IS NULL',
        values: [after.userId, after.seq],
      };

/** Credits due at `now`, the longest waiting first. */
export function pendingCredits(
  sql: Sql,
  now: number,
  limit: number,
  after: After | null = null,
): PendingCredit[] {
  const { text, values } = waiting(after);
  // Without the plus SQLite plans the query anew each time.
  const rows = sql.all<CreditRow>(
    `SELECT source_user, source_seq, target_user, attempts, credit_id, cause, source, basis, premium FROM credits
     WHERE ${text} AND retry_at <= +? ORDER BY retry_at, source_user, source_seq LIMIT ?`,
    ...values,
    now,
    limit,
  );
  return rows.map((row) => ({
    sourceUser: row.source_user,
    sourceSeq: row.source_seq,
    targetUser: row.target_user,
    attempts: row.attempts,
    command: {
      type: 'receive_credit',
      creditId: row.credit_id,
      cause: row.cause,
      source: row.source,
      basis: row.basis,
      premium: row.premium === 1,
      friend: row.source_user,
    },
  }));
}

export function hasPendingCredits(sql: Sql): boolean {
  return sql.get('SELECT 1 AS found FROM credits WHERE delivered_at IS NULL LIMIT 1') !== undefined;
}

/** When the oldest undelivered credit was caused, but for those that were put off, milliseconds; null if there is none. */
export function oldestPendingCredit(sql: Sql, after: After | null = null): number | null {
  const { text, values } = waiting(after);
  return (
    sql.get<{ at: number | null }>(
      `SELECT min(created_at) AS at FROM credits WHERE ${text} AND NOT (attempts = 0 AND retry_at > 0)`,
      ...values,
    )?.at ?? null
  );
}

/**
 * Records that undelivered credits were imported from another deployment: until this one has delivered them, waiting is not a
 * fault. The next server that has delivered everything removes the record.
 */
export function noteImportedCredits(sql: Sql): void {
  sql.run("INSERT INTO meta (name, value) VALUES ('imported_credits', '1') ON CONFLICT DO NOTHING");
}

export function hasImportedCredits(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM meta WHERE name = 'imported_credits'") !== undefined;
}

export function forgetImportedCredits(sql: Sql): void {
  sql.run("DELETE FROM meta WHERE name = 'imported_credits'");
}

/** When the next credit may be delivered, milliseconds; null if none waits. */
export function nextCreditAt(sql: Sql, after: After | null = null): number | null {
  const { text, values } = waiting(after);
  return (
    sql.get<{ at: number | null }>(`SELECT min(retry_at) AS at FROM credits WHERE ${text}`, ...values)?.at ??
    null
  );
}

export function markDelivered(sql: Sql, credit: PendingCredit, now: number): void {
  sql.run(
    'UPDATE credits SET delivered_at = ? WHERE source_user = ? AND source_seq = ?',
    now,
    credit.sourceUser,
    credit.sourceSeq,
  );
}

/** A credit is tried again after this at the latest, milliseconds. */
const LONGEST_WAIT = 60 * 60_000;

/** A credit to a ledger of newer code rightly waits for that code. It is no failed attempt, so its age tells of no fault. */
export function putOff(sql: Sql, credit: PendingCredit, now: number): void {
  sql.run(
    'UPDATE credits SET attempts = 0, retry_at = ? WHERE source_user = ? AND source_seq = ?',
    now + LONGEST_WAIT,
    credit.sourceUser,
    credit.sourceSeq,
  );
}

/** Schedules a retry after 1 s, 2 s, 4 s, … at most an hour. */
export function markFailed(sql: Sql, credit: PendingCredit, now: number): void {
  const wait = Math.min(LONGEST_WAIT, 1000 * 2 ** Math.min(credit.attempts, 20));
  sql.run(
    'UPDATE credits SET attempts = attempts + 1, retry_at = ? WHERE source_user = ? AND source_seq = ?',
    now + wait,
    credit.sourceUser,
    credit.sourceSeq,
  );
}
