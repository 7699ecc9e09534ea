/** A user's history as CSV: a line per record, with its outcome. */
import { recordedSymbol } from '#core/calculators/record-summary.ts';
import type { KeptRecord } from '#core/contract/records.ts';
import { csvCell } from '#core/csv-cell.ts';
import type { TradeOutcome } from '#core/journal/outcome.ts';
import { rOfRecord } from '#core/journal/r-of-record.ts';
import { shownDigits } from '#core/numbers.ts';

/** What was published first stays first. */
const COLUMNS = 'id,calculationType,occurredAt,awarded,reason,inputs,symbol,result,exitPrice,r,note';

export const HISTORY_HEADER = `\u{FEFF}${COLUMNS}\r\n`;

export function historyLine(record: KeptRecord, outcome: TradeOutcome): string {
  const { id, calculationType, occurredAt, awarded, reason } = record;
  const inputs = record.inputs ?? {};
  const json = record.inputs === null ? '' : JSON.stringify(record.inputs).replaceAll('"', '""');
  const r = rOfRecord({ calculationType, inputs, outcome });
  const { result, exitPrice, note } = outcome;
  const cells = [
    ...[id, calculationType, occurredAt, awarded, reason, `"${json}"`],
    ...[
      csvCell(recordedSymbol(inputs)),
      result,
      exitPrice,
      r === null ? '' : shownDigits(r, 2),
      csvCell(note),
    ],
  ];
  return `${cells.join(',')}\r\n`;
}
