/** The lines of a result's picture, in the formats of its screen. */
import type { TFunction } from 'i18next';
import type { Liquidation } from '#core/calculators/liquidation.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import { readOrZero, shownDigits } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';
import type { Line } from '../definition.ts';
import { sideOf } from '../shared/figure.tsx';

export function directionText(positionType: PositionType, t: TFunction<'calculators'>): string {
  return t(`direction.${positionType}`);
}

/** @param digits plain digits, after an optional mark; other text stays unchanged */
export function line(label: string, digits: string, unit?: string): Line {
  const text = shownNumber(digits);
  return { label, text: unit === undefined ? text : `${text}\u00a0${unit}` };
}

/** @param text an input as recorded */
export function inputLine(label: string, text: string, unit?: string): Line {
  return line(label, inputDigits(text), unit);
}

/** Appends the exact figure if truncation hides too much. */
export function quantityLine(label: string, digits: string, exact: string | null): Line {
  const { text } = line(label, digits);
  return { label, text: exact === null ? text : `${text} (${shownNumber(exact)})` };
}

export function signedLine(label: string, digits: string, unit?: string): Line {
  const side = sideOf(digits);
  return { ...line(label, side === 'gain' ? `+${digits}` : digits, unit), side };
}

interface PriceInputs {
  readonly entryPrice: string;
  readonly stopLossPrice: string;
  readonly takeProfitPrice: string;
  readonly leverage: string;
  readonly entryFee: string;
  readonly exitFee: string;
  readonly riskIncludesFees: boolean;
}

/** The inputs that both calculators of risk have. */
export function priceLines(inputs: PriceInputs, t: TFunction<'calculators'>): readonly Line[] {
  const leverage = readOrZero(inputs.leverage);
  return [
    inputLine(t('field.entryPrice'), inputs.entryPrice, 'USD'),
    inputLine(t('field.stopLossPrice'), inputs.stopLossPrice, 'USD'),
    inputLine(t('field.takeProfitPrice'), inputs.takeProfitPrice, 'USD'),
    ...(leverage.gt(0) ? [line(t('field.leverage'), shownDigits(leverage, 8), '×')] : []),
    ...(inputs.entryFee === '' ? [] : [inputLine(t('field.entryFee'), inputs.entryFee, '%')]),
    ...(inputs.exitFee === '' ? [] : [inputLine(t('field.exitFee'), inputs.exitFee, '%')]),
    ...(inputs.riskIncludesFees ? [line(t('field.riskIncludesFees'), '✓')] : []),
  ];
}

export function liquidationLines(
  liquidation: Liquidation | null,
  t: TFunction<'calculators'>,
): readonly Line[] {
  return liquidation === null ? [] : [line(t('figure.liquidation'), `≈ ${liquidation.display}`, 'USD')];
}
