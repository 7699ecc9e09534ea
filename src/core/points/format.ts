/**
 * Points as text, by integer arithmetic on thousandths of an iRICH. The first screen loads this file, so it imports no
 * decimal library.
 */
import { withoutEndZeros } from '../digits.ts';
import type { Language } from '../languages.ts';
import { formatNumber } from '../number-format.ts';

/** Points as in JSON: a decimal without trailing zeros, `0` or `7.5`. */
export function pointsToWire(thousandths: number): string {
  const { sign, whole, fraction } = split(thousandths);
  return plain(sign, whole, fraction);
}

/** Thousandths from the JSON form; null for anything else, or beyond exact integers. */
export function pointsFromWire(text: string): number | null {
  const match = /^(-?)(0|[1-9][0-9]*)(?:\.([0-9]{0,2}[1-9]))?$/.exec(text);
  if (match === null || text === '-0') {
    return null;
  }
  const size = Number(match[2]) * 1000 + Number((match[3] ?? '').padEnd(3, '0'));
  return Number.isSafeInteger(size) ? (match[1] === '-' ? -size : size) : null;
}

const UNITS = [
  { size: 1e9, letter: 'B' },
  { size: 1e6, letter: 'M' },
  { size: 1e3, letter: 'K' },
  { size: 1, letter: '' },
] as const;

/** Short: at most two decimals, truncated, with K, M or B: `999.99`, `1.23K`. */
export function pointsShort(thousandths: number, language: Language): string {
  const size = Math.abs(thousandths);
  const unit = UNITS.find((candidate) => size >= candidate.size * 1000) ?? UNITS[3];
  const hundredths = Math.floor(size / (unit.size * 10));
  const { whole, fraction } = split(hundredths * 10);
  const sign = thousandths < 0 && hundredths > 0 ? '-' : '';
  return `${formatNumber(plain(sign, whole, fraction), language)}${unit.letter}`;
}

/** In full, to the thousandth, in groups of three: `1,234,567.8`. */
export function pointsFull(thousandths: number, language: Language): string {
  const { sign, whole, fraction } = split(thousandths);
  return formatNumber(plain(sign, whole, fraction), language);
}

/** With exactly two decimals, truncated, in groups of three: `1,234.50`. */
export function pointsTwoDecimals(thousandths: number, language: Language): string {
  const hundredths = Math.trunc(thousandths / 10);
  const { sign, whole, fraction } = split(hundredths * 10);
  return formatNumber(plain(sign, whole, fraction.padEnd(2, '0')), language);
}

/** Sign, whole part and up to three decimals without trailing zeros. Never `-0`. */
function split(thousandths: number): { sign: string; whole: string; fraction: string } {
  const size = Math.abs(thousandths);
  const rest = size % 1000;
  return {
    sign: thousandths < 0 ? '-' : '',
    whole: String((size - rest) / 1000),
    fraction: rest === 0 ? '' : withoutEndZeros(String(rest).padStart(3, '0')),
  };
}

function plain(sign: string, whole: string, fraction: string): string {
  return `${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
