/** The texts that the server has. `tests/api/bot/text-files.test.ts` writes this file from the table of languages. */
import type { Language } from '#core/languages.ts';
import enBot from '#locales/en/bot.json' with { type: 'json' };
import enCalculators from '#locales/en/calculators.json' with { type: 'json' };
import enCalendar from '#locales/en/calendar.json' with { type: 'json' };
import enLevels from '#locales/en/levels.json' with { type: 'json' };
import enPrivacy from '#locales/en/privacy.json' with { type: 'json' };
import enSbt from '#locales/en/sbt.json' with { type: 'json' };
import esBot from '#locales/es/bot.json' with { type: 'json' };
import esCalculators from '#locales/es/calculators.json' with { type: 'json' };
import esCalendar from '#locales/es/calendar.json' with { type: 'json' };
import esLevels from '#locales/es/levels.json' with { type: 'json' };
import esPrivacy from '#locales/es/privacy.json' with { type: 'json' };
import esSbt from '#locales/es/sbt.json' with { type: 'json' };
import ruBot from '#locales/ru/bot.json' with { type: 'json' };
import ruCalculators from '#locales/ru/calculators.json' with { type: 'json' };
import ruCalendar from '#locales/ru/calendar.json' with { type: 'json' };
import ruLevels from '#locales/ru/levels.json' with { type: 'json' };
import ruPrivacy from '#locales/ru/privacy.json' with { type: 'json' };
import ruSbt from '#locales/ru/sbt.json' with { type: 'json' };

export const FILES = {
  en: {
    bot: enBot,
    calculators: enCalculators,
    calendar: enCalendar,
    levels: enLevels,
    privacy: enPrivacy,
    sbt: enSbt,
  },
  es: {
    bot: esBot,
    calculators: esCalculators,
    calendar: esCalendar,
    levels: esLevels,
    privacy: esPrivacy,
    sbt: esSbt,
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
