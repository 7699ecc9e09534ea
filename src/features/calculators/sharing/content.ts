/** The content of a result's picture, in the wording of its calculator. */
import type { TFunction } from 'i18next';
import { calculateAveragePosition } from '#core/calculators/average-position.ts';
import { calculateElliottWave } from '#core/calculators/elliott-wave.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { calculateRiskMoney } from '#core/calculators/risk-money.ts';
import { calculateRiskPercent } from '#core/calculators/risk-percent.ts';
import { calculateStaking } from '#core/calculators/staking.ts';
import { calculateTakeProfitStopLoss } from '#core/calculators/take-profit-stop-loss.ts';
import { DASH, type Decimal, readOrZero, shownDigits } from '#core/numbers.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { sideOf } from '../shared/figure.tsx';
import type { SharedResult } from '../shared/shared-result.ts';

export type Texts = TFunction<'calculators'>;

export interface Line {
  readonly label: string;
  readonly text: string;
  /** Gain or loss. */
  readonly side?: 'gain' | 'loss' | undefined;
}

export interface PictureContent {
  readonly title: string;
  /** The direction of the position, if it has one. */
  readonly direction: string | null;
  /** The one result that matters most. */
  readonly main: Line;
  readonly figures: readonly Line[];
  readonly inputs: readonly Line[];
}

type Body = Omit<PictureContent, 'title'>;
type InputsOf<Type extends SharedResult['calculationType']> = Extract<
  SharedResult,
  { readonly calculationType: Type }
>['inputs'];

/** Null without a result. */
export function contentOf(result: SharedResult, t: Texts): PictureContent | null {
  const body = bodyOf(result, t);
  return body === null ? null : { title: t(`name.${result.calculationType}`), ...body };
}

function bodyOf(result: SharedResult, t: Texts): Body | null {
  switch (result.calculationType) {
    case 'RiskMoney':
      return riskMoney(result.inputs, t);
    case 'RiskPercent':
      return riskPercent(result.inputs, t);
    case 'AveragePosition':
      return averagePosition(result.inputs, t);
    case 'TakeProfitStopLoss':
      return takeProfitStopLoss(result.inputs, t);
    case 'ElliottWave':
      return elliottWave(result.inputs, t);
    case 'Staking':
      return staking(result.inputs, t);
  }
}

function riskMoney(inputs: InputsOf<'RiskMoney'>, t: Texts): Body | null {
  const outcome = calculateRiskMoney(inputs);
  if (!outcome.ok) return null;
  const { display, liquidation } = outcome;
  return {
    direction: directionOf(inputs.positionType, t),
    main: { label: t('figure.riskRewardRatio'), text: display.riskRewardRatio },
    figures: [
      signed(t('figure.expectedProfit'), display.expectedProfit, 'USD'),
      quantity(t('figure.coins'), display.coins, outcome.exactQuantity),
      line(t('figure.entryAmount'), display.entryAmount, 'USD'),
      line(t('figure.leveragedAmount'), display.leveragedAmount, 'USD'),
      ...liquidationLine(liquidation, t),
    ],
    inputs: [line(t('field.riskAmount'), plain(inputs.riskAmount), 'USD'), ...priceLines(inputs, t)],
  };
}

function riskPercent(inputs: InputsOf<'RiskPercent'>, t: Texts): Body | null {
  const outcome = calculateRiskPercent(inputs);
  if (!outcome.ok) return null;
  const { display, liquidation } = outcome;
  return {
    direction: directionOf(inputs.positionType, t),
    main: { label: t('figure.riskRewardRatio'), text: display.riskRewardRatio },
    figures: [
      signed(t('figure.profitLoss'), display.profitLoss, 'USD'),
      quantity(t('figure.quantity'), display.quantity, outcome.exactQuantity),
      line(t('figure.riskAmount'), display.riskAmount, 'USD'),
      line(t('figure.candleSize'), display.candleSize, 'USD'),
      ...liquidationLine(liquidation, t),
    ],
    inputs: [
      line(t('field.riskPercent'), plain(inputs.riskPercent), '%'),
      line(t('field.depositAmount'), plain(inputs.depositAmount), 'USD'),
      ...priceLines(inputs, t),
    ],
  };
}

function takeProfitStopLoss(inputs: InputsOf<'TakeProfitStopLoss'>, t: Texts): Body | null {
  const outcome = calculateTakeProfitStopLoss(inputs);
  if (!outcome.ok) return null;
  const { display } = outcome;
  const unit = inputs.calculationType === 'percent' ? '%' : 'USD';
  const level = (label: string, price: string, percent: string) =>
    line(label, unit === '%' ? price : percent, unit === '%' ? 'USD' : '%');
  return {
    direction: directionOf(inputs.positionType, t),
    main: { label: t('figure.riskRewardRatio'), text: display.riskRewardRatio },
    figures: [
      level(t('figure.takeProfit'), display.tpPrice, display.tpPercent),
      level(t('figure.stopLoss'), display.slPrice, display.slPercent),
    ],
    inputs: [
      line(t('field.entryPrice'), plain(inputs.entryPrice), 'USD'),
      line(t('field.takeProfit'), plain(inputs.takeProfit), unit),
      line(t('field.stopLoss'), plain(inputs.stopLoss), unit),
    ],
  };
}

