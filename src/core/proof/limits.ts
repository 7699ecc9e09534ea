/** What the published totals do not prove, in the order of every list of it. The texts are in `locales/en/proof-limits.json`. */

export const ATTACKS = [
  'rawEdit',
  'rehash',
  'forkedView',
  'replacedKey',
  'restoredBackup',
  'withheldDays',
  'neverChecking',
  'allTogether',
] as const;

export const UNPROVEN = ['needed', 'oneAccount', 'people', 'later', 'app'] as const;
