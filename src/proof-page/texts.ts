/** The page's texts in the reader's language, without the app's library for them: two files, plurals and values. */
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_CODES,
  LANGUAGES,
  type Language,
  languageOfTag,
} from '#core/languages.ts';
import { formatNumber } from '#core/number-format.ts';
import type limits from '#locales/en/proof-limits.json';
import type page from '#locales/en/proof-page.json';

type WithoutForm<Key extends string> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key;
type KeysOf<Texts> = {
  [Key in keyof Texts & string]: Texts[Key] extends string
    ? WithoutForm<Key>
    : `${Key}.${KeysOf<Texts[Key]>}`;
}[keyof Texts & string];
export type TextKey = `proof-page:${KeysOf<typeof page>}` | `proof-limits:${KeysOf<typeof limits>}`;

export type Translate = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

const FILES = import.meta.glob<object>('../../locales/*/{proof-page,proof-limits}.json', {
  eager: true,
  import: 'default',
});

/** The language that the address names, else the first of the browser's that there are texts in. */
export function languageOfReader(search: string, tags: readonly string[]): Language {
  const asked = new URLSearchParams(search).get('lang');
  if (isLanguage(asked)) return asked;
  return tags.map(languageOfTag).find((one) => one !== null) ?? DEFAULT_LANGUAGE;
}

/** `count` chooses the plural form, and is shown with groups of digits. */
export function translator(language: Language): Translate {
  const plurals = new Intl.PluralRules(LANGUAGES[language].locale);
  return (key, values = {}) => {
    const { count } = values;
    const found =
      textAt(language, key) ??
      (typeof count === 'number' ? textAt(language, `${key}_${plurals.select(count)}`) : null) ??
      textAt(language, `${key}_other`);
    if (found === null) throw new RangeError(`No text for ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = name === 'app' ? import.meta.env.VITE_APP_NAME : (values[name] ?? '');
      return typeof value === 'number' ? formatNumber(String(value), language) : value;
    });
  };
}

function textAt(language: Language, key: string): string | null {
  const [file, path = ''] = key.split(':');
  let at: unknown = FILES[`../../locales/${language}/${file}.json`];
  for (const part of path.split('.')) at = (at as Readonly<Record<string, unknown>> | undefined)?.[part];
  return typeof at === 'string' ? at : null;
}

export const OTHER_LANGUAGES = (shown: Language) => LANGUAGE_CODES.filter((code) => code !== shown);
