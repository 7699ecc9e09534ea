/**
 * Double entry: every received credit has a source in a friend's ledger, and every source has its credit. The outbox links
 * the two. The audit compares both of its sides range by range, so it needs memory for one range only.
 */
import type { CreditIntent } from '#core/points/credits.ts';
import type { StoredEvent } from '#core/points/events.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { isOfNewerCode } from './accounts.ts';
import { type ClockStep, explainingStep } from './clock-steps.ts';
import { hasImportedCredits } from './credit-rows.ts';
import type { Findings } from './findings.ts';

/** A position in the order of all events: after every event of lower users, and of this user up to `seq`. */
export interface Key {
  readonly userId: number;
  readonly seq: number;
}

/** One credit in the outbox. */
export interface OutboxRow {
  readonly userId: number;
  readonly seq: number;
  readonly target: number;
  readonly cause: string;
  readonly source: string;
  readonly basis: number;
  readonly premium: number;
}

/** Credits whose source lies after `from`, up to and including `to`, in the order of their sources. */
export function outboxBetween(sql: Sql, from: Key, to: Key): OutboxRow[] {
  return sql.all<OutboxRow>(
    `SELECT source_user AS userId, source_seq AS seq, target_user AS target, cause, source, basis, premium
     FROM credits WHERE (source_user, source_seq) > (?, ?) AND (source_user, source_seq) <= (?, ?)
     ORDER BY source_user, source_seq`,
    from.userId,
    from.seq,
    to.userId,
    to.seq,
  );
}

/** Compares one event with its credit in the outbox, if any. */
export function compareSource(
  event: StoredEvent,
  intent: CreditIntent | undefined,
  row: OutboxRow | undefined,
  sourceName: (userId: number) => string,
  findings: Findings,
): void {
  const { userId, seq } = event;
  if (intent === undefined) {
    if (row !== undefined) {
      findings.add('credit_without_source', userId, seq, `event ${event.eventId} causes no credit`);
    }
    return;
  }
  if (row === undefined) {
    findings.add(
      'credit_missing',
      userId,
      seq,
      `${intent.cause} for user ${intent.target} is not in the outbox`,
    );
    return;
  }
  const isSame =
    row.target === intent.target &&
    row.cause === intent.cause &&
    row.basis === intent.basis &&
    row.premium === (intent.premium ? 1 : 0);
  if (!isSame) {
    const said = `${row.cause} ${row.basis} for user ${row.target}`;
    const due = `${intent.cause} ${intent.basis} for user ${intent.target}`;
    findings.add('credit_wrong', userId, seq, `the outbox says ${said}, the event causes ${due}`);
  } else if (row.source !== sourceName(userId)) {
    findings.add('credit_wrong', userId, seq, 'the outbox names another source than this user');
  }
}

export interface WaitLimit {
  /** UTC milliseconds. */
  readonly now: number;
  readonly ms: number;
}

/** A refused delivery is repeated within an hour. */
const LONGEST_RETRY_MS = 60 * 60_000;

/**
 * Reports overdue credits. If both ledgers are in this database (`limit` null), every undelivered credit is overdue, because
 * the causing commit delivers it, unless it was imported from another deployment, or its ledger holds events of newer code.
 * Otherwise a credit is overdue if it is older than the limit and was not put off since, or put off for longer than any retry.
 */
export function compareWaiting(sql: Sql, limit: WaitLimit | null, findings: Findings): void {
  if (limit === null && hasImportedCredits(sql)) return;
  const old = limit === null ? Number.MAX_SAFE_INTEGER : limit.now - limit.ms;
  const rows = sql.all<{ userId: number; seq: number; target: number }>(
    `SELECT source_user AS userId, source_seq AS seq, target_user AS target FROM credits
     WHERE delivered_at IS NULL AND (created_at <= ? AND NOT (attempts = 0 AND retry_at > ?) OR retry_at > ?)
     ORDER BY source_user, source_seq`,
    old,
    old,
    limit === null ? Number.MAX_SAFE_INTEGER : limit.now + limit.ms + LONGEST_RETRY_MS,
  );
  const newer = new Map<number, boolean>();
  for (const { userId, seq, target } of rows) {
    if (limit === null && !newer.has(target)) newer.set(target, isOfNewerCode(sql, target));
    if (newer.get(target) === true) continue;
    findings.add('credit_waiting', userId, seq, `the credit for user ${target} was not delivered`);
  }
}

/** When a user registered, UTC milliseconds; null if there is no ledger. */
function registeredAt(sql: Sql, userId: number): number | null {
  return sql.get<{ at: number }>('SELECT at FROM events WHERE user_id = ? AND seq = 1', userId)?.at ?? null;
}

/** Compares a registration that counts its referrer as registered with the referrer's own, in the same database. */
export function compareReferrer(
  sql: Sql,
  { userId, seq, at }: StoredEvent,
  referrer: number,
  findings: Findings,
  clock: KnownClock = NO_CLOCK,
): void {
  reportReferrer({ userId, seq, at }, referrer, registeredAt(sql, referrer), findings, clock);
}

