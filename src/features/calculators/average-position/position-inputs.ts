/** A position as recorded. */
import type { QuantityType } from '#core/calculators/average-position.ts';
import type { PositionType } from '#core/calculators/outcome.ts';

/** The recorded form: rows as pairs, since a record's inputs must fit in 2 KB. */
export interface PositionInputs {
  readonly symbol?: string;
  readonly positionType: PositionType;
  readonly quantityType: QuantityType;
  /** [quantity, price] */
  readonly entries: readonly (readonly [string, string])[];
  /** [price, quantity or percent] */
  readonly takeProfits: readonly (readonly [string, string])[];
}
