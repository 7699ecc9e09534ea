/** What the rest of the app knows about a calculator, beside its line in the catalogue and its screen. */
import type { TFunction } from 'i18next';
import type { RecordedInputs, RecordSummary } from '#core/calculators/record-summary.ts';

export interface Line {
  readonly label: string;
  readonly text: string;
  /** Gain or loss. */
  readonly side?: 'gain' | 'loss' | undefined;
}

/** The content of a result's picture, below its title. */
export interface Picture {
  /** The direction of the position, if it has one. */
  readonly direction: string | null;
  /** The one result that matters most. */
  readonly main: Line;
  readonly figures: readonly Line[];
  readonly inputs: readonly Line[];
}

/** Exported as `DEFINITION` by `definition.ts` in each calculator's folder. Recorded inputs decide everything. */
export interface CalculatorDefinition {
  /** A record in the history; null if its inputs have no result. */
  summary(inputs: RecordedInputs): RecordSummary | null;
  /** Null if the inputs have no result. */
  picture(inputs: RecordedInputs, t: TFunction<'calculators'>): Picture | null;
}