/** The audit's knowledge of the server's clock. */
export interface KnownClock {
  /** The audit's time, UTC milliseconds. */
  readonly now: number;
  /** Only called if needed. */
  readonly steps: () => readonly ClockStep[];
  /** Called for a registration that this step explains. */
  readonly onExplained: (step: ClockStep) => void;
}

const NO_CLOCK: KnownClock = { now: 0, steps: () => [], onExplained: () => undefined };

/**
 * Reports a referrer who registered after the friend; only notes it if the clock was set back between the two times.
 * @param since when the referrer registered, UTC milliseconds; null if there is no ledger.
 */
export function reportReferrer(
  friend: Key & { readonly at: number },
  referrer: number,
  since: number | null,
  findings: Findings,
  clock: KnownClock = NO_CLOCK,
): void {
  if (since !== null) {
    if (since <= friend.at) return;
    const step = explainingStep(clock.steps(), friend.at, since, clock.now);
    if (step !== null) {
      clock.onExplained(step);
      return;
    }
  }
  const begins = since === null ? 'has no ledger' : `registered ${since - friend.at} ms later`;
  findings.add(
    'referrer_later',
    friend.userId,
    friend.seq,
    `counts user ${referrer} as registered, who ${begins}`,
  );
}

/** Tables whose first column is a user id. */
const OWNED = [
  ['events', 'user_id'],
  ['credits', 'source_user'],
  ['accounts', 'user_id'],
  ['wallets', 'user_id'],
] as const;

/** Rows outside all ranges of users, such as the invented source of an invented credit. */
export function findOrphanRows(sql: Sql, findings: Findings): void {
  for (const [table, owner] of OWNED) {
    const row = sql.get<{ id: string; n: number }>(
      `SELECT CAST(min(${owner}) AS TEXT) AS id, count(*) AS n FROM ${table} WHERE ${owner} < 1 OR ${owner} > ${LAST_ID}`,
    );
    if (row !== undefined && row.n > 0)
      findings.add('no_user', null, null, `${row.n} in ${table}, from id ${row.id} on`);
  }
}

const LAST_ID = Number.MAX_SAFE_INTEGER;

export function reportOrphan(row: OutboxRow, findings: Findings): void {
  findings.add(
    'credit_without_source',
    row.userId,
    row.seq,
    `for user ${row.target}: there is no such event`,
  );
}

interface ReceivedRow {
  readonly userId: number;
  readonly seq: number;
  readonly eventId: string;
  readonly sent: string | null;
}

/**
 * Reports received credits, in the ledgers between two keys, that were never sent or differ from the sent ones.
 * Returns a test for events that were never sent.
 */
export function compareReceived(sql: Sql, from: Key, to: Key, findings: Findings): (event: Key) => boolean {
  const invented = new Set<string>();
  const rows = sql.iterate<ReceivedRow>(
    // The right side is the event's canonical JSON, see `dataText`.
    `SELECT e.user_id AS userId, e.seq AS seq, e.event_id AS eventId, c.credit_id AS sent
     FROM events e LEFT JOIN credits c ON c.target_user = e.user_id AND c.credit_id = e.event_id
     WHERE (e.user_id, e.seq) > (?, ?) AND (e.user_id, e.seq) <= (?, ?) AND e.type = 'CreditReceived.v1'
       AND (c.credit_id IS NULL OR e.data <> '{"basis":' || c.basis || ',"cause":"' || c.cause
         || '","premium":' || iif(c.premium = 1, 'true', 'false') || ',"source":"' || c.source || '"}')
     ORDER BY e.user_id, e.seq`,
    from.userId,
    from.seq,
    to.userId,
    to.seq,
  );
  for (const { userId, seq, eventId, sent } of rows) {
    if (sent === null) {
      invented.add(`${userId}.${seq}`);
      findings.add('credit_invented', userId, seq, `credit ${eventId} was never sent`);
    } else {
      findings.add('credit_changed', userId, seq, `credit ${eventId} differs from the credit that was sent`);
    }
  }
  return ({ userId, seq }) => invented.size > 0 && invented.has(`${userId}.${seq}`);
}

/**
 * Reports credits marked as delivered to users above `from`, up to and including `to`, that their ledgers do not hold.
 * @param received how many credits of the outbox those ledgers hold: if they hold all, none is lost.
 */
export function compareDelivered(
  sql: Sql,
  from: number,
  to: number,
  received: number,
  findings: Findings,
): void {
  const sent = sql.get<{ n: number }>(
    'SELECT count(*) AS n FROM credits WHERE target_user > ? AND target_user <= ?',
    from,
    to,
  );
  if (sent?.n === received) return;
  const lost = sql.iterate<{ target: number; creditId: string; userId: number; seq: number }>(
    `SELECT c.target_user AS target, c.credit_id AS creditId, c.source_user AS userId, c.source_seq AS seq
     FROM credits c WHERE c.target_user > ? AND c.target_user <= ? AND c.delivered_at IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM events e WHERE e.user_id = c.target_user AND e.event_id = c.credit_id)
     ORDER BY c.target_user, c.credit_id`,
    from,
    to,
  );
  for (const { target, creditId, userId, seq } of lost) {
    findings.add('credit_lost', target, null, `credit ${creditId}, caused by event ${seq} of user ${userId}`);
  }
}
