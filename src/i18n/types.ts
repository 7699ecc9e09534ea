/** Types of the keys: the English files define every key; a test holds the other languages to the same. */
import 'i18next';

export interface Texts {
  readonly account: typeof import('#locales/en/account.json');
  readonly achievements: typeof import('#locales/en/achievements.json');
  readonly advert: typeof import('#locales/en/advert.json');
  readonly calculators: typeof import('#locales/en/calculators.json');
  readonly calendar: typeof import('#locales/en/calendar.json');
  readonly common: typeof import('#locales/en/common.json');
  readonly faq: typeof import('#locales/en/faq.json');
  readonly history: typeof import('#locales/en/history.json');
  readonly home: typeof import('#locales/en/home.json');
  readonly language: typeof import('#locales/en/language.json');
  readonly launch: typeof import('#locales/en/launch.json');
  readonly levels: typeof import('#locales/en/levels.json');
  readonly market: typeof import('#locales/en/market.json');
  readonly notifications: typeof import('#locales/en/notifications.json');
  readonly offers: typeof import('#locales/en/offers.json');
  readonly onboarding: typeof import('#locales/en/onboarding.json');
  readonly passport: typeof import('#locales/en/passport.json');
  readonly privacy: typeof import('#locales/en/privacy.json');
  readonly profile: typeof import('#locales/en/profile.json');
  readonly proof: typeof import('#locales/en/proof.json');
  readonly 'proof-limits': typeof import('#locales/en/proof-limits.json');
  readonly referrals: typeof import('#locales/en/referrals.json');
  readonly sealed: typeof import('#locales/en/sealed.json');
}

export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common';
    resources: Texts;
    returnNull: false;
  }
}
