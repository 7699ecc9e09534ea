/** Every schema change of the database, in the order they are applied. Whoever opens the database knows all of them. */
import { ledgerMigrations } from './ledger/migrations.ts';
import { peopleMigrations } from './people/migrations.ts';
import type { Migration } from './sqlite/migrations.ts';

export const migrations: readonly Migration[] = [...ledgerMigrations, ...peopleMigrations];
