/** Connects the take profit and stop loss screen to the app. */
import { TakeProfitStopLossScreen } from '#features/calculators/take-profit-stop-loss/screen.tsx';
import { useCalculator } from '../use-calculator.ts';

export function TakeProfitStopLoss() {
  return <TakeProfitStopLossScreen {...useCalculator()} />;
}
