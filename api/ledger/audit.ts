/**
 * The operator's audit: recomputes everything from facts. Checks chain, rules and arithmetic of every ledger, double entry of
 * credits in both directions, every projection, and saved heads. Reads in chunks, each from one snapshot, while writes
 * continue; memory does not grow with the number of events.
 */
import { type LedgerCheck, startCheck } from '#core/points/audit.ts';
import type { StoredEvent } from '#core/points/events.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { compareAccounts, isRebuilt, type Replayed } from './account-check.ts';
import {
  addExplained,
  type ClockStep,
  clockSteps,
  type ExplainedByClock,
  NOTHING_EXPLAINED,
} from './clock-steps.ts';
import { creditNames } from './credit-rows.ts';
import { creditSecret } from './credit-secret.ts';
import {
  compareDelivered,
  compareReceived,
  compareReferrer,
  compareSource,
  compareWaiting,
  findOrphanRows,
  type Key,
  type KnownClock,
  type OutboxRow,
  outboxBetween,
  reportOrphan,
  type WaitLimit,
} from './double-entry.ts';
import { EVENT_COLUMNS } from './event-rows.ts';
import { type Finding, mergedFindings, startFindings } from './findings.ts';
import { type SavedHead, startHeadsCheck } from './heads.ts';
import { checkSchema } from './schema-check.ts';
import type { LedgerDeps } from './types.ts';
import type { UserRange } from './user-range.ts';
import { compareAddresses, compareWallets, type KeptAddress } from './wallet-check.ts';

export interface AuditDeps {
  readonly sql: Sql;
  readonly sha256: (text: string) => string;
  readonly hmac: (key: string, text: string) => string;
  /**
   * Whether both ends of every credit are in this database (the default), or one of them in another. In the second case the
   * audit does not match received credits with sent ones, nor delivered credits with received ones.
   */
  readonly credits?: LedgerDeps['credits'];
  /** The stored wallet addresses of users above `from`, up to and including `to`; without it none are compared. */
  readonly addresses?: (sql: Sql, from: number, to: number) => readonly KeptAddress[];
  /** How long a credit may wait if its other end is in another database; without it no wait is too long. */
  readonly waiting?: WaitLimit;
  /** UTC milliseconds: a clock step later than this explains nothing. Without it every step may explain something. */
  readonly now?: number;
}

export interface AuditOptions {
  /** Saved heads, by user id. */
  readonly heads?: Iterator<SavedHead>;
  /** Events per chunk. */
  readonly chunk?: number;
  /** Called after each chunk with the number of events so far. */
  readonly onProgress?: (events: number) => void;
}

export interface RangeReport {
  readonly users: number;
  readonly events: number;
  /** Credits in the outbox. */
  readonly credits: number;
  /** Account rows of another version, which were not compared: a rebuild is due or running. */
  readonly stale: number;
  /** A note for the operator, not a finding. */
  readonly explained: ExplainedByClock;
  /** Empty if nothing is wrong. */
  readonly findings: readonly Finding[];
}

export interface AuditReport extends RangeReport {
  /** Undelivered credits in the outbox. */
  readonly pending: number;
}

const NOT_REGISTERED = { referrer: null, referrerRegistered: false };
/** Larger chunks are no faster, and more rows outlive a collection of new objects. */
const CHUNK = 1000;
const EVERYONE: UserRange = { from: Number.MIN_SAFE_INTEGER, to: Number.MAX_SAFE_INTEGER };
const LAST = Number.MAX_SAFE_INTEGER;

/** Splits all users above `after` into ranges with about the same number of events, for audits side by side. */
export function* userRanges(sql: Sql, events: number, after = EVERYONE.from): Generator<UserRange> {
  let from = after;
  for (;;) {
    const row = sql.get<{ userId: number }>(
      `SELECT user_id AS userId FROM events WHERE (user_id, seq) > (?, ?)
       ORDER BY user_id, seq LIMIT 1 OFFSET ?`,
      from,
      LAST,
      events,
    );
    yield { from, to: row?.userId ?? EVERYONE.to };
    if (row === undefined) return;
    from = row.userId;
  }
}

export const NOTHING_AUDITED: RangeReport = {
  users: 0,
  events: 0,
  credits: 0,
  stale: 0,
  explained: NOTHING_EXPLAINED,
  findings: [],
};

/** Merges the reports of two adjacent ranges. */
export function addReports(a: RangeReport, b: RangeReport): RangeReport {
  return {
    users: a.users + b.users,
    events: a.events + b.events,
    credits: a.credits + b.credits,
    stale: a.stale + b.stale,
    explained: addExplained(a.explained, b.explained),
    findings: mergedFindings(a.findings, b.findings),
  };
}

/** Adds the checks of the database as a whole to the report of all ranges. */
export function wholeReport(
  { sql, credits = 'here', waiting }: Pick<AuditDeps, 'sql' | 'credits' | 'waiting'>,
  report: RangeReport,
): AuditReport {
  const findings = startFindings();
  checkSchema(sql, findings);
  findOrphanRows(sql, findings);
  findings.merge(report.findings);
  if (credits === 'here' || waiting !== undefined) compareWaiting(sql, waiting ?? null, findings);
  const pending = sql.get<{ n: number }>('SELECT count(*) AS n FROM credits WHERE delivered_at IS NULL');
  return { ...report, pending: pending?.n ?? 0, findings: findings.list() };
}

