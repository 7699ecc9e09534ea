/** The history as CSV (RFC 4180): one row per calculation, one column per input. */
import type { DeviceRecord } from '#device/model.ts';

const FIXED = ['id', 'date', 'calculation', 'state', 'points', 'reason'] as const;

/** Comma-separated, CRLF, with a byte order mark so that spreadsheets read it as UTF-8. */
export function historyCsv(records: readonly DeviceRecord[]): string {
  const inputs = [...new Set(records.flatMap((record) => Object.keys(record.inputs)))].sort();
  const header = [...FIXED, ...inputs];
  const rows = records.map((record) => [
    record.id,
    new Date(record.occurredAt).toISOString(),
    record.calculationType,
    record.state,
    record.awarded === null ? '' : String(record.awarded / 1000),
    record.reason ?? record.refusal ?? '',
    ...inputs.map((name) => inputText(record.inputs[name])),
  ]);
  return `\ufeff${[header, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}

/**
 * One cell, quoted if necessary. Text that a spreadsheet would run as a formula gets a leading apostrophe, which keeps
 * it text.
 */
export function csvCell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return /[",\r\n\t';]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function inputText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
