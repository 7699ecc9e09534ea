/** The trade that a record planned: its prices and fees, whatever another version of the app has recorded. */

import type { Decimal } from '../numbers.ts';
import type { CalculationType } from './catalogue.ts';
import { type FeeRates, readFees } from './fees.ts';
import { readInputs } from './form-rules.ts';
import type { PositionType } from './outcome.ts';
import type { RecordedInputs } from './record-summary.ts';
import { RISK_MONEY } from './risk-money.ts';
import { RISK_PERCENT } from './risk-percent.ts';
import { calculateTakeProfitStopLoss, TAKE_PROFIT_STOP_LOSS } from './take-profit-stop-loss.ts';
import { readTrade } from './trade.ts';

export interface RecordedTrade {
  readonly positionType: PositionType;
  /** Above 0. */
  readonly entry: Decimal;
  /** Above 0. */
  readonly stop: Decimal;
  /** 0 if it has none. */
  readonly target: Decimal;
  readonly fees: FeeRates;
}

/** Null for a record without entry and stop, or with the stop on the side of the gain. */
export function tradeOfRecord(type: CalculationType, inputs: RecordedInputs): RecordedTrade | null {
  const trade = readRecord(type, inputs);
  if (!trade?.entry.gt(0) || !trade.stop.gt(0)) return null;
  const { positionType, entry, stop } = trade;
  return (positionType === 'LONG' ? stop.lt(entry) : stop.gt(entry)) ? trade : null;
}

function readRecord(type: CalculationType, inputs: RecordedInputs): RecordedTrade | null {
  switch (type) {
    case 'RiskMoney':
    case 'RiskPercent': {
      const fields = type === 'RiskMoney' ? readInputs(RISK_MONEY, inputs) : readInputs(RISK_PERCENT, inputs);
      const { positionType, prices, fees } = readTrade(fields);
      return { positionType, ...prices, fees };
    }
    case 'TakeProfitStopLoss': {
      const fields = readInputs(TAKE_PROFIT_STOP_LOSS, inputs);
      const computed = calculateTakeProfitStopLoss(fields);
      if (!computed.ok) return null;
      const { entry, value } = computed;
      const fees = readFees({ entryFee: '', exitFee: '' });
      return { positionType: fields.positionType, entry, stop: value.slPrice, target: value.tpPrice, fees };
    }
    default:
      return null;
  }
}

/** Whether a record can be won or lost: staking is neither. */
export function canBeWon(type: CalculationType): boolean {
  return type !== 'Staking';
}
