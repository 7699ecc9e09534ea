/** The published cases of all six calculators: values within 1e-12, texts equal. */

import { describe, expect, it } from 'vitest';
import { type AveragePositionInput, calculateAveragePosition } from '#core/calculators/average-position.ts';
import { calculateElliottWave, type ElliottWaveInput } from '#core/calculators/elliott-wave.ts';
import { calculateRiskMoney, type RiskMoneyInput } from '#core/calculators/risk-money.ts';
import { calculateRiskPercent, type RiskPercentInput } from '#core/calculators/risk-percent.ts';
import { calculateStaking, type StakingInput } from '#core/calculators/staking.ts';
import {
  calculateTakeProfitStopLoss,
  type TakeProfitStopLossInput,
} from '#core/calculators/take-profit-stop-loss.ts';
import { expectTexts, expectValues, readVectors, type Vector } from './support.ts';

type Answer = { ok: true; value: unknown; display: unknown } | { ok: false; error: { type: string } };

describe.each([
  suite('risk-money', (input: RiskMoneyInput) => calculateRiskMoney(input)),
  suite('risk-percent', (input: RiskPercentInput) => calculateRiskPercent(input)),
  suite('take-profit-stop-loss', (input: TakeProfitStopLossInput) => calculateTakeProfitStopLoss(input)),
  suite('average-position', (input: AveragePositionInput) => calculateAveragePosition(input)),
  suite('staking', (input: StakingInput) => calculateStaking(input)),
])('$name', ({ cases }) => {
  it.each(cases)('$label', ({ name, answer, expected }) => {
    const result = answer();
    if (expected['invalid'] !== undefined) {
      expect(result).toEqual({ ok: false, error: { type: expected['invalid'] } });
      return;
    }
    if (!result.ok) throw new Error(`refused: ${result.error.type}`);
    expectValues(result.value, expected['value']);
    expectTexts(result.display, expected['display'], name === 'staking' ? null : 'ru');
  });
});

describe('staking rows', () => {
  const cases = readVectors<StakingInput>('staking').filter((vector) => 'rows' in vector.expected);
  it.each(cases)('$input', ({ input, expected }) => {
    const result = calculateStaking(input);
    if (!result.ok) throw new Error(`refused: ${result.error.type}`);
    for (const row of expected['rows'] as { day: number }[]) {
      expectValues(result.rows.between(row.day, row.day)[0], row, `day ${row.day}`);
    }
  });
});

describe('elliott-wave', () => {
  it.each(readVectors<ElliottWaveInput>('elliott-wave'))('$input', ({ input, expected }) => {
    const result = calculateElliottWave(input);
    if (expected['invalid'] !== undefined) {
      expect(result).toEqual({ ok: false, error: { type: expected['invalid'] } });
      return;
    }
    if (!result.ok) throw new Error(`refused: ${result.error.type}`);
    const wanted = expected['waves'] as Record<string, { levels: Level[] }>;
    expect(result.waves.map((wave) => wave.name).sort()).toEqual(Object.keys(wanted).sort());
    for (const wave of result.waves) {
      const levels = wanted[wave.name]?.levels ?? [];
      expectValues(
        wave.levels.map((level) => level.value),
        levels.map((level) => level.value),
        `wave ${wave.name}`,
      );
      expect(wave.levels.map(({ percent }) => percent)).toEqual(levels.map(({ percent }) => percent));
      expectTexts(
        wave.levels.map(({ display }) => ({ display })),
        levels.map(({ display }) => ({ display })),
      );
      for (const level of wave.levels) expect(level.selectable).toBe(level.display !== null);
    }
  });
});

interface Level {
  readonly percent: string;
  readonly value: string;
  readonly display: string | null;
}

function suite<Input>(name: string, calculate: (input: Input) => Answer) {
  const vectors: Vector<Input>[] = readVectors<Input>(name);
  return {
    name,
    cases: vectors.map(({ input, expected }, index) => ({
      name,
      label: `${index} ${JSON.stringify(input)}`,
      answer: () => calculate(input),
      expected,
    })),
  };
}
