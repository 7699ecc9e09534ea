/** Every schema change of a database, in the order they are applied. */
import { exchangeMigrations } from './credits/migrations.ts';
import { admissionMigrations } from './ledger/admission.ts';
import { ledgerMigrations } from './ledger/migrations.ts';
import { publicMigrations } from './market/migrations.ts';
import { notificationMigrations, senderMigrations } from './notifications/migrations.ts';
import { noticeMigrations } from './notifications/pending/migrations.ts';
import type { Migration } from './runtime/sqlite/migrations.ts';
import { sbtMigrations } from './sbt/migrations.ts';
import { shareMigrations } from './shared-images/migrations.ts';
import { peopleMigrations } from './users/migrations.ts';
import { vacuumMigrations } from './vacuum.ts';
import { walletMigrations } from './wallet/migrations.ts';

/** Tables of ledgers, in both deployments. */
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

/** The database of one machine: many ledgers, and the data shared by all users. */
export const migrations: readonly Migration[] = [
  ...sharedMigrations,
  ...publicMigrations,
  ...senderMigrations,
  ...vacuumMigrations,
];

/** A database of a single ledger; the other ledgers have their own. */
export const ownDatabaseMigrations: readonly Migration[] = [...sharedMigrations, ...exchangeMigrations];
