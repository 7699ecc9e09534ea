/**
 * Double entry: every credit in a ledger has its source in a friend's, and every source its credit. The outbox links the
 * two; both its sides are compared, range by range, so that the audit needs no more memory than one range.
 */
import type { CreditIntent } from '#core/points/credits.ts';
import type { StoredEvent } from '#core/points/events.ts';
import type { Sql } from '../sqlite/port.ts';
import type { Findings } from './findings.ts';

/** A place in the order of all events: after every event of lower users, and of this user up to `seq`. */
export interface Key {
  readonly userId: number;
  readonly seq: number;
}

/** One credit as the outbox holds it. */
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

/** Compares one event with the credit that the outbox holds for it, if any. */
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
  const isRight =
    row.target === intent.target &&
    row.cause === intent.cause &&
    row.basis === intent.basis &&
    row.premium === (intent.premium ? 1 : 0) &&
    row.source === sourceName(userId);
  if (!isRight) {
    const said = `${row.cause} ${row.basis} for user ${row.target}`;
    const due = `${intent.cause} ${intent.basis} for user ${intent.target}`;
    findings.add('credit_wrong', userId, seq, `the outbox says ${said}, the event causes ${due}`);
  }
}

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
 * Credits received in the ledgers between two keys that were not sent, or say something else than what was sent.
 * Returns a test for events that were not sent at all.
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
      findings.add('credit_changed', userId, seq, `credit ${eventId} says something else than what was sent`);
    }
  }
  return ({ userId, seq }) => invented.size > 0 && invented.has(`${userId}.${seq}`);
}

/**
 * Credits marked as delivered to users above `from`, up to and including `to`, that their ledgers do not hold.
 * @param received how many credits of the outbox those ledgers hold: where that is all of them, none is lost.
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
