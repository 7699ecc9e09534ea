/** The account of a user who has set nothing. */
import type { TradeAccount } from '#core/calculators/trade-account.ts';

export const NO_ACCOUNT: TradeAccount = {
  deposit: '',
  riskAmount: '',
  riskPercent: '',
  leverage: '',
  entryFee: '',
  exitFee: '',
};
