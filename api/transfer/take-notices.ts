/** Imports the notices of a piece, so that only one deployment sends each of them. */
import type { StoredEvent } from '#core/points/events.ts';
import type { Notice } from '#core/points/notices.ts';
import { keepNotice, removeNotice } from '../notifications/pending/waiting.ts';
import type { NoticeRow } from '../notifications/tables.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Piece } from './piece.ts';

/**
 * For events that were stored before this piece, a notice stays pending only if it is pending in both deployments, because
 * either may already have sent it. So an older file brings no notice back, and a newer one removes those sent since a rehearsal.
 * @param knownUpTo the newest event that was stored before the piece.
 * @param erasedUpTo notices of events up to this one are dropped.
 * @returns the event of a faulty row; null if all rows are right.
 */
export function takeNotices(
  sql: Sql,
  { userId, events, notices }: Piece,
  knownUpTo: number,
  erasedUpTo: number,
): number | null {
  const bySeq = new Map(events.map((event) => [event.seq, event]));
  const wrong = notices.find((row) => row.user_id !== userId || readNotice(row, bySeq) === null);
  if (wrong !== undefined) return wrong.seq;
  const waiting = new Set(notices.map(keyOf));
  if (waiting.size < notices.length) return notices[0]?.seq ?? 0;
  const here = sql.all<NoticeRow>(
    'SELECT * FROM notices WHERE user_id = ? AND seq BETWEEN ? AND ?',
    userId,
    events[0]?.seq ?? 0,
    Math.min(knownUpTo, events.at(-1)?.seq ?? 0),
  );
  for (const row of here) {
    if (!waiting.has(keyOf(row))) removeNotice(sql, { userId, ...(row as Pick<Notice, 'seq' | 'kind'>) });
  }
  for (const row of notices) {
    const notice = readNotice(row, bySeq);
    if (notice !== null && row.seq > Math.max(knownUpTo, erasedUpTo)) keepNotice(sql, notice);
  }
  return null;
}

const keyOf = ({ seq, kind }: NoticeRow) => `${seq} ${kind}`;

/** Null if the notice contradicts its row or its event. */
function readNotice(row: NoticeRow, events: ReadonlyMap<number, StoredEvent>): Notice | null {
  try {
    const notice = JSON.parse(row.notice) as Notice;
    const isRight =
      notice.id === `${events.get(row.seq)?.hash}:${row.kind}` &&
      notice.userId === row.user_id &&
      notice.seq === row.seq &&
      notice.kind === row.kind;
    return isRight ? notice : null;
  } catch {
    return null;
  }
}
