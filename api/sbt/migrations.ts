/** Vouchers that users have asked for. */
import type { Migration } from '../sqlite/migrations.ts';

export const sbtMigrations: readonly Migration[] = [
  {
    name: 'sbt-001',
    statements: [
      `CREATE TABLE vouchers (
         user_id INTEGER NOT NULL,
         badge INTEGER NOT NULL,
         bound_to TEXT NOT NULL,
         content TEXT NOT NULL,
         valid_until INTEGER NOT NULL,
         PRIMARY KEY (user_id, badge)
       ) STRICT, WITHOUT ROWID`,
    ],
  },
];
