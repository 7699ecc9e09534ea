/** Risk by percent in the history and in a picture. */
import type { TFunction } from 'i18next';
import { readInputs } from '#core/calculators/form-rules.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import { calculateRiskPercent, RISK_PERCENT } from '#core/calculators/risk-percent.ts';
import type { CalculatorDefinition } from '../definition.ts';
import {
  directionText,
  inputLine,
  line,
  liquidationLines,
  priceLines,
  quantityLine,
  signedLine,
} from '../sharing/picture-lines.ts';

export const DEFINITION: CalculatorDefinition = {
  summary(recorded) {
    const inputs = readInputs(RISK_PERCENT, recorded);
    const outcome = calculateRiskPercent(inputs);
    if (!outcome.ok) return null;
    const figures = {
      entry: inputDigits(inputs.entryPrice),
      stop: inputDigits(inputs.stopLossPrice),
      target: inputDigits(inputs.takeProfitPrice),
    };
    return { side: inputs.positionType, line: 'prices', figures, result: outcome.display.riskRewardRatio };
  },
  picture(recorded, t: TFunction<'calculators'>) {
    const inputs = readInputs(RISK_PERCENT, recorded);
    const outcome = calculateRiskPercent(inputs);
    if (!outcome.ok) return null;
    const { display, liquidation } = outcome;
    return {
      direction: directionText(inputs.positionType, t),
      main: { label: t('figure.riskRewardRatio'), text: display.riskRewardRatio },
      figures: [
        signedLine(t('figure.profitLoss'), display.profitLoss, 'USD'),
        quantityLine(t('figure.quantity'), display.quantity, outcome.exactQuantity),
        line(t('figure.riskAmount'), display.riskAmount, 'USD'),
        line(t('figure.candleSize'), display.candleSize, 'USD'),
        ...liquidationLines(liquidation, t),
      ],
      inputs: [
        inputLine(t('field.riskPercent'), inputs.riskPercent, '%'),
        inputLine(t('field.depositAmount'), inputs.depositAmount, 'USD'),
        ...priceLines(inputs, t),
      ],
    };
  },
};
