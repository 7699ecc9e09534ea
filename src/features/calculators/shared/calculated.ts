/** The last calculation of a screen, and its record. */
import { sameInputs } from './inputs.ts';

export interface Calculated<Inputs> {
  /** The inputs of the shown results. */
  readonly inputs: Inputs;
  /** The record's id, made before anything is written; null if the results are no record (all zero). */
  readonly id: string | null;
  /** The record is on the device. */
  readonly kept: boolean;
}

export interface Step<Inputs> {
  readonly calculated: Calculated<Inputs>;
  /** The record must be written now. */
  readonly write: boolean;
}

/**
 * The effect of Calculate. Unchanged inputs make no new record; if an earlier write failed, the record is written now
 * under its old id.
 */
export function calculateStep<Inputs>(
  before: Calculated<Inputs> | null,
  inputs: Inputs,
  isRecord: boolean,
  newId: () => string,
): Step<Inputs> {
  if (!isRecord) return { calculated: { inputs, id: null, kept: false }, write: false };
  if (before !== null && before.id !== null && sameInputs(before.inputs, inputs)) {
    return { calculated: before, write: !before.kept };
  }
  return { calculated: { inputs, id: newId(), kept: false }, write: true };
}

/** Reads `calculated` back from a draft; null if it is invalid. */
export function readCalculated<Inputs>(
  stored: unknown,
  readInputs: (stored: unknown) => Inputs | null,
): Calculated<Inputs> | null {
  if (typeof stored !== 'object' || stored === null) return null;
  const { inputs, id, kept } = stored as Partial<Record<'inputs' | 'id' | 'kept', unknown>>;
  const read = readInputs(inputs);
  if (read === null || (id !== null && typeof id !== 'string') || typeof kept !== 'boolean') return null;
  return { inputs: read, id, kept };
}
