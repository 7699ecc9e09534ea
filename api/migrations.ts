/** Every schema change of a database, in the order they are applied. */
import { exchangeMigrations } from './exchange/migrations.ts';
import { admissionMigrations } from './ledger/admission.ts';
import { ledgerMigrations } from './ledger/migrations.ts';
import { noticeMigrations } from './notices/migrations.ts';
import { notificationMigrations, senderMigrations } from './notifications/migrations.ts';
import { peopleMigrations } from './people/migrations.ts';
import { publicMigrations } from './public/migrations.ts';
import { sbtMigrations } from './sbt/migrations.ts';
import { shareMigrations } from './share/migrations.ts';
import type { Migration } from './sqlite/migrations.ts';
import { vacuumMigrations } from './vacuum.ts';
import { walletMigrations } from './wallet/migrations.ts';

/** What belongs to ledgers, in every home. */
export const sharedMigrations: readonly Migration[] = [
  ...ledgerMigrations,
  ...peopleMigrations,
  ...noticeMigrations,
  ...notificationMigrations,
  ...shareMigrations,
  ...walletMigrations,
  ...admissionMigrations,
  ...sbtMigrations,
];

/** The database of one machine: many ledgers, and what is the same for everybody. */
export const migrations: readonly Migration[] = [
  ...sharedMigrations,
  ...publicMigrations,
  ...senderMigrations,
  ...vacuumMigrations,
];

/** A database of one ledger, whose neighbours have others. */
export const ownDatabaseMigrations: readonly Migration[] = [...sharedMigrations, ...exchangeMigrations];
