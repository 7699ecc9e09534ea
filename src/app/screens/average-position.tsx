/** Connects the average position screen to the app. */
import { AveragePositionScreen } from '#features/calculators/average-position/screen.tsx';
import { useCalculator } from '../use-calculator.ts';

export function AveragePosition() {
  return <AveragePositionScreen {...useCalculator()} />;
}
