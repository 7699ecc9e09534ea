/** Connects the risk by percent screen to the app. */
import { RiskPercentScreen } from '#features/calculators/risk-percent/screen.tsx';
import { useCalculator } from '../use-calculator.ts';

export function RiskPercent() {
  return <RiskPercentScreen {...useCalculator()} />;
}
