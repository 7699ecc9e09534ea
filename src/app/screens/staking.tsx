/** Connects the staking screen to the app. */
import { StakingScreen } from '#features/calculators/staking/screen.tsx';
import { useCalculator } from '../use-calculator.ts';

export function Staking() {
  return <StakingScreen {...useCalculator()} />;
}
