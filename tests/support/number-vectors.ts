/** Numbers as each language writes and reads them: the published vectors, and a file for each further language. */
import { readFileSync } from 'node:fs';
import { LANGUAGE_CODES, type Language } from '#core/languages.ts';

interface Vectors {
  readonly format: readonly (Expected & { readonly value: string; readonly decimals: number })[];
  readonly paste: readonly (Expected & { readonly text: string })[];
}
type Expected = Readonly<Partial<Record<Language, string | null>>>;

const PUBLISHED: readonly Language[] = ['en', 'ru'];

export const FORMAT_CASES = LANGUAGE_CODES.flatMap((language) =>
  vectorsOf(language).format.map(({ value, decimals, ...texts }) => ({
    value,
    decimals,
    language,
    text: texts[language],
  })),
);

export const PASTE_CASES = LANGUAGE_CODES.flatMap((language) =>
  vectorsOf(language).paste.map(({ text, ...numbers }) => ({ text, language, number: numbers[language] })),
);

function vectorsOf(language: Language): Vectors {
  const file = PUBLISHED.includes(language) ? 'vectors/numbers-by-language' : `core/numbers-${language}`;
  return JSON.parse(readFileSync(new URL(`../${file}.json`, import.meta.url), 'utf8'));
}
