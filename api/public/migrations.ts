/** What is kept of market and calendar, the same for everybody: by the machine beside the ledgers, on Cloudflare in an object. */
import type { Migration } from '../sqlite/migrations.ts';

export const publicMigrations: readonly Migration[] = [
  {
    name: 'public-001',
    statements: [
      // The newest of each kind, as JSON.
      'CREATE TABLE snapshots (name TEXT PRIMARY KEY, at INTEGER NOT NULL, value TEXT NOT NULL) STRICT',
    ],
  },
  {
    name: 'public-002',
    statements: [
      // When each service may be asked again, how often it has failed in a row, and what the log has heard of it.
      `CREATE TABLE services (
         name TEXT PRIMARY KEY,
         due_at INTEGER NOT NULL,
         failures INTEGER NOT NULL,
         said TEXT NOT NULL
       ) STRICT`,
      // Every good overview, as JSON.
      'CREATE TABLE market_history (at INTEGER PRIMARY KEY, overview TEXT NOT NULL) STRICT',
      // In USD, as decimal text.
      `CREATE TABLE prices (
         symbol TEXT NOT NULL,
         at INTEGER NOT NULL,
         price TEXT NOT NULL,
         PRIMARY KEY (symbol, at)
       ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    name: 'public-003',
    statements: [
      // Economic events as imported, as JSON, and what the market did then: percent, and low, medium or high.
      `CREATE TABLE calendar_events (
         id TEXT PRIMARY KEY,
         at INTEGER NOT NULL,
         has_hour INTEGER NOT NULL,
         event TEXT NOT NULL,
         btc_reaction TEXT,
         eth_reaction TEXT,
         eth_volatility TEXT,
         imported_at INTEGER NOT NULL
       ) STRICT`,
      'CREATE INDEX calendar_events_at ON calendar_events (at)',
    ],
  },
  {
    name: 'public-004',
    statements: [
      // Who an event is from: a file that was imported, or the feed.
      "ALTER TABLE calendar_events ADD COLUMN source TEXT NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'feed'))",
    ],
  },
  {
    name: 'public-005',
    statements: [
      // What users have set, with what it has seen: `number` is the threshold, to be found by; `direction` is up or down, or not known.
      `CREATE TABLE price_alerts (
         user_id INTEGER NOT NULL,
         symbol TEXT NOT NULL,
         threshold TEXT NOT NULL,
         number REAL NOT NULL,
         direction TEXT,
         armed INTEGER NOT NULL,
         PRIMARY KEY (user_id, symbol)
       ) STRICT, WITHOUT ROWID`,
      'CREATE INDEX price_alerts_by_number ON price_alerts (symbol, direction, armed, number, user_id)',
      // When each user was last heard of, and since when they have no alerts any more.
      `CREATE TABLE alert_owners (
         user_id INTEGER PRIMARY KEY,
         told_at INTEGER NOT NULL,
         left_at INTEGER
       ) STRICT`,
      'CREATE INDEX alert_owners_left ON alert_owners (left_at) WHERE left_at IS NOT NULL',
      // Those that were crossed, until the homes of their users have taken it.
      `CREATE TABLE alert_crossings (
         user_id INTEGER NOT NULL,
         symbol TEXT NOT NULL,
         at INTEGER NOT NULL,
         threshold TEXT NOT NULL,
         price TEXT NOT NULL,
         up INTEGER NOT NULL,
         attempts INTEGER NOT NULL,
         due_at INTEGER NOT NULL,
         PRIMARY KEY (user_id, symbol, at)
       ) STRICT, WITHOUT ROWID`,
      'CREATE INDEX alert_crossings_by_time ON alert_crossings (due_at)',
      'CREATE INDEX alert_crossings_by_age ON alert_crossings (at)',
    ],
  },
  {
    name: 'public-006',
    // When an alert was set; not known of those that are older than this.
    statements: ['ALTER TABLE price_alerts ADD COLUMN since INTEGER'],
  },
  {
    name: 'public-007',
    statements: [
      // The row that a probe writes and reads back.
      `CREATE TABLE probe (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         at INTEGER NOT NULL
       ) STRICT`,
    ],
  },
];
