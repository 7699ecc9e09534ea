/** The languages of the app and the bot: a line here, and a folder of texts in `locales`. */

interface LanguageLine {
  /** Its own word for itself. */
  readonly name: string;
  /** For Intl: day before month, and a clock of 24 hours. */
  readonly locale: string;
  /** January to December as a short date has them. */
  readonly months: string;
  readonly numbers: {
    readonly decimal: string;
    /** Separates groups of three integer digits. One UTF-16 unit. */
    readonly group: string;
  };
}

export const LANGUAGES = {
  en: {
    name: 'English',
    locale: 'en-GB',
    months: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec',
    numbers: { decimal: '.', group: ',' },
  },
  // Some Spanish-speaking countries write 94.712,35 and others 94,712.35. A space between groups, as the Real Academia
  // recommends, is not mistaken for a decimal sign in any of them. It also separates four digits, so that columns align.
  es: {
    name: 'Español',
    locale: 'es',
    months: 'ene feb mar abr may jun jul ago sept oct nov dic',
    numbers: { decimal: ',', group: '\u00a0' },
  },
  ru: {
    name: 'Русский',
    locale: 'ru-RU',
    months: 'янв. февр. мар. апр. мая июн. июл. авг. сент. окт. нояб. дек.',
    numbers: { decimal: ',', group: '\u00a0' },
  },
} as const satisfies Readonly<Record<string, LanguageLine>>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** For users of other languages, and where the texts of a language are missing. */
export const DEFAULT_LANGUAGE = 'en' satisfies Language;

export function isLanguage(value: unknown): value is Language {
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value);
}

/** By the tag of a phone or of a messaging app, such as `ru-RU`; null if the app has no such language. */
export function languageOfTag(tag: string | null | undefined): Language | null {
  const code = tag?.slice(0, 2).toLowerCase();
  return isLanguage(code) ? code : null;
}

/** The same, with the default in place of null. */
export function languageOf(tag: string | null | undefined): Language {
  return languageOfTag(tag) ?? DEFAULT_LANGUAGE;
}
