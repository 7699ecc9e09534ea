/** Every database and the tables in it: the manifests of the subjects, in the order in which their migrations are applied. */
import { exchangeTables } from './credits/tables.ts';
import { editTables } from './edits/tables.ts';
import { admissionTables, ledgerTables } from './ledger/tables.ts';
import { publicTables } from './market/tables.ts';
import { eventReminderTables } from './notifications/event-reminders/tables.ts';
import { noticeTables, notificationTables, senderTables } from './notifications/tables.ts';
import { leafTables, proofTables, publishedTables } from './proof/tables.ts';
import { jobTables } from './runtime/jobs.ts';
import type { LateTables } from './runtime/sqlite/late-tables.ts';
import type { Migration } from './runtime/sqlite/migrations.ts';
import { migrationTables, type Tables } from './runtime/sqlite/tables.ts';
import { sbtTables } from './sbt/tables.ts';
import { sealTables } from './seals/tables.ts';
import { imageTables } from './shared-images/tables.ts';
import { peopleTables } from './users/tables.ts';
import { vacuumTables } from './vacuum.ts';
import { walletTables } from './wallet/tables.ts';

/** Tables of ledgers, in both deployments. */
const ledgers: readonly Tables[] = [
  migrationTables,
  jobTables,
  ledgerTables,
  peopleTables,
  noticeTables,
  notificationTables,
  imageTables,
  walletTables,
  admissionTables,
  sbtTables,
  editTables,
  eventReminderTables,
  sealTables,
];

export const DATABASES = {
  /** One machine: many ledgers, and the data shared by all users. */
  machine: [...ledgers, publicTables, senderTables, vacuumTables, publishedTables],
  /** A single ledger; the other ledgers have their own. */
  user: [...ledgers, exchangeTables, leafTables],
  /** Market, calendar and price alerts, where ledgers have databases of their own. */
  public: [migrationTables, jobTables, publicTables],
  /** The log of published totals. */
  proof: [migrationTables, proofTables],
} satisfies Record<string, readonly Tables[]>;

const allOf = (list: readonly Tables[]): readonly Migration[] => list.flatMap(({ migrations }) => migrations);
export const migrations = allOf(DATABASES.machine);
export const sharedMigrations = allOf(ledgers);
export const ownDatabaseMigrations = allOf(DATABASES.user);

/** What the database of one user has from the start. By `told` the version before tells that there is one. */
const AT_ONCE = new Set([...allOf([ledgerTables, peopleTables]), ...exchangeTables.migrations.slice(0, 1)]);

/** The tables of all other subjects come with their first row, in the database of one user. */
export const ownDatabase: LateTables = {
  migrations: ownDatabaseMigrations,
  groups: DATABASES.user.map(({ migrations }) => migrations.filter((one) => !AT_ONCE.has(one))),
};
export const publicObjectMigrations = allOf(DATABASES.public);
export const proofMigrations = allOf(DATABASES.proof);
