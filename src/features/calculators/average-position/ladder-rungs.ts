/** The rungs of the ladder: every entry and target at its price, and the average among them, highest first. */
import type { AveragePositionResult } from '#core/calculators/average-position.ts';
import { HUNDRED, readOrZero } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';
import type { PositionTable } from './position-state.ts';
import { rowNumber } from './row-number.ts';

export interface Rung {
  readonly id: string;
  readonly kind: 'entry' | 'target' | 'average';
  /** For the picture only. */
  readonly price: number;
  readonly quantity: number;
  readonly text: string;
  /** Targets only: whether it is a loss. */
  readonly isLoss: boolean;
}

export function ladderRungs(table: PositionTable, result: AveragePositionResult): Rung[] {
  const { averagePrice, totalQuantity, profits } = result.value;
  const rungs: Rung[] = table.entries.map((row) => ({
    id: row.id,
    kind: 'entry',
    price: readOrZero(row.price).toNumber(),
    quantity: readOrZero(row.quantity).toNumber(),
    text: rowNumber(row.price),
    isLoss: false,
  }));
  table.levels.forEach((row, index) => {
    const asked = readOrZero(row.quantityOrPercent);
    const quantity = table.quantityType === 'percentage' ? totalQuantity.times(asked).div(HUNDRED) : asked;
    rungs.push({
      id: row.id,
      kind: 'target',
      price: readOrZero(row.price).toNumber(),
      quantity: quantity.toNumber(),
      text: rowNumber(row.price),
      isLoss: profits[index]?.lt(0) ?? false,
    });
  });
  rungs.push({
    id: 'average',
    kind: 'average',
    price: averagePrice.toNumber(),
    quantity: 0,
    text: shownNumber(result.display.averagePrice),
    isLoss: false,
  });
  return rungs.filter(({ price }) => price > 0).sort((a, b) => b.price - a.price);
}
