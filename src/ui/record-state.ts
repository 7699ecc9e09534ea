/** The state of a record in one word; every screen with records has a text for each. */
import type { CountReason } from '#core/points/events.ts';

export interface RecordLike {
  readonly state: 'pending' | 'counted' | 'not_counted';
  readonly awarded: number | null;
  readonly reason: CountReason | null;
  readonly waitsUntil?: number;
}

export type RecordWord =
  | 'pending'
  | 'memory'
  /** The user has reached the server's daily limit. */
  | 'held_back'
  | 'counted'
  | 'not_counted'
  | `zero_${Exclude<CountReason, 'counted'> | 'other'}`;

/** @param kept whether new records outlast the page */
export function recordWord(record: RecordLike, kept: boolean): RecordWord {
  if (record.state === 'pending' && !kept) return 'memory';
  if (record.state === 'pending') return record.waitsUntil === undefined ? 'pending' : 'held_back';
  if (record.state === 'not_counted') return 'not_counted';
  if (record.awarded !== null && record.awarded > 0) return 'counted';
  const reason = record.reason ?? 'counted';
  return `zero_${reason === 'counted' ? 'other' : reason}`;
}
