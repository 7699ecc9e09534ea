/** Plans that their users have shown: the ledger holds their hashes alone. */
import * as v from 'valibot';
import { defineTables, whole } from '../runtime/sqlite/tables.ts';

export const RevealedPlanRow = v.strictObject({
  user_id: whole,
  hash: v.string(),
  plan: v.string(),
  salt: v.string(),
});
export type RevealedPlanRow = v.InferOutput<typeof RevealedPlanRow>;

export const sealTables = defineTables({
  migrations: [
    {
      name: 'seals-001',
      statements: [
        `CREATE TABLE revealed_plans (
         user_id INTEGER NOT NULL,
         hash TEXT NOT NULL,
         plan TEXT NOT NULL,
         salt TEXT NOT NULL,
         PRIMARY KEY (user_id, hash)
       ) STRICT, WITHOUT ROWID`,
      ],
    },
  ],
  erase: { revealed_plans: true },
  transfer: { revealed_plans: RevealedPlanRow },
  privacy: {
    revealed_plans: 'plans',
  },
  personal: {
    revealed_plans: { key: 'hash', shows: 'hash, plan, salt' },
  },
});
