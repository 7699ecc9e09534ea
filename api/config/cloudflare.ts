/** Variables of the home on Cloudflare alone. */
import * as v from 'valibot';
import { secret, wholeNumber } from './values.ts';

export const CLOUDFLARE = {
  CREDIT_SECRET: [
    secret,
    null,
    'Secret behind the ids of credits and the hashes of wallets, hexadecimal: made once, never changed. On one machine it may be left out: then it is a row of the database.',
  ],
  MOVE_SECRET: [
    v.optional(secret),
    '',
    'Secret of the operator who moves ledgers here or away, hexadecimal; the way is closed unless it is set.',
  ],
  POST_EVERY_S: [
    wholeNumber(1, 86_400),
    '600',
    'How often at most a user’s ledger tells the one of their referrer, seconds.',
  ],
} as const;
