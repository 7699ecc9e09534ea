/** Connects the Elliott wave screen to the app. */
import { ElliottWaveScreen } from '#features/calculators/elliott-wave/screen.tsx';
import { useCalculator } from '../use-calculator.ts';

export function ElliottWave() {
  return <ElliottWaveScreen {...useCalculator()} />;
}