function staking(inputs: InputsOf<'Staking'>, t: Texts): Body | null {
  const outcome = calculateStaking(inputs);
  if (!outcome.ok) return null;
  const { display } = outcome;
  const days = (label: string, text: string) => line(label, plain(text), t('unit.days'));
  return {
    direction: null,
    main: line(t('figure.finalBalance'), display.finalBalance),
    figures: [
      signed(t('figure.profit'), display.profit),
      line(t('figure.profitability'), display.profitability, '%'),
    ],
    inputs: [
      line(t('field.apr'), plain(inputs.apr), '%'),
      line(t('field.amount'), plain(inputs.depositAmount)),
      days(t('field.days'), inputs.days),
      days(t('field.warmUpDays'), inputs.warmUpDays),
      ...(inputs.autoCompound
        ? [line(t('field.autoCompound'), '✓'), days(t('field.accrualDelay'), inputs.accrualDelay)]
        : []),
    ],
  };
}

function averagePosition(inputs: InputsOf<'AveragePosition'>, t: Texts): Body | null {
  const outcome = calculateAveragePosition(inputs);
  if (!outcome.ok) return null;
  const { display } = outcome;
  const hasTargets = inputs.takeProfits.length > 0;
  return {
    direction: hasTargets ? directionOf(inputs.positionType, t) : null,
    main: line(t('figure.averagePrice'), display.averagePrice, 'USD'),
    figures: [
      line(t('figure.totalQuantity'), display.totalQuantity),
      ...(hasTargets ? [signed(t('figure.totalProfit'), display.totalProfit, 'USD')] : []),
      ...inputs.takeProfits.map(({ price }, index) =>
        signed(
          t('ladder.target', { price: shownNumber(plain(price)) }),
          display.profits[index] ?? '0',
          'USD',
        ),
      ),
    ],
    inputs: inputs.entries.map(({ price, quantity }) =>
      line(t('ladder.entry', { price: shownNumber(plain(price)) }), `× ${plain(quantity)}`),
    ),
  };
}

function elliottWave(inputs: InputsOf<'ElliottWave'>, t: Texts): Body | null {
  const outcome = calculateElliottWave(inputs);
  if (!outcome.ok) return null;
  const price = (label: string, value: Decimal) => line(label, shownDigits(value, 8), 'USD');
  const chosen = outcome.waves.flatMap(({ name, chosen }) =>
    chosen === null ? [] : [price(t('wave.title', { wave: name }), chosen)],
  );
  const next = outcome.waves.find((wave) => wave.chosen === null);
  const levels = (next?.levels ?? []).map(({ percent, display }) => {
    const wave = t('wave.title', { wave: next?.name });
    return line(`${wave}, ${shownNumber(percent)} %`, display ?? DASH, 'USD');
  });
  const [first = price(t('field.endPrice'), outcome.end), ...others] = levels;
  return {
    direction: directionOf(inputs.positionType, t),
    main: first,
    figures: others,
    inputs: [price(t('field.startPrice'), outcome.start), price(t('field.endPrice'), outcome.end), ...chosen],
  };
}

function directionOf(positionType: PositionType, t: Texts): string {
  return t(`direction.${positionType}`);
}

function priceLines(
  inputs: Omit<InputsOf<'RiskMoney'>, 'riskAmount' | 'positionType'>,
  t: Texts,
): readonly Line[] {
  const leverage = readOrZero(inputs.leverage);
  return [
    line(t('field.entryPrice'), plain(inputs.entryPrice), 'USD'),
    line(t('field.stopLossPrice'), plain(inputs.stopLossPrice), 'USD'),
    line(t('field.takeProfitPrice'), plain(inputs.takeProfitPrice), 'USD'),
    ...(leverage.gt(0) ? [line(t('field.leverage'), shownDigits(leverage, 8), '×')] : []),
  ];
}

function liquidationLine(liquidation: { readonly display: string } | null, t: Texts): readonly Line[] {
  return liquidation === null ? [] : [line(t('figure.liquidation'), `≈ ${liquidation.display}`, 'USD')];
}

/** @param digits plain digits, after an optional mark; other text stays unchanged */
function line(label: string, digits: string, unit?: string): Line {
  const text = shownNumber(digits);
  return { label, text: unit === undefined ? text : `${text}\u00a0${unit}` };
}

/** Appends the exact figure if truncation hides too much. */
function quantity(label: string, digits: string, exact: string | null): Line {
  const { text } = line(label, digits);
  return { label, text: exact === null ? text : `${text} (${shownNumber(exact)})` };
}

function signed(label: string, digits: string, unit?: string): Line {
  const side = sideOf(digits);
  return { ...line(label, side === 'gain' ? `+${digits}` : digits, unit), side };
}

/** An input as plain digits. */
function plain(text: string): string {
  return shownDigits(readOrZero(text), 8);
}
