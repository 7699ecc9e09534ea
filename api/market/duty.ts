/** The duty of market and calendar, the same on a machine and in an object. */
import type { Duty } from '../runtime/scheduler.ts';
import type { PublicData } from './data.ts';

/** The least time between two refreshes, milliseconds: data stay due while the database cannot be written. */
const REST_MS = 1000;

export function refreshPublicData({ dueAt, refresh }: Pick<PublicData, 'dueAt' | 'refresh'>): Duty {
  return { name: 'market and calendar', restMs: REST_MS, mayBeCut: true, dueAt, work: refresh };
}
