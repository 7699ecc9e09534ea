/** The code of every calculator's screen, from its folder. Part of the entry, so it imports nothing heavy. */
import type { ComponentType } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { CALCULATORS } from '#core/calculators/catalogue.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { CalculatorScreenProps } from './shared/calculator-screen.tsx';

export const SCREENS = import.meta.glob<ComponentType<CalculatorScreenProps>>('./*/screen.tsx', {
  import: 'Screen',
});

/** One try: if the code does not load, the route's error screen tries again. */
export async function loadCalculator(type: CalculationType): Promise<ComponentType<CalculatorScreenProps>> {
  const { folder } = CALCULATORS[type];
  const load = SCREENS[`./${folder}/screen.tsx`];
  if (load === undefined) throw new Error(`${folder} has no screen`);
  return loadChunk('a screen', load, { patience: 0 });
}
