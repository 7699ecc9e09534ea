/** Variables that only the deployment on Cloudflare reads. */
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
    'Secret of the operator who moves ledgers here or away, hexadecimal; unless it is set, ledgers cannot be moved.',
  ],
  POST_EVERY_S: [
    wholeNumber(1, 86_400),
    '600',
    'The least time between two messages from a user’s ledger to that of their referrer, seconds.',
  ],
} as const;
