/** The properties of a calculator screen from its address. */
import { useSearch } from '@tanstack/react-router';
import type { Device } from '#device/model.ts';
import { useDevice } from './device-context.tsx';
import { recordOf } from './routing/search.ts';

export interface CalculatorParts {
  readonly device: Device;
  /** The record to open again. */
  readonly recordId: string | undefined;
}

export function useCalculator(): CalculatorParts {
  return { device: useDevice(), recordId: recordOf(useSearch({ strict: false })).record };
}