/** Audits the ledgers of a range of users, and the credits that they cause and receive. */
export function auditRange(
  { sql, sha256, hmac, credits = 'here', addresses = () => [], now = Number.POSITIVE_INFINITY }: AuditDeps,
  range: UserRange,
  options: AuditOptions = {},
): RangeReport {
  const limit = options.chunk ?? CHUNK;
  const findings = startFindings();
  const heads = options.heads === undefined ? null : startHeadsCheck(options.heads, findings);
  const names = creditNames(creditSecret(sql), hmac);
  let named: { readonly userId: number; readonly name: string } | null = null;
  const sourceName = (userId: number): string => {
    if (named?.userId !== userId) named = { userId, name: names.source(userId) };
    return named.name;
  };
  const isNoneStale = isRebuilt(sql);
  let knownSteps: readonly ClockStep[] | null = null;
  let explained = NOTHING_EXPLAINED;
  const clock: KnownClock = {
    now,
    steps() {
      knownSteps ??= clockSteps(sql, EVERYONE);
      return knownSteps;
    },
    onExplained(step) {
      explained = addExplained(explained, { registrations: 1, steps: [step] });
    },
  };

  const counts = { users: 0, events: 0, credits: 0, stale: 0 };
  let current: { readonly check: LedgerCheck; readonly userId: number; isBroken: boolean } | null = null;
  /** Credits in the ledger being read, and in the ledgers that ended in this chunk. */
  let receivedHere = 0;
  let receivedByEnded = 0;
  let ended: Replayed[] = [];
  let cursor: Key = { userId: range.from, seq: LAST };
  let endedUpTo = range.from;

  function end(): void {
    if (current === null) return;
    ended.push({ userId: current.userId, state: current.isBroken ? null : current.check.state });
    receivedByEnded += receivedHere;
    receivedHere = 0;
    current = null;
  }

  function judge(event: StoredEvent, row: OutboxRow | undefined, isInvented: boolean): void {
    const { userId } = event;
    if (current?.userId !== userId) {
      end();
      counts.users += 1;
      current = { userId, check: startCheck(userId, sha256, { uniqueIds: false }), isBroken: false };
    }
    if (isReceived(event) && !isInvented) receivedHere += 1;
    heads?.event(userId, event.seq, event.hash);
    if (current.isBroken) return;
    const fault = current.check.next(event);
    if (fault !== null) {
      current.isBroken = true;
      findings.add(fault.fault, userId, fault.seq, `event ${event.eventId} (${event.type})`);
      return;
    }
    compareSource(event, current.check.credits()[0], row, sourceName, findings);
    if (event.type !== 'Registered.v1' || credits !== 'here') return;
    const { referrer, referrerRegistered } = current.check.state.registered ?? NOT_REGISTERED;
    if (referrer !== null && referrerRegistered) compareReferrer(sql, event, referrer, findings, clock);
  }

  /** Compares the received credits of a chunk; reads the file again only where there are some. */
  function compareReceivedOf(events: readonly StoredEvent[]): (event: Key) => boolean {
    const first = events.find(isReceived);
    const last = events.findLast(isReceived);
    if (first === undefined || last === undefined) return () => false;
    return compareReceived(sql, { userId: first.userId, seq: first.seq - 1 }, last, findings);
  }

  /** Audits one chunk, from one snapshot. True while there is more. */
  function step(): boolean {
    const events = sql.all<StoredEvent>(
      `SELECT ${EVENT_COLUMNS} FROM events WHERE (user_id, seq) > (?, ?) AND user_id <= ?
       ORDER BY user_id, seq LIMIT ?`,
      cursor.userId,
      cursor.seq,
      range.to,
      limit,
    );
    const last = events.at(-1);
    const isMore = last !== undefined && events.length === limit;
    const upTo: Key = isMore ? { userId: last.userId, seq: last.seq } : { userId: range.to, seq: LAST };
    const outbox = outboxBetween(sql, cursor, upTo);
    const isInvented = credits === 'here' ? compareReceivedOf(events) : () => false;
    let at = 0;
    for (const event of events) {
      let row = outbox[at];
      while (row !== undefined && isBefore(row, event)) {
        reportOrphan(row, findings);
        at += 1;
        row = outbox[at];
      }
      const isOwn = row !== undefined && row.userId === event.userId && row.seq === event.seq;
      if (isOwn) at += 1;
      judge(event, isOwn ? row : undefined, isInvented(event));
    }
    for (const row of outbox.slice(at)) reportOrphan(row, findings);
    counts.events += events.length;
    counts.credits += outbox.length;
    if (!isMore) end();
    const nowEnded = isMore ? last.userId - 1 : range.to;
    if (nowEnded > endedUpTo) {
      counts.stale += compareAccounts(sql, endedUpTo, nowEnded, ended, isNoneStale, findings);
      compareWallets(sql, endedUpTo, nowEnded, ended, findings);
      compareAddresses(addresses(sql, endedUpTo, nowEnded), ended, names.wallet, findings);
      if (credits === 'here') compareDelivered(sql, endedUpTo, nowEnded, receivedByEnded, findings);
      endedUpTo = nowEnded;
      receivedByEnded = 0;
      ended = [];
    }
    cursor = upTo;
    return isMore;
  }

  while (sql.snapshot(step)) options.onProgress?.(counts.events);
  heads?.end();
  return { ...counts, explained, findings: findings.list() };
}

function isReceived({ type }: StoredEvent): boolean {
  return type === 'CreditReceived.v1';
}

function isBefore(row: Key, event: Key): boolean {
  return row.userId < event.userId || (row.userId === event.userId && row.seq < event.seq);
}
