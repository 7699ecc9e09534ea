/**
 * Plain numbers as text in a language: English 94,712.35, Russian 94 712,35 with U+00A0. Works on digits alone, so that
 * the first screen need not load the decimal library.
 */
import { inGroups } from './digits.ts';
import { LANGUAGES, type Language } from './languages.ts';

/**
 * A plain number (digits with a decimal point and no groups) in the format of a language. A sign, or a mark such as `<
 * `, may precede it. Other text, such as the ratio `3.24:1`, stays unchanged.
 */
export function formatNumber(plain: string, language: Language): string {
  const [, mark = '', integer, fraction] = PLAIN.exec(plain) ?? [];
  if (integer === undefined) return plain;
  const { decimal, group } = LANGUAGES[language].numbers;
  return mark + inGroups(integer, group) + (fraction === undefined ? '' : decimal + fraction);
}

/** Formats every text of a record with `formatNumber`. */
export function formatNumbers<Name extends string>(
  plain: Readonly<Record<Name, string>>,
  language: Language,
): Record<Name, string> {
  const entries = Object.entries<string>(plain).map(([name, text]) => [name, formatNumber(text, language)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

const PLAIN = /^(\D*)(\d+)(?:\.(\d+))?$/;
