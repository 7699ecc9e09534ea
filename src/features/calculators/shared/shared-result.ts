/** The shared part of a calculation: its inputs, from which all its figures follow. */
import type { AveragePositionInput } from '#core/calculators/average-position.ts';
import type { ElliottWaveInput } from '#core/calculators/elliott-wave.ts';
import type { RiskMoneyInput } from '#core/calculators/risk-money.ts';
import type { RiskPercentInput } from '#core/calculators/risk-percent.ts';
import type { StakingInput } from '#core/calculators/staking.ts';
import type { TakeProfitStopLossInput } from '#core/calculators/take-profit-stop-loss.ts';

export type SharedResult =
  | { readonly calculationType: 'RiskMoney'; readonly inputs: RiskMoneyInput }
  | { readonly calculationType: 'RiskPercent'; readonly inputs: RiskPercentInput }
  | { readonly calculationType: 'AveragePosition'; readonly inputs: AveragePositionInput }
  | { readonly calculationType: 'TakeProfitStopLoss'; readonly inputs: TakeProfitStopLossInput }
  | { readonly calculationType: 'ElliottWave'; readonly inputs: ElliottWaveInput }
  | { readonly calculationType: 'Staking'; readonly inputs: StakingInput };
