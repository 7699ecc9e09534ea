/** Risk by money in the history and in a picture. */
import type { TFunction } from 'i18next';
import { RISK_MONEY } from '#core/calculators/risk-money.ts';
import { inputLine, line, quantityLine, signedLine } from '../sharing/picture-lines.ts';
import { riskDefinition } from '../sharing/risk-definition.ts';

export const DEFINITION = riskDefinition(RISK_MONEY, {
  figures: ({ display, exactQuantity }, t: TFunction<'calculators'>) => [
    signedLine(t('figure.expectedProfit'), display.expectedProfit, 'USD'),
    quantityLine(t('figure.coins'), display.coins, exactQuantity),
    line(t('figure.entryAmount'), display.entryAmount, 'USD'),
    line(t('figure.leveragedAmount'), display.leveragedAmount, 'USD'),
  ],
  inputs: ({ riskAmount }, t: TFunction<'calculators'>) => [
    inputLine(t('field.riskAmount'), riskAmount, 'USD'),
  ],
});
