/** Average position in the history and in a picture. */
import type { TFunction } from 'i18next';
import {
  type AveragePositionInput,
  type AveragePositionResult,
  calculateAveragePosition,
} from '#core/calculators/average-position.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { inputDigits, type RecordedInputs } from '#core/calculators/record-summary.ts';
import { type Decimal, divided, HUNDRED, readOrZero, shownDigits } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';
import type { CalculatorDefinition, ChartRung } from '../definition.ts';
import { signed } from '../shared/axis-marks.ts';
import { amountLine, line, signedLine } from '../sharing/picture-lines.ts';
import { ladderRungs } from './ladder-rungs.ts';

export const DEFINITION: CalculatorDefinition = {
  summary(recorded) {
    const inputs = readTable(recorded);
    const outcome = calculateAveragePosition(inputs);
    if (!outcome.ok) return null;
    const { positionType, entries, takeProfits } = inputs;
    const figures = { entries: String(entries.length), targets: String(takeProfits.length) };
    return { side: positionType, line: 'position', figures, result: outcome.display.averagePrice };
  },
  picture(recorded, t: TFunction<'calculators'>) {
    const inputs = readTable(recorded);
    const outcome = calculateAveragePosition(inputs);
    if (!outcome.ok) return null;
    const { display, value } = outcome;
    const hasTargets = inputs.takeProfits.length > 0;
    const shareOf = (quantity: string) => percentOf(readOrZero(quantity), value.totalQuantity);
    return {
      positionType: hasTargets ? inputs.positionType : null,
      main: line(t('figure.averagePrice'), display.averagePrice, 'USD'),
      chart: { type: 'ladder', rungs: rungsOf(inputs, outcome) },
      figures: [
        amountLine(t('figure.totalQuantity'), display.totalQuantity),
        ...(hasTargets ? [signedLine(t('figure.totalProfit'), display.totalProfit, 'USD')] : []),
        ...inputs.takeProfits.map(({ price }, index) => ({
          ...signedLine(
            t('ladder.target', { price: shownNumber(inputDigits(price)) }),
            display.profits[index] ?? '0',
            'USD',
          ),
          instead: percentBetween(value.averagePrice, readOrZero(price), inputs.positionType),
        })),
      ],
      inputs: inputs.entries.map(({ price, quantity }) => ({
        ...amountLine(
          t('ladder.entry', { price: shownNumber(inputDigits(price)) }),
          `× ${inputDigits(quantity)}`,
        ),
        instead: shareOf(quantity),
      })),
    };
  },
};

function rungsOf(inputs: AveragePositionInput, result: AveragePositionResult): readonly ChartRung[] {
  const rows = <Row extends object>(all: readonly Row[]) =>
    all.map((row, index) => ({ ...row, id: String(index) }));
  const table = { ...inputs, symbol: '', entries: rows(inputs.entries), levels: rows(inputs.takeProfits) };
  return ladderRungs(table, result).map(({ kind, text, price, quantity, isLoss }) => ({
    name: text,
    price,
    quantity,
    kind: kind === 'target' ? (isLoss ? 'loss' : 'gain') : kind,
  }));
}

function percentOf(part: Decimal, whole: Decimal): string {
  return `${shownNumber(shownDigits(divided(part.times(HUNDRED), whole), 2))}\u00a0%`;
}

/** What a target brings, in percent of the average. */
function percentBetween(average: Decimal, price: Decimal, positionType: PositionType): string {
  const change = positionType === 'LONG' ? price.minus(average) : average.minus(price);
  return `${shownNumber(signed(divided(change.times(HUNDRED), average)))}\u00a0%`;
}

function readTable(recorded: RecordedInputs): AveragePositionInput {
  return {
    positionType: recorded['positionType'] === 'SHORT' ? 'SHORT' : 'LONG',
    quantityType: recorded['quantityType'] === 'percentage' ? 'percentage' : 'quantity',
    entries: pairsOf(recorded['entries']).map(([quantity, price]) => ({ quantity, price })),
    takeProfits: pairsOf(recorded['takeProfits']).map(([price, quantityOrPercent]) => ({
      price,
      quantityOrPercent,
    })),
  };
}

/** Pairs of texts, the recorded form of a position's rows; nothing else. */
function pairsOf(value: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    if (!Array.isArray(pair)) return [];
    const [first, second]: unknown[] = pair;
    return typeof first === 'string' && typeof second === 'string' ? [[first, second] as const] : [];
  });
}
