/** A calculation in one line: inputs and result. */
import { calculateAveragePosition } from '#core/calculators/average-position.ts';
import { calculateElliottWave, type ElliottWaveInput, WAVES } from '#core/calculators/elliott-wave.ts';
import { calculateRiskMoney } from '#core/calculators/risk-money.ts';
import { calculateRiskPercent } from '#core/calculators/risk-percent.ts';
import { calculateStaking } from '#core/calculators/staking.ts';
import { calculateTakeProfitStopLoss } from '#core/calculators/take-profit-stop-loss.ts';
import { readOrZero, shownDigits } from '#core/numbers.ts';
import type { DeviceRecord } from '#device/model.ts';

export interface RecordSummary {
  readonly side: 'LONG' | 'SHORT' | null;
  /** Key of a text in the history's `line`, which contains the figures. */
  readonly line: 'prices' | 'percents' | 'position' | 'waves' | 'staking' | 'unknown';
  /** Plain digits, and the name of a wave. */
  readonly figures: Readonly<Record<string, string>>;
  /** The main result, plain digits or a ratio, or null. */
  readonly result: string | null;
}

const UNKNOWN: RecordSummary = { side: null, line: 'unknown', figures: {}, result: null };

/** Records are immutable, so a summary stays valid. */
const known = new WeakMap<DeviceRecord, RecordSummary>();

export function summaryOf(record: DeviceRecord): RecordSummary {
  const before = known.get(record);
  if (before !== undefined) return before;
  const summary = summarise(record);
  known.set(record, summary);
  return summary;
}

function summarise({ calculationType, inputs }: DeviceRecord): RecordSummary {
  const text = (name: string): string => {
    const value = inputs[name];
    return typeof value === 'string' ? value : '';
  };
  const plain = (name: string): string => shownDigits(readOrZero(text(name)), 8);
  const positionType = text('positionType') === 'SHORT' ? 'SHORT' : 'LONG';
  const prices = {
    entry: plain('entryPrice'),
    stop: plain('stopLossPrice'),
    target: plain('takeProfitPrice'),
  };

  switch (calculationType) {
    case 'RiskMoney': {
      const result = calculateRiskMoney({
        positionType,
        riskAmount: text('riskAmount'),
        entryPrice: text('entryPrice'),
        stopLossPrice: text('stopLossPrice'),
        takeProfitPrice: text('takeProfitPrice'),
        leverage: text('leverage'),
      });
      if (!result.ok) return UNKNOWN;
      return { side: positionType, line: 'prices', figures: prices, result: result.display.riskRewardRatio };
    }
    case 'RiskPercent': {
      const result = calculateRiskPercent({
        positionType,
        riskPercent: text('riskPercent'),
        depositAmount: text('depositAmount'),
        entryPrice: text('entryPrice'),
        stopLossPrice: text('stopLossPrice'),
        takeProfitPrice: text('takeProfitPrice'),
        leverage: text('leverage'),
      });
      if (!result.ok) return UNKNOWN;
      return { side: positionType, line: 'prices', figures: prices, result: result.display.riskRewardRatio };
    }
    case 'TakeProfitStopLoss': {
      const isPrice = text('calculationType') === 'price';
      const result = calculateTakeProfitStopLoss({
        positionType,
        calculationType: isPrice ? 'price' : 'percent',
        entryPrice: text('entryPrice'),
        takeProfit: text('takeProfit'),
        stopLoss: text('stopLoss'),
      });
      if (!result.ok) return UNKNOWN;
      const figures = { entry: plain('entryPrice'), stop: plain('stopLoss'), target: plain('takeProfit') };
      const line = isPrice ? 'prices' : 'percents';
      return { side: positionType, line, figures, result: result.display.riskRewardRatio };
    }
    case 'AveragePosition': {
      const entries = pairsOf(inputs['entries']).map(([quantity, price]) => ({ quantity, price }));
      const takeProfits = pairsOf(inputs['takeProfits']).map(([price, quantityOrPercent]) => ({
        price,
        quantityOrPercent,
      }));
      const quantityType = text('quantityType') === 'percentage' ? 'percentage' : 'quantity';
      const result = calculateAveragePosition({ positionType, quantityType, entries, takeProfits });
      if (!result.ok) return UNKNOWN;
      return {
        side: positionType,
        line: 'position',
        figures: { entries: String(entries.length), targets: String(takeProfits.length) },
        result: result.display.averagePrice,
      };
    }
    case 'ElliottWave': {
      const choices = choicesOf(inputs['choices']);
      const result = calculateElliottWave({
        positionType,
        startPrice: text('startPrice'),
        endPrice: text('endPrice'),
        choices,
      });
      if (!result.ok) return UNKNOWN;
      const wave = result.waves.at(-1)?.name ?? WAVES[0];
      const figures = { start: plain('startPrice'), end: plain('endPrice'), wave };
      return { side: positionType, line: 'waves', figures, result: null };
    }
    case 'Staking': {
      const result = calculateStaking({
        apr: text('apr'),
        depositAmount: text('depositAmount'),
        days: text('days'),
        autoCompound: inputs['autoCompound'] === true,
        warmUpDays: text('warmUpDays'),
        accrualDelay: text('accrualDelay'),
      });
      if (!result.ok) return UNKNOWN;
      const figures = { amount: plain('depositAmount'), apr: plain('apr'), days: plain('days') };
      return { side: null, line: 'staking', figures, result: result.display.finalBalance };
    }
  }
}

/** Pairs of texts, the recorded form of a position's rows; nothing else. */
function pairsOf(value: unknown): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((pair: unknown) => {
    if (!Array.isArray(pair)) return [];
    const [first, second]: unknown[] = pair;
    return typeof first === 'string' && typeof second === 'string' ? [[first, second] as const] : [];
  });
}

/** Choices of waves, in the recorded form of a chain; nothing else. */
function choicesOf(value: unknown): ElliottWaveInput['choices'] {
  if (typeof value !== 'object' || value === null) return {};
  const source: Partial<Record<string, unknown>> = { ...value };
  const choices = WAVES.flatMap((wave) => {
    const choice = source[wave];
    if (typeof choice !== 'object' || choice === null) return [];
    const { level, actualPrice }: Partial<Record<'level' | 'actualPrice', unknown>> = choice;
    return [
      [
        wave,
        {
          level: typeof level === 'number' ? level : null,
          actualPrice: typeof actualPrice === 'string' ? actualPrice : '',
        },
      ] as const,
    ];
  });
  return Object.fromEntries(choices);
}
