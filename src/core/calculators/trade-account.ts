/** What a user trades with, set once and filled in by the calculators. Money in USD, fees and risk in percent. */

export const ACCOUNT_FIELDS = [
  'deposit',
  'riskAmount',
  'riskPercent',
  'leverage',
  'entryFee',
  'exitFee',
] as const;
export type AccountField = (typeof ACCOUNT_FIELDS)[number];

/** Plain digits, or empty. */
export type TradeAccount = Readonly<Record<AccountField, string>>;
