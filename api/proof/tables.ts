/**
 * The tables of the log of published totals, in a database of its own that no backup and no export of ledgers holds, and
 * which is never rolled back. Days are whole UTC days since 1970-01-01.
 */
import { defineTables } from '../runtime/sqlite/tables.ts';

const LOG = 'nothing of users';
const BUILT = 'names no user, and is overwritten after seven days';

export const proofTables = defineTables({
  migrations: [
    {
      name: 'proof-001',
      statements: [
        // One row. `done`: the last day that is published, or had no users. `newest`: the published checkpoint. `next`: the
        // signed one that takes its place. `ask_at`: when witnesses that did not sign are asked again.
        `CREATE TABLE log (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         origin TEXT NOT NULL,
         done INTEGER NOT NULL,
         newest TEXT,
         next TEXT,
         ask_at INTEGER
       ) STRICT`,
        'CREATE TABLE entries (place INTEGER PRIMARY KEY, day INTEGER NOT NULL UNIQUE, text TEXT NOT NULL) STRICT',
        // The log's tree: level 0 are the hashes of entries, above it each is the root of 256 below.
        `CREATE TABLE hashes (
         level INTEGER NOT NULL,
         place INTEGER NOT NULL,
         hash BLOB NOT NULL,
         PRIMARY KEY (level, place)
       ) STRICT, WITHOUT ROWID`,
        // A day being built, and the seven last ones: see README.md for the phases.
        `CREATE TABLE days (
         day INTEGER PRIMARY KEY,
         phase TEXT NOT NULL,
         build TEXT NOT NULL,
         secret BLOB NOT NULL,
         walked TEXT,
         shard INTEGER NOT NULL,
         users INTEGER NOT NULL,
         common INTEGER,
         entry TEXT
       ) STRICT`,
        // Leaves in the order in which users were asked, by the first byte of their blinds: see `sum-nodes.ts`.
        `CREATE TABLE shards (
         id INTEGER PRIMARY KEY,
         day INTEGER NOT NULL,
         shard INTEGER NOT NULL,
         records BLOB NOT NULL
       ) STRICT`,
        'CREATE INDEX shards_of_day ON shards (day, shard)',
        // The day's sum tree in groups of 256, see `grouped-tree.ts`: level 0 holds leaves, the levels above nodes.
        `CREATE TABLE groups (
         id INTEGER PRIMARY KEY,
         day INTEGER NOT NULL,
         level INTEGER NOT NULL,
         place INTEGER NOT NULL,
         bytes BLOB NOT NULL,
         UNIQUE (day, level, place)
       ) STRICT`,
        // Hashes of sealed plans by the day of their receipt: kept, so that a revealed plan can be proved.
        `CREATE TABLE seals (
         day INTEGER NOT NULL,
         hash BLOB NOT NULL,
         PRIMARY KEY (day, hash)
       ) STRICT, WITHOUT ROWID`,
      ],
    },
    {
      name: 'proof-002',
      adds: 'ledger_mark',
      statements: [
        // One row, see `marks.ts`. `set_back`: the last day whose entry must say that the ledgers were set back.
        `CREATE TABLE ledger_mark (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         mark INTEGER NOT NULL,
         set_back INTEGER
       ) STRICT`,
        'INSERT INTO ledger_mark (only, mark) VALUES (1, 0)',
      ],
    },
    {
      name: 'proof-003',
      adds: 'seal_nodes',
      statements: [
        // Nodes of the tree over a day's seals, from level 1 on: each of a full group of 256 below, and the last seal in it.
        `CREATE TABLE seal_nodes (
         day INTEGER NOT NULL,
         level INTEGER NOT NULL,
         place INTEGER NOT NULL,
         hash BLOB NOT NULL,
         last BLOB NOT NULL,
         PRIMARY KEY (day, level, place)
       ) STRICT, WITHOUT ROWID`,
      ],
    },
  ],
  erase: {
    log: LOG,
    entries: LOG,
    hashes: LOG,
    ledger_mark: LOG,
    days: BUILT,
    shards: BUILT,
    groups: BUILT,
    seals: 'hashes that hide the plan and name no user',
    seal_nodes: 'hashes of those hashes',
  },
  transfer: {
    log: 'moves as its public files',
    entries: 'moves as its public files',
    hashes: 'moves as its public files',
    ledger_mark: 'begins anew beside other ledgers',
    days: 'the new deployment builds its own',
    shards: 'the new deployment builds its own',
    groups: 'the new deployment builds its own',
    seals: 'sent again with the events that hold them',
    seal_nodes: 'hashed again',
  },
  privacy: {
    log: null,
    entries: null,
    hashes: null,
    ledger_mark: null,
    days: 'published',
    shards: 'published',
    groups: 'published',
    seals: 'published',
    seal_nodes: 'published',
  },
  personal: {
    log: LOG,
    entries: LOG,
    hashes: LOG,
    ledger_mark: LOG,
    days: BUILT,
    shards: BUILT,
    groups: BUILT,
    seals: 'hashes that name no user: yours are in your events',
    seal_nodes: 'hashes of those hashes',
  },
});

/**
 * What a database of many ledgers remembers of the log. A backup of the ledgers takes it along: so a restored one shows that
 * it is older than the log.
 */
export const publishedTables = defineTables({
  migrations: [
    {
      name: 'published-001',
      adds: 'published',
      statements: [
        `CREATE TABLE published (
         origin TEXT PRIMARY KEY,
         build TEXT NOT NULL,
         day INTEGER,
         entry TEXT
       ) STRICT, WITHOUT ROWID`,
      ],
    },
    {
      name: 'published-002',
      adds: 'log_marks',
      statements: [
        // See `marks.ts`.
        'CREATE TABLE log_marks (origin TEXT PRIMARY KEY, mark INTEGER NOT NULL) STRICT, WITHOUT ROWID',
      ],
    },
  ],
  erase: { published: LOG, log_marks: LOG },
  transfer: {
    published: 'written by `ledger proof import` where the log moves too',
    log_marks: 'begins anew beside another log',
  },
  privacy: {
    published: null,
    log_marks: null,
  },
  personal: {
    published: LOG,
    log_marks: LOG,
  },
});

/** The same for a database of one ledger: the last day for which it gave a leaf. */
export const leafTables = defineTables({
  migrations: [
    {
      name: 'leaf-001',
      adds: 'last_leaf',
      statements: [
        `CREATE TABLE last_leaf (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         day INTEGER NOT NULL
       ) STRICT`,
      ],
    },
    {
      name: 'leaf-002',
      adds: 'asked_leaf',
      statements: [
        // One row: the newest day whose leaf did not follow on that of the day before, and the last day with one before it.
        `CREATE TABLE asked_leaf (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         day INTEGER NOT NULL,
         before INTEGER
       ) STRICT`,
      ],
    },
    {
      name: 'leaf-003',
      // If that was so because the ledger was set back: the last day whose entry says so.
      statements: ['ALTER TABLE asked_leaf ADD COLUMN told_until INTEGER'],
    },
  ],
  erase: { last_leaf: LOG, asked_leaf: LOG },
  transfer: {
    last_leaf: 'set on arrival: no leaf is missing of the days before',
    asked_leaf: 'the new deployment asks anew',
  },
  privacy: {
    last_leaf: 'published',
    asked_leaf: 'published',
  },
  personal: {
    last_leaf: { user: null, shows: 'day', hides: { only: 'the number of the only row' } },
    asked_leaf: {
      user: null,
      shows: 'day, before, told_until',
      hides: { only: 'the number of the only row' },
    },
  },
});
