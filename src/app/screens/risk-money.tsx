/** Connects the risk by money screen to the app. */
import { RiskMoneyScreen } from '#features/calculators/risk-money/screen.tsx';
import { useCalculator } from '../use-calculator.ts';

export function RiskMoney() {
  return <RiskMoneyScreen {...useCalculator()} />;
}
