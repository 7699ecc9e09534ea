/** Formats market figures. Works on digits alone, since market screens open without the decimal library. */
import { withoutEndZeros } from '../digits.ts';
import type { Language } from '../languages.ts';
import { formatNumber } from '../number-format.ts';

/**
 * The digits of a price in USD, truncated, with a decimal point and no groups: two decimals from 1 up; below 1 two
 * significant digits after the leading zeros, without trailing zeros.
 * @param price a decimal, as text or as a JSON number; anything else counts as 0
 */
export function usdPriceDigits(price: string | number): string {
  const { sign, integer, fraction } = decimalParts(price);
  if (integer !== '0') return `${sign}${integer}.${fraction.padEnd(2, '0').slice(0, 2)}`;
  const zeros = fraction.length - fraction.replace(/^0+/, '').length;
  const kept = withoutEndZeros(fraction.slice(0, zeros + 2));
  return kept === '' ? '0' : `${sign}0.${kept}`;
}

/** A decimal in USD with all its digits: "$64,120.50"; in Russian "$64 120,50". */
export function usdText(digits: string, language: Language): string {
  return `$${formatNumber(digits, language)}`;
}

/**
 * A market cap or volume: K, M, B and T at 1e3, 1e6, 1e9 and 1e12, with at most two decimals, truncated. No currency
 * sign.
 */
export function marketAmountShort(amount: string | number, language: Language): string {
  const { sign, integer, fraction } = decimalParts(amount);
  const step = Math.min(Math.floor((integer.length - 1) / 3), SUFFIXES.length - 1);
  const digits = integer.slice(0, integer.length - 3 * step);
  const decimals = withoutEndZeros((integer.slice(integer.length - 3 * step) + fraction).slice(0, 2));
  if (digits === '0' && decimals === '') return '0';
  const plain = `${sign}${digits}${decimals === '' ? '' : `.${decimals}`}`;
  return formatNumber(plain, language) + (SUFFIXES[step] ?? '');
}

const SUFFIXES = ['', 'K', 'M', 'B', 'T'] as const;

interface Parts {
  readonly sign: '' | '-';
  /** Without leading zeros, at least "0". */
  readonly integer: string;
  readonly fraction: string;
}

/** Splits a decimal, with or without the exponent that String gives small and large numbers. */
function decimalParts(value: string | number): Parts {
  const match = /^(-?)(\d+)(?:\.(\d*))?(?:e([+-]?\d{1,3}))?$/i.exec(String(value).trim());
  if (match === null) return { sign: '', integer: '0', fraction: '' };
  const [, sign, integer = '0', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const left = shift < 0 ? integer.padStart(1 - shift, '0') : integer;
  const right = shift > 0 ? fraction.padEnd(shift, '0') : fraction;
  const digits = left + right;
  const point = left.length + shift;
  return {
    sign: sign === '-' ? '-' : '',
    integer: digits.slice(0, point).replace(/^0+(?=\d)/, '') || '0',
    fraction: digits.slice(point),
  };
}
