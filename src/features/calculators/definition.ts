/** What the rest of the app knows about a calculator, beside its line in the catalogue and its screen. */
import type { TFunction } from 'i18next';
import type { PositionType } from '#core/calculators/outcome.ts';
import type { RecordedInputs, RecordSummary } from '#core/calculators/record-summary.ts';
import type { AxisMark } from './shared/axis-marks.ts';

export interface Line {
  readonly label: string;
  readonly text: string;
  /** Gain or loss. */
  readonly side?: 'gain' | 'loss' | undefined;
  /** Money or a quantity, which the user can keep to themselves. */
  readonly isAmount?: boolean;
  /** Stands in place of an amount that is kept back, such as a share of the whole. */
  readonly instead?: string;
}

/** What a picture draws to scale. */
export type Chart =
  | { readonly type: 'axis'; readonly marks: readonly NamedMark[] }
  | { readonly type: 'ladder'; readonly rungs: readonly ChartRung[] }
  | {
      readonly type: 'line';
      readonly points: readonly ChartPoint[];
      /** Below both ends of the line. */
      readonly ends?: readonly [string, string];
    };

/** Its price and percent are texts in the language of the picture. */
export interface NamedMark extends AxisMark {
  readonly name: string;
  /** For where there is more room. */
  readonly fullName: string;
}

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  /** Beside a dot; a point without one is a part of the line alone. */
  readonly name?: string;
}

export interface ChartRung {
  readonly name: string;
  readonly price: number;
  /** The length of its bar; the average has a line of its own. */
  readonly quantity: number;
  readonly kind: 'entry' | 'average' | 'gain' | 'loss';
}

/** The content of a result's picture, below its title. */
export interface Picture {
  /** The direction of the position, if it has one. */
  readonly positionType: PositionType | null;
  /** The one result that matters most. */
  readonly main: Line;
  /** Stands beside it. */
  readonly beside?: Line;
  readonly chart?: Chart;
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
