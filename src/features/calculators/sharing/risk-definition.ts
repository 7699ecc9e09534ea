/** Both risk calculators in the history and in a picture. */
import type { TFunction } from 'i18next';
import { type FormRules, readInputs } from '#core/calculators/form-rules.ts';
import { inputDigits } from '#core/calculators/record-summary.ts';
import type { RiskResult, TradeFields } from '#core/calculators/trade.ts';
import type { CalculatorDefinition, Line } from '../definition.ts';
import { directionText, liquidationLines, priceLines } from './picture-lines.ts';

export interface RiskPicture<F extends TradeFields, Result> {
  figures(result: Result, t: TFunction<'calculators'>): readonly Line[];
  /** The inputs before the prices. */
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
      return {
        direction: directionText(inputs.positionType, t),
        main: { label: t('figure.riskRewardRatio'), text: outcome.display.riskRewardRatio },
        figures: [...own.figures(outcome, t), ...liquidationLines(outcome.liquidation, t)],
        inputs: [...own.inputs(inputs, t), ...priceLines(inputs, t)],
      };
    },
  };
}
