/** Elliott waves in the history and in a picture. */
import type { TFunction } from 'i18next';
import { calculateElliottWave, type ElliottWaveInput, WAVES } from '#core/calculators/elliott-wave.ts';
import { inputDigits, type RecordedInputs } from '#core/calculators/record-summary.ts';
import { DASH, type Decimal, shownDigits } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';
import type { CalculatorDefinition } from '../definition.ts';
import { line } from '../sharing/picture-lines.ts';
import { waveDrawing } from './wave-points.ts';

export const DEFINITION: CalculatorDefinition = {
  summary(recorded) {
    const inputs = readInputs(recorded);
    const outcome = calculateElliottWave(inputs);
    if (!outcome.ok) return null;
    const wave = outcome.waves.at(-1)?.name ?? WAVES[0];
    const figures = { start: inputDigits(inputs.startPrice), end: inputDigits(inputs.endPrice), wave };
    return { side: inputs.positionType, line: 'waves', figures, result: null };
  },
  picture(recorded, t: TFunction<'calculators'>) {
    const inputs = readInputs(recorded);
    const outcome = calculateElliottWave(inputs);
    if (!outcome.ok) return null;
    const price = (label: string, value: Decimal) => line(label, shownDigits(value, 8), 'USD');
    const chosen = outcome.waves.flatMap(({ name, chosen }) =>
      chosen === null ? [] : [price(t('wave.title', { wave: name }), chosen)],
    );
    const next = outcome.waves.find((wave) => wave.chosen === null);
    const levels = (next?.levels ?? []).map(({ percent, display }) => {
      const wave = t('wave.title', { wave: next?.name });
      return line(`${wave}, ${shownNumber(percent)} %`, display ?? DASH, 'USD');
    });
    const [first = price(t('field.endPrice'), outcome.end), ...others] = levels;
    return {
      positionType: inputs.positionType,
      main: first,
      chart: {
        type: 'line',
        points: waveDrawing(outcome).points.map(({ wave, price: y }, x) => ({ x, y, name: wave })),
      },
      figures: others,
      inputs: [
        price(t('field.startPrice'), outcome.start),
        price(t('field.endPrice'), outcome.end),
        ...chosen,
      ],
    };
  },
};

function readInputs(recorded: RecordedInputs): ElliottWaveInput {
  return {
    positionType: recorded['positionType'] === 'SHORT' ? 'SHORT' : 'LONG',
    startPrice: textOf(recorded['startPrice']),
    endPrice: textOf(recorded['endPrice']),
    choices: choicesOf(recorded['choices']),
  };
}

/** Choices of waves, in the recorded form of a chain; nothing else. */
function choicesOf(value: unknown): ElliottWaveInput['choices'] {
  if (typeof value !== 'object' || value === null) return {};
  const source: Partial<Record<string, unknown>> = { ...value };
  const choices = WAVES.flatMap((wave) => {
    const choice = source[wave];
    if (typeof choice !== 'object' || choice === null) return [];
    const { level, actualPrice }: Partial<Record<'level' | 'actualPrice', unknown>> = choice;
    const read = { level: typeof level === 'number' ? level : null, actualPrice: textOf(actualPrice) };
    return [[wave, read] as const];
  });
  return Object.fromEntries(choices);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
