/** Risk by percent in the history and in a picture. */
import type { TFunction } from 'i18next';
import { RISK_PERCENT } from '#core/calculators/risk-percent.ts';
import { amountLine, inputAmount, inputLine, line, signedLine } from '../sharing/picture-lines.ts';
import { riskDefinition } from '../sharing/risk-definition.ts';

export const DEFINITION = riskDefinition(RISK_PERCENT, {
  order: ({ display, exactQuantity }, symbol, t: TFunction<'calculators'>) =>
    amountLine(t('figure.quantity'), exactQuantity ?? display.quantity, symbol),
  figures: ({ display }, t: TFunction<'calculators'>) => [
    signedLine(t('figure.profitLoss'), display.profitLoss, 'USD'),
    amountLine(t('figure.riskAmount'), display.riskAmount, 'USD'),
    line(t('figure.candleSize'), display.candleSize, 'USD'),
  ],
  inputs: ({ riskPercent, depositAmount }, t: TFunction<'calculators'>) => [
    inputLine(t('field.riskPercent'), riskPercent, '%'),
    inputAmount(t('field.depositAmount'), depositAmount, 'USD'),
  ],
});
