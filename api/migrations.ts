/** Every database and the tables in it: the manifests of the subjects, in the order in which their migrations are applied. */
import { exchangeTables } from './credits/tables.ts';
import { editTables } from './edits/tables.ts';
import { OWN_DATABASE, ownLedger, ownLedgerLater } from './ledger/own-tables.ts';
import { admissionTables, ledgerTables } from './ledger/tables.ts';
import { publicTables } from './market/tables.ts';
import { eventReminderTables } from './notifications/event-reminders/tables.ts';
import { noticeTables, notificationTables, senderTables } from './notifications/tables.ts';
import { leafTables, proofTables, publishedTables } from './proof/tables.ts';
import { jobTables } from './runtime/jobs.ts';
import type { LateTables, TwoWays } from './runtime/sqlite/late-tables.ts';
import type { Migration } from './runtime/sqlite/migrations.ts';
import { partOf } from './runtime/sqlite/table-parts.ts';
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
const people = peopleTables.migrations;
const exchange = exchangeTables.migrations.slice(0, 1);
const first = new Set([...ledgerTables.migrations, ...people, ...exchange]);

/** The tables of all other subjects come with their first row, in the database of one user. */
const later = DATABASES.user.map(({ migrations }) => migrations.filter((one) => !first.has(one)));

const stepByStep: LateTables = { migrations: ownDatabaseMigrations, groups: later };

const ownPart = (from: readonly Migration[], table: string): Migration => ({
  name: `${OWN_DATABASE} ${table}`,
  adds: table,
  statements: partOf(from, table),
});
/** Of what comes first, the tables that wait too. */
const ownLater = [
  ...ownLedgerLater,
  ownPart(people, 'last_seen'),
  ownPart(people, 'exports'),
  ownPart(exchange, 'friends'),
];
/** One name for all that is there from the start, because each table, index and name is a row that is paid for. */
const own: Migration = {
  name: OWN_DATABASE,
  opensFrom: '1.7.0',
  statements: [
    ...ownLedger,
    ...partOf(people, 'people'),
    ...partOf(people, 'calculations'),
    ...partOf(exchange, 'told'),
  ],
};
const atOnce: LateTables = {
  migrations: [own, ...ownLater, ...later.flat()],
  groups: [...ownLater.map((one) => [one]), ...later],
};

/** A database stays with the way that it was made by. */
export const ownDatabase: TwoWays = { stepByStep, atOnce, fresh: atOnce };

export const publicObjectMigrations = allOf(DATABASES.public);
export const proofMigrations = allOf(DATABASES.proof);
