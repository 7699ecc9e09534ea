/** R of a record, and R as text. */

import { tradeOfRecord } from '#core/calculators/trade-of-record.ts';
import { rDigits, rMultiple } from '#core/journal/r-multiple.ts';
import type { Decimal } from '#core/numbers.ts';
import type { DeviceRecord } from '#device/model.ts';
import { shownNumber } from '#i18n/numbers.ts';

/** Null without an outcome that counts, and for records that planned no trade. */
export function rOfRecord({ calculationType, inputs, outcome }: DeviceRecord): Decimal | null {
  if (outcome === undefined || outcome.result === '') return null;
  const trade = tradeOfRecord(calculationType, inputs);
  return trade === null ? null : rMultiple(trade, outcome);
}

/** "+2.4 R" in the current language. */
export function rText(r: Decimal): string {
  return `${shownNumber(rDigits(r))}\u00a0R`;
}

/** The class that tints R; it never stands without its sign. */
export function rTone(r: Decimal): 'gain' | 'loss' | undefined {
  if (rDigits(r) === '0') return undefined;
  return r.gt(0) ? 'gain' : 'loss';
}
