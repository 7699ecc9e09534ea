/** The screen that reopens each kind of calculation. */
import type { CalculationType } from '#core/points/events.ts';

export const SCREENS = {
  RiskMoney: '/riskmoney',
  RiskPercent: '/riskpercent',
  AveragePosition: '/averageposition',
  TakeProfitStopLoss: '/takeprofitstoploss',
  ElliottWave: '/elliottwave',
  Staking: '/staking',
} as const satisfies Record<CalculationType, string>;
