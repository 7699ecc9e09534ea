/**
 * The summary of the last calculation, kept for the next start: to compute it, Home would load the arithmetic of every
 * calculator. It goes with the user's drafts when their data are deleted.
 */
import { type RecordSummary, UNKNOWN_SUMMARY } from '#core/journal/record-summary.ts';
import type { DeviceRecord } from '#device/model.ts';
import { readDraftMirror, writeDraftMirror } from '#platform/draft-mirror.ts';

const KEY = 'last-summary';

interface Kept {
  readonly of: string;
  readonly summary: RecordSummary;
}

/** Null if it has to be computed. A record without inputs has no figures. */
export function keptSummary(userId: number, record: DeviceRecord): RecordSummary | null {
  if (Object.keys(record.inputs).length === 0) return UNKNOWN_SUMMARY;
  const kept = readDraftMirror(userId, KEY) as Kept | null | undefined;
  return kept?.of === signOf(record) ? kept.summary : null;
}

export function keepSummary(userId: number, record: DeviceRecord, summary: RecordSummary): void {
  writeDraftMirror(userId, KEY, { of: signOf(record), summary } satisfies Kept);
}

/** Another version of the app may compute or write it differently. */
function signOf({ calculationType, inputs }: DeviceRecord): string {
  return JSON.stringify([import.meta.env.VITE_APP_VERSION, calculationType, inputs]);
}
