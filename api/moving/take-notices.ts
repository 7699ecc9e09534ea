/** Takes in the notices of a piece: each is told by one home only, whichever has it when the user may be told again. */
import type { StoredEvent } from '#core/points/events.ts';
import type { Notice } from '#core/points/notices.ts';
import { keepNotice, removeNotice } from '../notices/waiting.ts';
import type { Sql } from '../sqlite/port.ts';
import type { Piece } from './piece.ts';
import type { NoticeRow } from './tables.ts';

/**
 * Of events that were here before, what one of the two homes has told is told: it waits on only where it waits in both. So an
 * older file brings back nothing, and a newer one takes away what was told since a rehearsal.
 * @param knownUpTo the newest event that was here before the piece.
 * @param erasedUpTo nothing of an earlier event is told any more.
 * @returns the event of a row that is not right; null where all are.
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

/** Null where it is not what its row and its event say. */
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
