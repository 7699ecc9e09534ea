/** Staking in the history and in a picture. */
import type { TFunction } from 'i18next';
import { readInputs } from '#core/calculators/form-rules.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import { calculateStaking, STAKING } from '#core/calculators/staking.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import type { CalculatorDefinition } from '../definition.ts';
import { amountLine, inputAmount, inputLine, line, signedLine } from '../sharing/picture-lines.ts';
import { curvePoints } from './curve-points.ts';

export const DEFINITION: CalculatorDefinition = {
  summary(recorded) {
    const inputs = readInputs(STAKING, recorded);
    const outcome = calculateStaking(inputs);
    if (!outcome.ok) return null;
    const figures = {
      amount: inputDigits(inputs.depositAmount),
      apr: inputDigits(inputs.apr),
      days: inputDigits(inputs.days),
    };
    return { side: null, line: 'staking', figures, result: outcome.display.finalBalance };
  },
  picture(recorded, t: TFunction<'calculators'>) {
    const inputs = readInputs(STAKING, recorded);
    const outcome = calculateStaking(inputs);
    if (!outcome.ok) return null;
    const { display } = outcome;
    const days = (label: string, text: string) => inputLine(label, text, t('unit.days'));
    return {
      positionType: null,
      main: amountLine(t('figure.finalBalance'), display.finalBalance),
      chart: {
        type: 'line',
        points: curvePoints(outcome).map(({ day, balance }) => ({ x: day, y: balance })),
        ends: [t('curve.day', { day: 0 }), t('curve.day', { day: wholeNumber(outcome.rows.length) })],
      },
      figures: [
        signedLine(t('figure.profit'), display.profit),
        line(t('figure.profitability'), display.profitability, '%'),
      ],
      inputs: [
        inputLine(t('field.apr'), inputs.apr, '%'),
        inputAmount(t('field.amount'), inputs.depositAmount),
        days(t('field.days'), inputs.days),
        days(t('field.warmUpDays'), inputs.warmUpDays),
        ...(inputs.autoCompound
          ? [line(t('field.autoCompound'), '✓'), days(t('field.accrualDelay'), inputs.accrualDelay)]
          : []),
      ],
    };
  },
};
