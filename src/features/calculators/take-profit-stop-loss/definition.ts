/** Take-profit and stop-loss in the history and in a picture. */
import type { TFunction } from 'i18next';
import { readInputs } from '#core/calculators/form-rules.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import {
  calculateTakeProfitStopLoss,
  TAKE_PROFIT_STOP_LOSS,
} from '#core/calculators/take-profit-stop-loss.ts';
import { shownNumber } from '#i18n/numbers.ts';
import type { CalculatorDefinition } from '../definition.ts';
import { axisMarks } from '../shared/axis-marks.ts';
import { axisChart, inputLine, line } from '../sharing/picture-lines.ts';

export const DEFINITION: CalculatorDefinition = {
  summary(recorded) {
    const inputs = readInputs(TAKE_PROFIT_STOP_LOSS, recorded);
    const outcome = calculateTakeProfitStopLoss(inputs);
    if (!outcome.ok) return null;
    return {
      side: inputs.positionType,
      line: inputs.calculationType === 'price' ? 'prices' : 'percents',
      figures: {
        entry: inputDigits(inputs.entryPrice),
        stop: inputDigits(inputs.stopLoss),
        target: inputDigits(inputs.takeProfit),
      },
      result: outcome.display.riskRewardRatio,
    };
  },
  picture(recorded, t: TFunction<'calculators'>) {
    const inputs = readInputs(TAKE_PROFIT_STOP_LOSS, recorded);
    const outcome = calculateTakeProfitStopLoss(inputs);
    if (!outcome.ok) return null;
    const { display, value, entry, shareable } = outcome;
    const { positionType } = inputs;
    const level = (label: string, price: string, percent: string) =>
      line(label, `${shownNumber(price)}\u00a0USD (${shownNumber(percent)}\u00a0%)`);
    return {
      positionType,
      main: line(t('figure.riskRewardRatio'), display.riskRewardRatio),
      ...(shareable && {
        chart: axisChart(axisMarks(positionType, { entry, stop: value.slPrice, target: value.tpPrice }), t),
      }),
      figures: [
        level(t('field.takeProfit'), display.tpPrice, display.tpPercent),
        level(t('field.stopLoss'), display.slPrice, display.slPercent),
      ],
      inputs: [inputLine(t('field.entryPrice'), inputs.entryPrice, 'USD')],
    };
  },
};
