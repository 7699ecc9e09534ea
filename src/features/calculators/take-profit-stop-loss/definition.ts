/** Take-profit and stop-loss in the history and in a picture. */
import type { TFunction } from 'i18next';
import { readInputs } from '#core/calculators/form-rules.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import {
  calculateTakeProfitStopLoss,
  TAKE_PROFIT_STOP_LOSS,
} from '#core/calculators/take-profit-stop-loss.ts';
import type { CalculatorDefinition } from '../definition.ts';
import { directionText, inputLine, line } from '../sharing/picture-lines.ts';

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
    const { display } = outcome;
    const unit = inputs.calculationType === 'percent' ? '%' : 'USD';
    const level = (label: string, price: string, percent: string) =>
      line(label, unit === '%' ? price : percent, unit === '%' ? 'USD' : '%');
    return {
      direction: directionText(inputs.positionType, t),
      main: { label: t('figure.riskRewardRatio'), text: display.riskRewardRatio },
      figures: [
        level(t('figure.takeProfit'), display.tpPrice, display.tpPercent),
        level(t('figure.stopLoss'), display.slPrice, display.slPercent),
      ],
      inputs: [
        inputLine(t('field.entryPrice'), inputs.entryPrice, 'USD'),
        inputLine(t('field.takeProfit'), inputs.takeProfit, unit),
        inputLine(t('field.stopLoss'), inputs.stopLoss, unit),
      ],
    };
  },
};
