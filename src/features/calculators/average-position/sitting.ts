/**
 * Decides when a position is a new record. A sitting is one visit to the table: it begins when the average first
 * becomes positive, and ends with Clear, or after half a day without a change.
 */
import { sameInputs } from '../shared/inputs.ts';
import type { PositionInputs } from './position-inputs.ts';

export interface Sitting {
  /** Its record. */
  readonly id: string;
  /** The record is on the device. */
  readonly kept: boolean;
  /** The inputs in the record. */
  readonly inputs: PositionInputs;
  /** Time of the last change, milliseconds by the device's clock. */
  readonly touchedAt: number;
}

export const SITTING_MS = 12 * 60 * 60 * 1000;

export interface SittingStep {
  readonly sitting: Sitting | null;
  /** The needed write: a new record, newer inputs of the same one, or nothing. */
  readonly write: 'record' | 'revision' | null;
}

/**
 * @param isPositive whether there is an average
 * @param isGone whether the sitting's record was deleted from the history
 */
export function sittingStep(
  before: Sitting | null,
  inputs: PositionInputs,
  isPositive: boolean,
  isGone: boolean,
  now: number,
  newId: () => string,
): SittingStep {
  if (!isPositive) return { sitting: before, write: null };
  if (before !== null && sameInputs(before.inputs, inputs)) return { sitting: before, write: null };
  if (before === null || isGone || now - before.touchedAt > SITTING_MS) {
    return { sitting: { id: newId(), kept: false, inputs, touchedAt: now }, write: 'record' };
  }
  return { sitting: { ...before, inputs, touchedAt: now }, write: 'revision' };
}
