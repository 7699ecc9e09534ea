/** What a calculator's screen is given at its address. */
import { useSearch } from '@tanstack/react-router';
import type { Device } from '#data/model.ts';
import { useDevice } from './device-context.tsx';

export interface CalculatorParts {
  readonly device: Device;
  /** The record to open again. */
  readonly recordId: string | undefined;
}

export function useCalculator(): CalculatorParts {
  return { device: useDevice(), recordId: useSearch({ strict: false }).record };
}
