/**
 * The operator's links: help, channels, partners. The build takes them from the file that `OPERATOR_FILE` names; without
 * one there are none, and the app shows nothing of them.
 */
import type { Language } from '#core/languages.ts';
import type { InLanguages, Operator } from '#core/operator.ts';

export const LINKS: Omit<Operator, 'mark'> = import.meta.env.VITE_LINKS;

/** English where the operator gave none in this language. */
export function inLanguage(given: InLanguages, language: Language): string {
  return given[language] ?? given.en;
}

/** A page of the help documents; null where there are none. */
export function helpUrl(page: string, language: Language): string | null {
  return LINKS.help === undefined ? null : `${inLanguage(LINKS.help, language)}${page}`;
}
