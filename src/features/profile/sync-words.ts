/** The state of the sync on the profile, as keys of texts: never "offline" once the network is back. */
import type { DeviceRecord, SyncPhase, SyncStatus } from '#device/model.ts';
import { type RecordWord, recordWord } from '#ui/record-state.ts';

export type SyncWord = 'loading' | 'all_sent' | 'never' | 'some_wait' | Exclude<SyncPhase, 'idle'>;

/** One word for the whole state. */
export function syncWord(sync: SyncStatus | undefined): SyncWord {
  if (sync === undefined) return 'loading';
  if (sync.phase !== 'idle') return sync.phase;
  if (sync.pending > 0) return 'some_wait';
  return sync.lastSyncedAt === null ? 'never' : 'all_sent';
}

export interface RecordTally {
  readonly word: RecordWord;
  readonly count: number;
}

const ORDER: readonly RecordWord[] = [
  'pending',
  'memory',
  'held_back',
  'counted',
  'zero_daily_limit',
  'zero_receipt_limit',
  'zero_too_old',
  'zero_before_first_launch',
  'zero_other',
  'not_counted',
];

/** How many records are in each state, in a fixed order, without empty states. */
export function tallyOf(records: readonly DeviceRecord[], kept: boolean): RecordTally[] {
  const counts = new Map<RecordWord, number>();
  for (const record of records) {
    const word = recordWord(record, kept);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return ORDER.flatMap((word) => {
    const count = counts.get(word);
    return count === undefined ? [] : [{ word, count }];
  });
}
