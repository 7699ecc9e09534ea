/** R of a record with its outcome. */
import type { CalculationType } from '../calculators/catalogue.ts';
import type { RecordedInputs } from '../calculators/record-summary.ts';
import { tradeOfRecord } from '../calculators/trade-of-record.ts';
import type { Decimal } from '../numbers.ts';
import type { TradeOutcome } from './outcome.ts';
import { rMultiple } from './r-multiple.ts';

export interface RecordWithOutcome {
  readonly calculationType: CalculationType;
  readonly inputs: RecordedInputs;
  readonly outcome?: TradeOutcome;
}

/** Null without an outcome that counts, and for records that planned no trade. */
export function rOfRecord({ calculationType, inputs, outcome }: RecordWithOutcome): Decimal | null {
  if (outcome === undefined || outcome.result === '') return null;
  const trade = tradeOfRecord(calculationType, inputs);
  return trade === null ? null : rMultiple(trade, outcome);
}
