/**
 * The headings of the privacy page: what the server keeps about a user, grouped as a user would ask for it. The manifest of
 * each table names the heading that it stands under. The texts are in `locales/…/privacy.json` under `subject`.
 */
export const PRIVACY_SUBJECTS = [
  'profile',
  'calculations',
  'points',
  'published',
  'friends',
  'notifications',
  'messages',
  'wallet',
  'tokens',
  'pictures',
  'plans',
  'downloads',
] as const;

export type PrivacySubject = (typeof PRIVACY_SUBJECTS)[number];
