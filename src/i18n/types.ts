/** Types of the keys: the English files define every key; a test holds the Russian ones to the same. */
import type achievements from '#locales/en/achievements.json';
import type advert from '#locales/en/advert.json';
import type calculators from '#locales/en/calculators.json';
import type calendar from '#locales/en/calendar.json';
import type common from '#locales/en/common.json';
import type faq from '#locales/en/faq.json';
import type history from '#locales/en/history.json';
import type home from '#locales/en/home.json';
import type language from '#locales/en/language.json';
import type launch from '#locales/en/launch.json';
import type levels from '#locales/en/levels.json';
import type market from '#locales/en/market.json';
import type notifications from '#locales/en/notifications.json';
import type offers from '#locales/en/offers.json';
import type onboarding from '#locales/en/onboarding.json';
import type privacy from '#locales/en/privacy.json';
import type profile from '#locales/en/profile.json';
import type referrals from '#locales/en/referrals.json';
import 'i18next';

export interface Texts {
  readonly achievements: typeof achievements;
  readonly advert: typeof advert;
  readonly calculators: typeof calculators;
  readonly calendar: typeof calendar;
  readonly common: typeof common;
  readonly faq: typeof faq;
  readonly history: typeof history;
  readonly home: typeof home;
  readonly language: typeof language;
  readonly launch: typeof launch;
  readonly levels: typeof levels;
  readonly market: typeof market;
  readonly notifications: typeof notifications;
  readonly offers: typeof offers;
  readonly onboarding: typeof onboarding;
  readonly privacy: typeof privacy;
  readonly profile: typeof profile;
  readonly referrals: typeof referrals;
}

export type Namespace = keyof Texts;
export type Language = 'en' | 'ru';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Texts;
    returnNull: false;
  }
}
