/** Shared by the calculators' tests: reading vectors, comparing with them, and arbitrary inputs. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { formatNumber } from '#core/number-format.ts';
import { Decimal } from '#core/numbers.ts';

/** One case of a vector file. */
export interface Vector<Input> {
  readonly input: Input;
  readonly expected: Readonly<Record<string, unknown>>;
}

export function readVectors<Input>(name: string): Vector<Input>[] {
  const path = join(import.meta.dirname, `../../vectors/calculators/${name}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Vector<Input>[];
}

/** Every decimal of `expected` is within 1e-12 of the one in `actual`, relatively (zero exactly). */
export function expectValues(actual: unknown, expected: unknown, path = 'value'): void {
  if (typeof expected === 'string') {
    expect(actual, path).toBeInstanceOf(Decimal);
    const wanted = new Decimal(expected);
    const difference = new Decimal(actual as Decimal).minus(wanted).abs();
    expect(difference.lte(wanted.abs().times('1e-12')), `${path}: ${actual} for ${expected}`).toBe(true);
  } else if (typeof expected === 'number') {
    expect(actual, path).toBe(expected);
  } else {
    const wanted = Object.entries(expected as object);
    if (Array.isArray(expected)) expect(actual, path).toHaveLength(expected.length);
    for (const [key, value] of wanted) {
      expectValues((actual as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  }
}

/**
 * The texts of `expected` match those of `actual`. The published displays are Russian, with a space for U+00A0;
 * those of staking are plain digits.
 */
export function expectTexts(actual: unknown, expected: unknown, language: 'ru' | null = 'ru'): void {
  expect(inLanguage(actual, language)).toMatchObject(
    JSON.parse(JSON.stringify(expected).replace(/(?<=\d) (?=\d)/g, '\u00a0')) as object,
  );
}

function inLanguage(texts: unknown, language: 'ru' | null): unknown {
  if (typeof texts === 'string') return language === null ? texts : formatNumber(texts, language);
  if (typeof texts !== 'object' || texts === null) return texts;
  if (Array.isArray(texts)) return texts.map((one) => inLanguage(one, language));
  return Object.fromEntries(Object.entries(texts).map(([name, one]) => [name, inLanguage(one, language)]));
}

/** Texts that a field can hold: up to 22 integer digits and the given decimals. */
export function digits(decimals: number, maximum = 22): fc.Arbitrary<string> {
  const integer = fc.oneof(
    fc.nat(100_000).map(String),
    fc.stringMatching(new RegExp(`^[1-9][0-9]{0,${maximum - 1}}$`)),
  );
  if (decimals === 0) return integer;
  const fraction = fc.stringMatching(new RegExp(`^[0-9]{1,${decimals}}$`));
  return fc.oneof(
    integer,
    fc.tuple(integer, fraction).map(([whole, rest]) => `${whole},${rest}`),
    fraction.map((rest) => `0.${rest}`),
  );
}

/** Texts above 0 that a field can hold. */
export function positive(decimals: number): fc.Arbitrary<string> {
  return digits(decimals).filter((text) => /[1-9]/.test(text));
}

/** Any text: numbers, near-numbers and junk, up to absurd lengths. */
export function anyText(): fc.Arbitrary<string> {
  return fc.oneof(
    digits(8),
    digits(8, 60),
    fc.constantFrom(
      '',
      '0',
      '.',
      ',',
      '-5',
      '1e9',
      'NaN',
      'Infinity',
      '1.2.3',
      '9'.repeat(3000),
      '0.00000001',
    ),
    fc.string(),
  );
}

/** Every text of a display is plain digits: no exponent, no groups, no "-0", no "NaN". */
export function expectPlainTexts(display: unknown): void {
  if (display === null || display === undefined) return;
  if (typeof display === 'string') {
    expect(display).toMatch(/^(?:< 0\.00000001|-?\d+(?:\.\d+)?(?::1)?)$/);
    expect(display).not.toMatch(/^-0(?:\.0*)?$/);
  } else {
    for (const text of Object.values(display)) expectPlainTexts(text);
  }
}
