/**
 * Plain numbers as text in a language: English 94,712.35, Russian 94 712,35 with U+00A0. Works on digits alone, so that
 * the first screen need not load the decimal library.
 */
import { inGroups } from './digits.ts';

/** Languages whose number formats differ. */
export type NumberLanguage = 'en' | 'ru';

export interface NumberSigns {
  readonly decimal: string;
  /** Separates groups of three integer digits. One UTF-16 unit. */
  readonly group: string;
}

export const NUMBER_SIGNS: Readonly<Record<NumberLanguage, NumberSigns>> = {
  en: { decimal: '.', group: ',' },
  ru: { decimal: ',', group: '\u00a0' },
};

/**
 * A plain number (digits with a decimal point and no groups) in the format of a language. A sign, or a mark such as `<
 * `, may precede it. Other text, such as the ratio `3.24:1`, stays unchanged.
 */
export function formatNumber(plain: string, language: NumberLanguage): string {
  const [, mark = '', integer, fraction] = PLAIN.exec(plain) ?? [];
  if (integer === undefined) return plain;
  const { decimal, group } = NUMBER_SIGNS[language];
  return mark + inGroups(integer, group) + (fraction === undefined ? '' : decimal + fraction);
}

/** Formats every text of a record with `formatNumber`. */
export function formatNumbers<Name extends string>(
  plain: Readonly<Record<Name, string>>,
  language: NumberLanguage,
): Record<Name, string> {
  const entries = Object.entries<string>(plain).map(([name, text]) => [name, formatNumber(text, language)]);
  return Object.fromEntries(entries) as Record<Name, string>;
}

const PLAIN = /^(\D*)(\d+)(?:\.(\d+))?$/;
