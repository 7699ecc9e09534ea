/** Whole exports as one text; the app writes and verifies them line by line. */
import type { Sha256 } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { type ExportVerified, startExportCheck } from '#core/points/export-format.ts';
import { type ExportSource, exportEventLine, exportHeaderLine } from '#core/points/export-lines.ts';

export function writeExport(source: ExportSource, events: Iterable<StoredEvent>): string {
  return exportHeaderLine(source) + Array.from(events, exportEventLine).join('');
}

export function verifyExport(text: string, sha256: Sha256): ExportVerified {
  const check = startExportCheck(sha256);
  for (const line of text.split('\n')) if (check.line(line) !== null) break;
  return check.end();
}
