/** Average position in the history and in a picture. */
import type { TFunction } from 'i18next';
import { type AveragePositionInput, calculateAveragePosition } from '#core/calculators/average-position.ts';
import { inputDigits, type RecordedInputs } from '#core/calculators/record-summary.ts';
import { shownNumber } from '#i18n/numbers.ts';
import type { CalculatorDefinition } from '../definition.ts';
import { directionText, line, signedLine } from '../sharing/picture-lines.ts';

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
    const { display } = outcome;
    const hasTargets = inputs.takeProfits.length > 0;
    return {
      direction: hasTargets ? directionText(inputs.positionType, t) : null,
      main: line(t('figure.averagePrice'), display.averagePrice, 'USD'),
      figures: [
        line(t('figure.totalQuantity'), display.totalQuantity),
        ...(hasTargets ? [signedLine(t('figure.totalProfit'), display.totalProfit, 'USD')] : []),
        ...inputs.takeProfits.map(({ price }, index) =>
          signedLine(
            t('ladder.target', { price: shownNumber(inputDigits(price)) }),
            display.profits[index] ?? '0',
            'USD',
          ),
        ),
      ],
      inputs: inputs.entries.map(({ price, quantity }) =>
        line(t('ladder.entry', { price: shownNumber(inputDigits(price)) }), `× ${inputDigits(quantity)}`),
      ),
    };
  },
};

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
