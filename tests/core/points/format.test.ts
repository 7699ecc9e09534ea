import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Language } from '#core/languages.ts';
import { parseStartParameter, referrerOf } from '#core/launch/start-parameter.ts';
import { encodePlan } from '#core/plan-link.ts';
import {
  pointsFromWire,
  pointsFull,
  pointsShort,
  pointsToWire,
  pointsTwoDecimals,
} from '#core/points/format.ts';

interface PointsVector {
  points: string;
  language: Language;
  text: string;
}

const vectors = JSON.parse(readFileSync(new URL('../../vectors/numbers.json', import.meta.url), 'utf8')) as {
  pointsShort: PointsVector[];
  pointsFull: PointsVector[];
  startParameter: { text: string; value: Record<string, unknown> | null }[];
};

const thousandths = fc.integer({ min: -Number.MAX_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

describe('points', () => {
  it.each(vectors.pointsShort)('short: $points in $language is $text', ({ points, language, text }) => {
    expect(pointsShort(wire(points), language)).toBe(text);
  });

  it.each(vectors.pointsFull)('full: $points in $language is $text', ({ points, language, text }) => {
    // The vectors hold a normal space where the screen has a non-breaking one.
    expect(pointsFull(wire(points), language)).toBe(text.replaceAll(' ', '\u00a0'));
  });

  it('with two decimals, truncated', () => {
    expect(pointsTwoDecimals(1_234_567, 'en')).toBe('1,234.56');
    expect(pointsTwoDecimals(1_234_000, 'ru')).toBe('1\u00a0234,00');
    expect(pointsTwoDecimals(5, 'en')).toBe('0.00');
    expect(pointsTwoDecimals(-5, 'en')).toBe('0.00');
    expect(pointsTwoDecimals(-1_500, 'en')).toBe('-1.50');
  });

  it('below zero keep their sign, but never as -0', () => {
    expect(pointsShort(-1_234_500, 'en')).toBe('-1.23K');
    expect(pointsShort(-5, 'en')).toBe('0');
    expect(pointsToWire(-100)).toBe('-0.1');
    expect(pointsToWire(-0)).toBe('0');
  });

  it('survive the wire unchanged', () => {
    fc.assert(
      fc.property(thousandths, (points) => {
        expect(pointsFromWire(pointsToWire(points))).toBe(points);
        expect(pointsToWire(points)).toMatch(/^(0|-?(0|[1-9]\d*)(\.\d{0,2}[1-9])?)$/);
      }),
    );
  });

  it.each([
    '',
    '-',
    '-0',
    '01',
    '1.',
    '.5',
    '1.50',
    '1.0',
    '0.0001',
    '1e3',
    ' 1',
    '1,5',
    '+1',
    '9007199254741',
  ])('are not read from "%s"', (text) => {
    expect(pointsFromWire(text)).toBeNull();
  });

  it('in full, group and keep every digit', () => {
    fc.assert(
      fc.property(thousandths, (points) => {
        expect(pointsFull(points, 'en').replaceAll(',', '')).toBe(pointsToWire(points));
        expect(pointsFull(points, 'ru').replaceAll('\u00a0', '').replace(',', '.')).toBe(
          pointsToWire(points),
        );
      }),
    );
  });

  it('short, are never more than the balance, and less by under a hundredth of the unit', () => {
    const units: Record<string, number> = { K: 1e3, M: 1e6, B: 1e9 };
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e15 }), (points) => {
        const text = pointsShort(points, 'en');
        const unit = units[text.at(-1) ?? ''] ?? 1;
        const shown = Math.round(Number.parseFloat(text.replaceAll(',', '')) * 100) * unit * 10;
        expect(shown).toBeLessThanOrEqual(points);
        expect(points - shown).toBeLessThan(unit * 10);
      }),
    );
  });
});

describe('start parameter', () => {
  it.each(vectors.startParameter)('"$text"', ({ text, value }) => {
    const { note: _note, ...expected } = value ?? {};
    expect(parseStartParameter(text)).toEqual(value === null ? null : expected);
  });

  it('with an empty part is nothing, and extra parts are ignored', () => {
    expect(parseStartParameter('&&')).toBeNull();
    expect(parseStartParameter('a&b&c&d')).toEqual({ type: 'utm', source: 'a', medium: 'b', content: 'c' });
  });

  it('may be a plan, whose sender invites; a damaged one invites for nobody and is no campaign', () => {
    const plan = {
      symbol: '',
      positionType: 'SHORT',
      entry: '5',
      stop: '6',
      targets: [],
      leverage: '',
    } as const;
    const text = encodePlan({ ...plan, sender: 7 }) ?? '';
    expect(parseStartParameter(text)).toEqual({ type: 'plan', plan: { ...plan, sender: 7 } });
    expect(referrerOf(parseStartParameter(text))).toBe(7);
    for (const damaged of ['p1_', `${text}A`, `${text}&a`, text.replace('p1', 'p2')]) {
      expect(parseStartParameter(damaged)).toEqual({ type: 'plan', plan: null });
      expect(referrerOf(parseStartParameter(damaged))).toBeNull();
    }
    expect(referrerOf(parseStartParameter('77'))).toBe(77);
    expect(['promo', 'see_profile', '&'].map((other) => referrerOf(parseStartParameter(other)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('never throws, and accepts every user id', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (userId) => {
        expect(parseStartParameter(String(userId))).toEqual({ type: 'user', userId });
      }),
    );
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect([undefined, 'user', 'utm', 'plan']).toContain(parseStartParameter(text)?.type);
      }),
    );
  });
});

function wire(points: string): number {
  return pointsFromWire(points) ?? Number.NaN;
}
