/** The lines of a result's picture, in the formats of its screen. */
import type { TFunction } from 'i18next';
import type { PositionType } from '#core/calculators/outcome.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import { readOrZero, shownDigits } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';
import type { Chart, Line } from '../definition.ts';
import type { AxisMark, MarkKind } from '../shared/axis-marks.ts';
import { sideOf } from '../shared/side.ts';

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

/** Money or a quantity. */
export function amountLine(label: string, digits: string, unit?: string): Line {
  return { ...line(label, digits, unit), isAmount: true };
}

/** @param text an input as recorded */
export function inputAmount(label: string, text: string, unit?: string): Line {
  return amountLine(label, inputDigits(text), unit);
}

/** A profit or a loss in money. */
export function signedLine(label: string, digits: string, unit?: string): Line {
  const side = sideOf(digits);
  return { ...amountLine(label, side === 'gain' ? `+${digits}` : digits, unit), side };
}

interface TradeInputs {
  readonly leverage: string;
  readonly entryFee: string;
  readonly exitFee: string;
  readonly riskIncludesFees: boolean;
}

/** The inputs that both calculators of risk have, beside the prices of the axis. */
export function tradeLines(inputs: TradeInputs, t: TFunction<'calculators'>): readonly Line[] {
  const leverage = readOrZero(inputs.leverage);
  return [
    ...(leverage.gt(0) ? [line(t('field.leverage'), shownDigits(leverage, 8), '×')] : []),
    ...(inputs.entryFee === '' ? [] : [inputLine(t('field.entryFee'), inputs.entryFee, '%')]),
    ...(inputs.exitFee === '' ? [] : [inputLine(t('field.exitFee'), inputs.exitFee, '%')]),
    ...(inputs.riskIncludesFees ? [line(t('field.riskIncludesFees'), '✓')] : []),
  ];
}

export function axisChart(marks: readonly AxisMark[], t: TFunction<'calculators'>): Chart {
  return {
    type: 'axis',
    marks: marks.map((mark) => ({
      ...mark,
      name: t(`axis.${mark.kind}`),
      fullName: fullNameOf(mark.kind, t),
      price: shownNumber(mark.kind === 'liquidation' ? `≈ ${mark.price}` : mark.price),
      percent: mark.percent === null ? null : `${shownNumber(mark.percent)}\u00a0%`,
    })),
  };
}

function fullNameOf(kind: MarkKind, t: TFunction<'calculators'>): string {
  switch (kind) {
    case 'entry':
      return t('field.entryPrice');
    case 'stop':
      return t('field.stopLossPrice');
    case 'target':
      return t('field.takeProfitPrice');
    case 'breakEven':
      return t('figure.breakEven');
    case 'liquidation':
      return t('figure.liquidation');
  }
}
