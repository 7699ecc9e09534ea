/** Risk by money in the history and in a picture. */
import type { TFunction } from 'i18next';
import { readInputs } from '#core/calculators/form-rules.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import { calculateRiskMoney, RISK_MONEY } from '#core/calculators/risk-money.ts';
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
    const inputs = readInputs(RISK_MONEY, recorded);
    const outcome = calculateRiskMoney(inputs);
    if (!outcome.ok) return null;
    const figures = {
      entry: inputDigits(inputs.entryPrice),
      stop: inputDigits(inputs.stopLossPrice),
      target: inputDigits(inputs.takeProfitPrice),
    };
    return { side: inputs.positionType, line: 'prices', figures, result: outcome.display.riskRewardRatio };
  },
  picture(recorded, t: TFunction<'calculators'>) {
    const inputs = readInputs(RISK_MONEY, recorded);
    const outcome = calculateRiskMoney(inputs);
    if (!outcome.ok) return null;
    const { display, liquidation } = outcome;
    return {
      direction: directionText(inputs.positionType, t),
      main: { label: t('figure.riskRewardRatio'), text: display.riskRewardRatio },
      figures: [
        signedLine(t('figure.expectedProfit'), display.expectedProfit, 'USD'),
        quantityLine(t('figure.coins'), display.coins, outcome.exactQuantity),
        line(t('figure.entryAmount'), display.entryAmount, 'USD'),
        line(t('figure.leveragedAmount'), display.leveragedAmount, 'USD'),
        ...liquidationLines(liquidation, t),
      ],
      inputs: [inputLine(t('field.riskAmount'), inputs.riskAmount, 'USD'), ...priceLines(inputs, t)],
    };
  },
};
