/** Every schema change of a database, in the order they are applied. */
import { exchangeMigrations } from './exchange/migrations.ts';
import { ledgerMigrations } from './ledger/migrations.ts';
import { noticeMigrations } from './notices/migrations.ts';
import { peopleMigrations } from './people/migrations.ts';
import type { Migration } from './sqlite/migrations.ts';

/** A database of many ledgers. */
export const migrations: readonly Migration[] = [
  ...ledgerMigrations,
  ...peopleMigrations,
  ...noticeMigrations,
];

/** A database of one ledger, whose neighbours have others. */
export const ownDatabaseMigrations: readonly Migration[] = [...migrations, ...exchangeMigrations];
