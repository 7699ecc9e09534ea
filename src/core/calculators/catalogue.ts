/**
 * The calculators, one line each, in the order of the menus. The first screen and the API read this table, so it
 * imports nothing.
 */

export interface CatalogueLine {
  /** The address of its screen. */
  readonly path: `/${string}`;
  /** Its folder in src/features/calculators. Also the key of its drafts on devices, so it never changes. */
  readonly folder: string;
  /** Whether another calculator's result can hand it the prices of a trade. */
  readonly takesTrades?: true;
  /** It opens plan links, for an account that says its risk in this field. */
  readonly risk?: 'riskAmount' | 'riskPercent';
}

/** The keys are the calculation types on the wire and in ledgers: they never change. */
export const CALCULATORS = {
  RiskMoney: { path: '/riskmoney', folder: 'risk-money', takesTrades: true, risk: 'riskAmount' },
  RiskPercent: { path: '/riskpercent', folder: 'risk-percent', takesTrades: true, risk: 'riskPercent' },
  AveragePosition: { path: '/averageposition', folder: 'average-position', takesTrades: true },
  TakeProfitStopLoss: { path: '/takeprofitstoploss', folder: 'take-profit-stop-loss', takesTrades: true },
  ElliottWave: { path: '/elliottwave', folder: 'elliott-wave' },
  Staking: { path: '/staking', folder: 'staking' },
} as const satisfies Readonly<Record<string, CatalogueLine>>;

export type CalculationType = keyof typeof CALCULATORS;
export const CALCULATION_TYPES = Object.keys(CALCULATORS) as readonly CalculationType[];

export function pathOf(type: CalculationType): string {
  return CALCULATORS[type].path;
}
