/** Risk by percent in the history and in a picture. */
import type { TFunction } from 'i18next';
import { RISK_PERCENT } from '#core/calculators/risk-percent.ts';
import { inputLine, line, quantityLine, signedLine } from '../sharing/picture-lines.ts';
import { riskDefinition } from '../sharing/risk-definition.ts';

export const DEFINITION = riskDefinition(RISK_PERCENT, {
  figures: ({ display, exactQuantity }, t: TFunction<'calculators'>) => [
    signedLine(t('figure.profitLoss'), display.profitLoss, 'USD'),
    quantityLine(t('figure.quantity'), display.quantity, exactQuantity),
    line(t('figure.riskAmount'), display.riskAmount, 'USD'),
    line(t('figure.candleSize'), display.candleSize, 'USD'),
  ],
  inputs: ({ riskPercent, depositAmount }, t: TFunction<'calculators'>) => [
    inputLine(t('field.riskPercent'), riskPercent, '%'),
    inputLine(t('field.depositAmount'), depositAmount, 'USD'),
  ],
});
