import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  calculateElliottWave,
  type ElliottWaveInput,
  INVALID_WAVE_2,
  WAVES,
  type WaveChoice,
} from '#core/calculators/elliott-wave.ts';
import { readOrZero } from '#core/numbers.ts';
import { anyText, expectPlainTexts, positive } from './support.ts';

function chain(input: Partial<ElliottWaveInput>) {
  const result = calculateElliottWave({
    positionType: 'LONG',
    startPrice: '100',
    endPrice: '150',
    choices: {},
    ...input,
  });
  if (!result.ok) throw new Error('refused');
  return result;
}

describe('the Elliott chain', () => {
  it('reveals the waves one by one', () => {
    const choices: Partial<Record<(typeof WAVES)[number], WaveChoice>> = {};
    WAVES.forEach((name, index) => {
      const { waves } = chain({ choices });
      expect(waves.map((wave) => wave.name)).toEqual(WAVES.slice(0, index + 1));
      expect(waves.at(-1)?.chosen).toBeNull();
      choices[name] = { level: 0 };
    });
    expect(chain({ choices }).waves.at(-1)).toMatchObject({ name: 'C', chosen: null });
  });

  it('can be shared from its first wave on', () => {
    expect(chain({})).toMatchObject({ shareable: true });
  });

  it('continues from the exact price, not the shown one', () => {
    const { waves } = chain({ startPrice: '1', endPrice: '1.00000001', choices: { '2': { level: 0 } } });
    expect(waves[0]?.levels[0]?.display).toBe('1');
    expect(waves[0]?.chosen?.toFixed()).toBe('1.00000000618');
    expect(waves[1]?.levels[0]?.value.toFixed()).toBe('1.0000000223600000'.replace(/0+$/, ''));
  });

  it('uses an actual price before a level, and neither a dash nor junk', () => {
    const wave2 = (choice: WaveChoice) =>
      chain({ choices: { '2': choice } }).waves[0]?.chosen?.toFixed() ?? null;
    expect(wave2({ level: 1 })).toBe('119.1');
    expect(wave2({ level: 1, actualPrice: '120,5' })).toBe('120.5');
    expect(wave2({ level: 1, actualPrice: '' })).toBe('119.1');
    expect(wave2({ actualPrice: 'abc' })).toBeNull();
    expect(wave2({ level: 2 })).toBeNull();
    expect(wave2({ level: -1 })).toBeNull();
    expect(wave2({ level: null })).toBeNull();
    const dashed = chain({
      positionType: 'SHORT',
      startPrice: '100',
      endPrice: '61.8',
      choices: { '2': { level: 1 }, '3': { level: 1 } },
    });
    expect(dashed.waves.at(-1)).toMatchObject({
      name: '3',
      chosen: null,
      levels: [{ selectable: true }, { display: null, selectable: false }],
    });
  });

  it('mirrors about a price: a long and a short level add up to twice it', () => {
    const choices = fc.record({
      '2': fc.constantFrom({ level: 0 }, { level: 1 }),
      '3': fc.constantFrom({ level: 0 }, { level: 1 }),
      '4': fc.constantFrom({ level: 0 }, { level: 1 }, { level: 2 }),
      '5': fc.constantFrom({ level: 0 }, { level: 3 }),
      A: fc.constantFrom({ level: 0 }, { level: 1 }),
      B: fc.constantFrom({ level: 0 }, { level: 3 }),
    });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 900 }), choices, (length, chosen) => {
        const long = chain({ startPrice: '10000', endPrice: String(10000 + length), choices: chosen });
        const short = chain({
          positionType: 'SHORT',
          startPrice: '10000',
          endPrice: String(10000 - length),
          choices: chosen,
        });
        expect(short.waves.map((wave) => wave.name)).toEqual(long.waves.map((wave) => wave.name));
        long.waves.forEach((wave, at) => {
          wave.levels.forEach((level, index) => {
            expect(short.waves[at]?.levels[index]?.value.plus(level.value).toFixed()).toBe('20000');
          });
        });
      }),
    );
  });

  it('shows an invalid wave 1 as zeros that cannot be chosen', () => {
    expect(
      INVALID_WAVE_2.levels.map(({ percent, display, selectable }) => [percent, display, selectable]),
    ).toEqual([
      ['38.2', '0', false],
      ['61.8', '0', false],
    ]);
    expect(INVALID_WAVE_2).toMatchObject({ name: '2', chosen: null });
  });

  it('returns plain texts for any input without throwing', () => {
    const choice = fc.record({ level: fc.option(fc.integer({ min: -2, max: 9 })), actualPrice: anyText() });
    const choices = fc.record({ '2': choice, '3': choice, '4': choice, '5': choice, A: choice, B: choice });
    const side = fc.constantFrom('LONG' as const, 'SHORT' as const);
    fc.assert(
      fc.property(side, anyText(), positive(8), choices, (positionType, startPrice, endPrice, chosen) => {
        const result = calculateElliottWave({ positionType, startPrice, endPrice, choices: chosen });
        const start = readOrZero(startPrice);
        const end = readOrZero(endPrice);
        expect(result.ok).toBe(start.gt(0) && (positionType === 'LONG' ? start.lt(end) : start.gt(end)));
        if (!result.ok) return;
        for (const wave of result.waves) for (const level of wave.levels) expectPlainTexts(level.display);
      }),
    );
  });
});
