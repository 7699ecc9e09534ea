/**
 * Every screen of the app, once. Routes, first screens, back, the bottom bar, titles and the names of the built files
 * follow from this table; its order is that in which code is fetched ahead, the most missed screens first. The entry
 * and the build read it, so it imports nothing heavy.
 */
import { CALCULATION_TYPES, CALCULATORS } from '#core/calculators/catalogue.ts';
import type { Namespace } from '#i18n/types.ts';
import { historyOf, notificationsOf, profileOf, recordOf } from '../routing/search.ts';

export type BarKey = 'home' | 'sbt' | 'calculators' | 'profile';

export interface ScreenLine {
  readonly path: `/${string}`;
  /** Exports the component as `Screen`. */
  readonly file: `src/${'app/screens' | 'features'}/${string}.tsx`;
  /** Its texts, which are loaded before it is shown. */
  readonly texts: readonly Namespace[];
  /** Key of its title; null if the screen makes one of its own. */
  readonly title: `${Namespace}:${string}` | null;
  /** The main screen to which it belongs and back leads. */
  readonly parent?: '/index' | '/calculators' | '/profile';
  /** On a main screen: the key of its name in the bottom bar. */
  readonly bar?: BarKey;
  /** Reads its query parameters. */
  readonly search?: (search: Record<string, unknown>) => object;
  /** The app can open with it, so the entry requests its code at once. */
  readonly isFirst?: true;
  /** There is no such screen where the operator has no offers of partners. */
  readonly needsOffers?: true;
  /** New users see it as well, before they have completed onboarding. */
  readonly isForNewUsers?: true;
  /** Most launches open it, so the page itself has its styles. */
  readonly hasStylesInPage?: true;
}

const CALCULATOR_SCREENS = CALCULATION_TYPES.map((type) => ({
  path: CALCULATORS[type].path,
  file: `src/features/calculators/${CALCULATORS[type].folder}/screen.tsx` as const,
  texts: ['calculators'] as const,
  title: `calculators:name.${type}` as const,
  parent: '/calculators' as const,
  search: recordOf,
  isFirst: true as const,
}));

export const SCREENS = [
  {
    path: '/calculators',
    file: 'src/features/calculators/screen.tsx',
    texts: ['calculators'],
    title: 'calculators:title',
    bar: 'calculators',
  },
  ...CALCULATOR_SCREENS,
  {
    path: '/profile',
    file: 'src/app/screens/profile.tsx',
    texts: ['profile', 'levels'],
    title: 'profile:title',
    bar: 'profile',
    search: profileOf,
  },
  {
    path: '/history',
    file: 'src/app/screens/history.tsx',
    texts: ['history', 'calculators'],
    title: 'history:title',
    parent: '/calculators',
    search: historyOf,
  },
  {
    path: '/account',
    file: 'src/features/account/screen.tsx',
    texts: ['account'],
    title: 'account:title',
    parent: '/calculators',
  },
  {
    path: '/plans',
    file: 'src/features/sealed-plans/screen.tsx',
    texts: ['sealed'],
    title: 'sealed:title',
    parent: '/calculators',
  },
  {
    path: '/index',
    file: 'src/app/screens/home.tsx',
    texts: ['home'],
    title: null,
    bar: 'home',
    isFirst: true,
    hasStylesInPage: true,
  },
  {
    path: '/cryptooverview',
    file: 'src/app/screens/market.tsx',
    texts: ['market'],
    title: 'market:title',
    parent: '/index',
  },
  {
    path: '/referrals',
    file: 'src/app/screens/referrals.tsx',
    texts: ['referrals', 'levels'],
    title: 'referrals:title',
    parent: '/profile',
  },
  {
    path: '/achievements',
    file: 'src/app/screens/achievements.tsx',
    texts: ['achievements', 'levels', 'profile'],
    title: 'achievements:title',
    parent: '/profile',
  },
  {
    path: '/calendar',
    file: 'src/features/calendar/screen.tsx',
    texts: ['calendar'],
    title: 'calendar:title',
    parent: '/index',
  },
  {
    path: '/SBT',
    file: 'src/features/faq/screen.tsx',
    texts: ['faq', 'levels'],
    title: 'faq:title',
    bar: 'sbt',
  },
  {
    path: '/language',
    file: 'src/app/screens/language.tsx',
    // The profile's texts too, because choosing a language leads there.
    texts: ['language', 'profile', 'levels'],
    title: 'language:title',
    parent: '/profile',
  },
  {
    path: '/notifications',
    file: 'src/features/notifications/screen.tsx',
    texts: ['notifications'],
    title: 'notifications:title',
    parent: '/profile',
    search: notificationsOf,
  },
  {
    path: '/profitable',
    file: 'src/features/offers/screen.tsx',
    texts: ['offers'],
    title: 'offers:title',
    parent: '/profile',
    needsOffers: true,
  },
  {
    path: '/privacy',
    file: 'src/features/privacy/screen.tsx',
    texts: ['privacy'],
    title: 'privacy:title',
    parent: '/profile',
    isForNewUsers: true,
  },
  {
    path: '/verify',
    file: 'src/app/screens/verify.tsx',
    texts: ['proof', 'proof-limits', 'passport', 'levels', 'profile', 'calculators'],
    title: 'proof:title',
    parent: '/profile',
  },
  {
    path: '/',
    file: 'src/app/screens/onboarding.tsx',
    texts: ['onboarding'],
    title: null,
    isForNewUsers: true,
    isFirst: true,
    hasStylesInPage: true,
  },
] as const satisfies readonly ScreenLine[];

export type ScreenPath = (typeof SCREENS)[number]['path'];

/** The screen at an address, in any case and with any slashes at its end; undefined if there is none. */
export function screenAt(address: string): ScreenLine | undefined {
  let end = address.length;
  while (end > 1 && address[end - 1] === '/') end--;
  const path = address.slice(0, end).toLowerCase();
  return SCREENS.find((screen) => screen.path.toLowerCase() === path);
}
