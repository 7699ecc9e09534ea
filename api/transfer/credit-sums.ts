/**
 * Credits as both sides store them: as rows of the sender's outbox, and as events of the receiver. Each has a hash of its
 * whole content, equal on both sides. Sums of these hashes do not depend on the order, so one number stands for many credits.
 */
import { dataText } from '#core/points/facts.ts';
import type { Sql } from '../runtime/sqlite/port.ts';

type Sha256 = (text: string) => string;

export interface Sum {
  readonly count: number;
  /** The sum of the hashes modulo 2^256, hexadecimal. */
  readonly hashes: string;
}
export const NO_CREDITS: Sum = { count: 0, hashes: '0' };

export interface SentCredit {
  /** Sequence number of the event that causes it. */
  readonly seq: number;
  readonly creditId: string;
  readonly hash: string;
  readonly isDelivered: boolean;
}

export interface ReceivedCredit {
  /** Sequence number in the receiver's ledger. */
  readonly seq: number;
  readonly creditId: string;
  readonly hash: string;
}

export interface Page<Row> {
  readonly rows: readonly Row[];
  /** The `after` of the next page; null on the last page. */
  readonly next: number | null;
}

const PAGE = 1000;
const MODULUS = 1n << 256n;

export function addSums(a: Sum, b: Sum): Sum {
  const hashes = (BigInt(`0x${a.hashes}`) + BigInt(`0x${b.hashes}`)) % MODULUS;
  return { count: a.count + b.count, hashes: hashes.toString(16) };
}

function sumOf(hashes: Iterable<string>): Sum {
  let count = 0;
  let sum = 0n;
  for (const hash of hashes) {
    count += 1;
    sum += BigInt(`0x${hash}`);
  }
  return { count, hashes: (sum % MODULUS).toString(16) };
}

/** The sum of the delivered credits for `target`. */
export function deliveredBy(sql: Sql, userId: number, target: number | null, sha256: Sha256): Sum {
  if (target === null) return NO_CREDITS;
  return sumOf(deliveredHashes(sql, userId, target, sha256));
}

function* deliveredHashes(sql: Sql, userId: number, target: number, sha256: Sha256): Generator<string> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Page<SentCredit> = sentCredits(sql, userId, target, after, sha256);
    for (const { hash, isDelivered } of page.rows) if (isDelivered) yield hash;
    after = page.next;
  }
}

export function receivedBy(sql: Sql, userId: number, sha256: Sha256): Sum {
  return sumOf(receivedHashes(sql, userId, sha256));
}

function* receivedHashes(sql: Sql, userId: number, sha256: Sha256): Generator<string> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Page<ReceivedCredit> = receivedCredits(sql, userId, after, sha256);
    for (const { hash } of page.rows) yield hash;
    after = page.next;
  }
}

interface SentRow {
  readonly seq: number;
  readonly creditId: string;
  readonly cause: 'friend_registered' | 'friend_activity' | 'friend_referral';
  readonly source: string;
  readonly basis: number;
  readonly premium: number;
  readonly deliveredAt: number | null;
}

/** Credits that a user's events after event `after` caused for `target`, in order. */
export function sentCredits(
  sql: Sql,
  userId: number,
  target: number,
  after: number,
  sha256: Sha256,
): Page<SentCredit> {
  const rows = sql.all<SentRow>(
    `SELECT source_seq AS seq, credit_id AS creditId, cause, source, basis, premium, delivered_at AS deliveredAt
     FROM credits WHERE source_user = ? AND target_user = ? AND source_seq > ? ORDER BY source_seq LIMIT ?`,
    userId,
    target,
    after,
    PAGE,
  );
  return paged(
    rows.map(({ seq, creditId, cause, source, basis, premium, deliveredAt }) => {
      const data = dataText({
        type: 'CreditReceived.v1',
        data: { cause, source, basis, premium: premium === 1 },
      });
      return { seq, creditId, hash: sha256(`${creditId}\n${data}`), isDelivered: deliveredAt !== null };
    }),
  );
}

/** Credits in a user's ledger after event `after`, in order. */
export function receivedCredits(
  sql: Sql,
  userId: number,
  after: number,
  sha256: Sha256,
): Page<ReceivedCredit> {
  const rows = sql.all<{ seq: number; creditId: string; data: string }>(
    `SELECT seq, event_id AS creditId, data FROM events
     WHERE user_id = ? AND seq > ? AND type = 'CreditReceived.v1' ORDER BY seq LIMIT ?`,
    userId,
    after,
    PAGE,
  );
  return paged(
    rows.map(({ seq, creditId, data }) => ({ seq, creditId, hash: sha256(`${creditId}\n${data}`) })),
  );
}

function paged<Row extends { readonly seq: number }>(rows: readonly Row[]): Page<Row> {
  return { rows, next: rows.length < PAGE ? null : (rows.at(-1)?.seq ?? null) };
}

/**
 * Friends that have sent this ledger their card, with an id above `after`, lowest first. Only a ledger with its own
 * database stores them.
 */
export function friendsOf(sql: Sql, after: number): Page<number> {
  const rows = sql.all<{ id: number }>(
    'SELECT friend_id AS id FROM friends WHERE friend_id > ? ORDER BY friend_id LIMIT ?',
    after,
    PAGE,
  );
  const ids = rows.map(({ id }) => id);
  return { rows: ids, next: ids.length < PAGE ? null : (ids.at(-1) ?? null) };
}
