/** What a screen last calculated, and which record that is. */
import { sameInputs } from './inputs.ts';

export interface Calculated<Inputs> {
  /** What the results shown were calculated from. */
  readonly inputs: Inputs;
  /** The record's id, made before anything is written; null for results that are no record (all zero). */
  readonly id: string | null;
  /** The record is on the device. */
  readonly kept: boolean;
}

export interface Step<Inputs> {
  readonly calculated: Calculated<Inputs>;
  /** The record has to be written now. */
  readonly write: boolean;
}

/**
 * What Calculate does. Unchanged inputs make no new record; one that could not be written before is written now, under
 * the id that it had.
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

/** Reads `calculated` back from a draft; null where it is not one. */
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
