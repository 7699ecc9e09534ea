/** Risk by money in the history and in a picture. */
import type { TFunction } from 'i18next';
import { RISK_MONEY } from '#core/calculators/risk-money.ts';
import { amountLine, inputAmount, signedLine } from '../sharing/picture-lines.ts';
import { riskDefinition } from '../sharing/risk-definition.ts';

export const DEFINITION = riskDefinition(RISK_MONEY, {
  order: ({ display, exactQuantity }, symbol, t: TFunction<'calculators'>) =>
    amountLine(t('figure.coins'), exactQuantity ?? display.coins, symbol),
  figures: ({ display }, t: TFunction<'calculators'>) => [
    signedLine(t('figure.expectedProfit'), display.expectedProfit, 'USD'),
  ],
  inputs: ({ riskAmount }, t: TFunction<'calculators'>) => [
    inputAmount(t('field.riskAmount'), riskAmount, 'USD'),
  ],
});
