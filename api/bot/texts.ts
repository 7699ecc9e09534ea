/**
 * The texts of the bot, of token descriptions and of personal exports, in every language. The app ships none of the first two.
 */
import type { Language } from '#core/languages.ts';
import { formatNumber } from '#core/number-format.ts';
import { pointsFull } from '#core/points/format.ts';
import type { PrivacySubject } from '#core/privacy/subjects.ts';
import type bot from '#locales/en/bot.json';
import type calculators from '#locales/en/calculators.json';
import type calendar from '#locales/en/calendar.json';
import type levels from '#locales/en/levels.json';
import type sbt from '#locales/en/sbt.json';
import { FILES } from './text-files.ts';

type Paths<T> = {
  [K in keyof T & string]: T[K] extends string ? K : `${K}.${Paths<T[K]>}`;
}[keyof T & string];
type WithoutForm<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K;
export type TextKey =
  | `bot:${WithoutForm<Paths<typeof bot>>}`
  | `calculators:name.${keyof typeof calculators.name}`
  | `calendar:kind.${keyof typeof calendar.kind}`
  | `calendar:zone.${keyof typeof calendar.zone}`
  | `levels:${Paths<typeof levels>}`
  | `privacy:subject.${PrivacySubject}.${'title' | 'what' | 'why' | 'long' | 'erased'}`
  | `sbt:${WithoutForm<Paths<typeof sbt>>}`;

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

const LEVELS = Object.keys(FILES.en.levels.names) as (keyof typeof levels.names)[];

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
