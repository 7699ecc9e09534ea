/** The history as CSV (RFC 4180): one row per calculation with its outcome, one column per input. */
import { recordedSymbol } from '#core/calculators/record-summary.ts';
import { csvCell } from '#core/csv-cell.ts';
import { rOfRecord } from '#core/journal/r-of-record.ts';
import { type Decimal, shownDigits } from '#core/numbers.ts';
import type { DeviceRecord } from '#device/model.ts';

const FIXED = ['id', 'date', 'calculation', 'state', 'points', 'reason'] as const;
const OUTCOME = ['symbol', 'result', 'exitPrice', 'r', 'note'] as const;

/** Comma-separated, CRLF, with a byte order mark so that spreadsheets read it as UTF-8. */
export function historyCsv(records: readonly DeviceRecord[]): string {
  const inputs = [...new Set(records.flatMap((record) => Object.keys(record.inputs)))]
    .filter((name) => name !== 'symbol')
    .sort();
  const header = [...FIXED, ...OUTCOME, ...inputs];
  const rows: Cell[][] = records.map((record) => [
    record.id,
    new Date(record.occurredAt).toISOString(),
    record.calculationType,
    record.state,
    record.awarded === null ? '' : String(record.awarded / 1000),
    record.reason ?? record.refusal ?? '',
    ...outcomeCells(record),
    ...inputs.map((name) => inputText(record.inputs[name])),
  ]);
  return `\ufeff${[header, ...rows].map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

/** A computed number, which may be negative and is still no formula, or a text. */
type Cell = string | Decimal;

function cellOf(cell: Cell): string {
  return typeof cell === 'string' ? csvCell(cell) : shownDigits(cell, 2);
}

function outcomeCells(record: DeviceRecord): readonly Cell[] {
  const { result = '', exitPrice = '', note = '' } = record.outcome ?? {};
  return [recordedSymbol(record.inputs), result, exitPrice, rOfRecord(record) ?? '', note];
}

function inputText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
