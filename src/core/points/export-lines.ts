/** The lines of the published export of one ledger; `export-format.ts` has the format and its check. */
import type { Head, StoredEvent } from './events.ts';

export const EXPORT_FORMAT = 'irich-ledger';
export const EXPORT_VERSION = 1;

export interface ExportHeader {
  readonly format: typeof EXPORT_FORMAT;
  readonly version: typeof EXPORT_VERSION;
  readonly userId: number;
  /** UTC milliseconds. */
  readonly exportedAt: number;
  /** The ledger's head at the time of the export: that of the last line. */
  readonly head: Head;
  /** The linked wallet, in exports that users make for themselves. No event holds it, so it is not verified. */
  readonly walletAddress?: string;
}

export interface ExportSource {
  readonly userId: number;
  /** UTC milliseconds. */
  readonly exportedAt: number;
  readonly head: Head;
  readonly walletAddress?: string | null;
}

/** The header line, with its line feed. */
export function exportHeaderLine({ userId, exportedAt, head, walletAddress }: ExportSource): string {
  const header: ExportHeader = {
    format: EXPORT_FORMAT,
    version: EXPORT_VERSION,
    userId,
    exportedAt,
    head: { seq: head.seq, hash: head.hash },
    ...(walletAddress ? { walletAddress } : {}),
  };
  return `${JSON.stringify(header)}\n`;
}

/** One event's line, with its line feed. Fields have a fixed order; others on the object are left out. */
export function exportEventLine(event: StoredEvent): string {
  const { userId, seq, eventId, type, rules, at, bucket, award, data, hash } = event;
  return `${JSON.stringify({ userId, seq, eventId, type, rules, at, bucket, award, data, hash })}\n`;
}
