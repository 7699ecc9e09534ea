/**
 * The texts of the bot, of token descriptions and of personal exports, in both languages. The app ships none of the first two.
 */
import type { Language } from '#core/languages.ts';
import { formatNumber } from '#core/number-format.ts';
import { pointsFull } from '#core/points/format.ts';
import type { PrivacySubject } from '#core/privacy/subjects.ts';
import enBot from '#locales/en/bot.json' with { type: 'json' };
import enCalculators from '#locales/en/calculators.json' with { type: 'json' };
import enCalendar from '#locales/en/calendar.json' with { type: 'json' };
import enLevels from '#locales/en/levels.json' with { type: 'json' };
import enPrivacy from '#locales/en/privacy.json' with { type: 'json' };
import enSbt from '#locales/en/sbt.json' with { type: 'json' };
import ruBot from '#locales/ru/bot.json' with { type: 'json' };
import ruCalculators from '#locales/ru/calculators.json' with { type: 'json' };
import ruCalendar from '#locales/ru/calendar.json' with { type: 'json' };
import ruLevels from '#locales/ru/levels.json' with { type: 'json' };
import ruPrivacy from '#locales/ru/privacy.json' with { type: 'json' };
import ruSbt from '#locales/ru/sbt.json' with { type: 'json' };

const FILES = {
  en: {
    bot: enBot,
    calculators: enCalculators,
    calendar: enCalendar,
    levels: enLevels,
    privacy: enPrivacy,
    sbt: enSbt,
  },
  ru: {
    bot: ruBot,
    calculators: ruCalculators,
    calendar: ruCalendar,
    levels: ruLevels,
    privacy: ruPrivacy,
    sbt: ruSbt,
  },
} as const satisfies Readonly<Record<Language, object>>;

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
type WithoutForm<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
export type TextKey =
  | `bot:${WithoutForm<Paths<typeof enBot>>}`
  | `calculators:name.${keyof typeof enCalculators.name}`
  | `calendar:kind.${keyof typeof enCalendar.kind}`
  | `calendar:zone.${keyof typeof enCalendar.zone}`
  | `levels:${Paths<typeof enLevels>}`
  | `privacy:subject.${PrivacySubject}.${'title' | 'what' | 'why' | 'long' | 'erased'}`
  | `sbt:${WithoutForm<Paths<typeof enSbt>>}`;

/** `count` chooses the plural form if the text has several. */
export type Values = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: Values) => string;

export function translator(language: Language): Translate {
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const { count } = values;
    const form = typeof count === 'number' ? textAt(language, `${key}_${plural.select(count)}`) : null;
    const text = form ?? textAt(language, key);
    if (text === null) throw new Error(`There is no text ${key} in ${language}`);
    // In one pass, so that a filled-in value is never read as a placeholder.
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = values[name] ?? '';
      return typeof value === 'number' ? formatNumber(String(value), language) : value;
    });
  };
}

export function pointsText(thousandths: number, language: Language): string {
  return pointsFull(thousandths, language);
}

const LEVELS = Object.keys(enLevels.names) as (keyof typeof enLevels.names)[];

/** The name of a level, such as Silver; a level outside 1 to 20 counts as the nearest one. */
export function levelName(level: number, t: Translate): string {
  const nearest = LEVELS[Math.min(LEVELS.length, Math.max(1, Math.trunc(level))) - 1] ?? '1';
  return t(`levels:names.${nearest}`);
}

function textAt(language: Language, key: string): string | null {
  const colon = key.indexOf(':');
  let node: unknown = Object.getOwnPropertyDescriptor(FILES[language], key.slice(0, colon))?.value;
  for (const name of key.slice(colon + 1).split('.')) {
    if (typeof node !== 'object' || node === null) return null;
    node = Object.getOwnPropertyDescriptor(node, name)?.value;
  }
  return typeof node === 'string' ? node : null;
}
