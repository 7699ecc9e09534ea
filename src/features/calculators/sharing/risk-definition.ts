/** Both risk calculators in the history and in a picture. */
import type { TFunction } from 'i18next';
import { type FormRules, readInputs } from '#core/calculators/form-rules.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import type { RiskResult, TradeFields } from '#core/calculators/trade.ts';
import type { CalculatorDefinition, Line } from '../definition.ts';
import { axisMarks } from '../shared/axis-marks.ts';
import { amountLine, axisChart, line, signedLine, tradeLines } from './picture-lines.ts';

export interface RiskPicture<F extends TradeFields, Result> {
  /** The quantity that is bought or sold. */
  order(result: Result, symbol: string | undefined, t: TFunction<'calculators'>): Line;
  /** Its own figures, after the money of the order. */
  figures(result: Result, t: TFunction<'calculators'>): readonly Line[];
  /** The inputs before leverage and fees. */
  inputs(inputs: F, t: TFunction<'calculators'>): readonly Line[];
}

export function riskDefinition<F extends TradeFields, Result extends RiskResult<'riskRewardRatio'>>(
  rules: FormRules<F, Result, string>,
  own: RiskPicture<F, Result>,
): CalculatorDefinition {
  return {
    summary(recorded) {
      const inputs = readInputs(rules, recorded);
      const outcome = rules.calculate(inputs);
      if (!outcome.ok) return null;
      const figures = {
        entry: inputDigits(inputs.entryPrice),
        stop: inputDigits(inputs.stopLossPrice),
        target: inputDigits(inputs.takeProfitPrice),
      };
      return { side: inputs.positionType, line: 'prices', figures, result: outcome.display.riskRewardRatio };
    },
    picture(recorded, t: TFunction<'calculators'>) {
      const inputs = readInputs(rules, recorded);
      const outcome = rules.calculate(inputs);
      if (!outcome.ok) return null;
      const { display, order, net, liquidation, prices } = outcome;
      return {
        positionType: inputs.positionType,
        main: own.order(outcome, inputs.symbol === '' ? undefined : inputs.symbol, t),
        beside: line(t('figure.riskRewardRatio'), display.riskRewardRatio),
        chart: axisChart(
          axisMarks(inputs.positionType, { ...prices, liquidation, breakEven: net?.breakEven ?? null }),
          t,
        ),
        figures: [
          amountLine(t('figure.orderValue'), order.value, 'USD'),
          amountLine(t('figure.margin'), order.margin, 'USD'),
          ...own.figures(outcome, t),
          ...(net === null
            ? []
            : [
                signedLine(t('figure.netProfit'), net.display.netProfit, 'USD'),
                line(t('figure.netRatio'), net.display.netRatio),
              ]),
        ],
        inputs: [...own.inputs(inputs, t), ...tradeLines(inputs, t)],
      };
    },
  };
}
