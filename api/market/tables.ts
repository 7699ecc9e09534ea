/**
 * The tables of market and calendar, the same for every user: on a machine beside the ledgers, on Cloudflare in an
 * object of their own.
 */
import { CROSSED } from '../notifications/price-alerts/crossings.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { defineTables } from '../runtime/sqlite/tables.ts';

export const publicTables = defineTables({
  migrations: [
    {
      name: 'public-001',
      statements: [
        // The newest snapshot of each kind, as JSON.
        'CREATE TABLE snapshots (name TEXT PRIMARY KEY, at INTEGER NOT NULL, value TEXT NOT NULL) STRICT',
      ],
    },
    {
      name: 'public-002',
      statements: [
        // When each service may be asked again, its failures in a row, and the faults already logged.
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
        // Imported economic events, as JSON, and the market's reaction: percent, and low, medium or high.
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
        // The source of an event: an imported file, or the feed.
        "ALTER TABLE calendar_events ADD COLUMN source TEXT NOT NULL DEFAULT 'file' CHECK (source IN ('file', 'feed'))",
      ],
    },
    {
      name: 'public-005',
      statements: [
        // Users' alerts and their state: `number` is the threshold as an index key; `direction` is up, down or null.
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
        // When each user's alerts last changed, and since when they have had none.
        `CREATE TABLE alert_owners (
         user_id INTEGER PRIMARY KEY,
         told_at INTEGER NOT NULL,
         left_at INTEGER
       ) STRICT`,
        'CREATE INDEX alert_owners_left ON alert_owners (left_at) WHERE left_at IS NOT NULL',
        // Crossed alerts, until the users' ledger hosts have taken them.
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
      // When an alert was set; null for alerts older than this column.
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
    { name: 'public-008', adds: 'jobs', statements: [], work: crossingsToJobs },
  ],
  erase: {
    snapshots: 'nothing of users',
    services: 'nothing of users',
    market_history: 'nothing of users',
    prices: 'nothing of users',
    calendar_events: 'nothing of users',
    price_alerts: true,
    alert_owners: true,
    alert_crossings: true,
    probe: 'nothing of users',
  },
  transfer: {
    snapshots: 'each deployment asks for itself',
    services: 'each deployment asks for itself',
    market_history: 'each deployment asks for itself',
    prices: 'each deployment asks for itself',
    calendar_events: 'imported again, or asked for',
    price_alerts: 'told again from the settings, which move',
    alert_owners: 'told again from the settings, which move',
    alert_crossings: 'told again from the settings, which move',
    probe: 'nothing of users',
  },
  privacy: {
    snapshots: null,
    services: null,
    market_history: null,
    prices: null,
    calendar_events: null,
    price_alerts: 'notifications',
    alert_owners: 'notifications',
    alert_crossings: 'notifications',
    probe: null,
  },
  personal: {
    snapshots: 'nothing of users',
    services: 'nothing of users',
    market_history: 'nothing of users',
    prices: 'nothing of users',
    calendar_events: 'nothing of users',
    price_alerts: { key: 'symbol', shows: 'symbol, threshold, number, direction, armed, since' },
    alert_owners: { shows: 'told_at, left_at' },
    alert_crossings: { key: 'symbol, at', shows: 'symbol, at, threshold, price, up, attempts, due_at' },
    probe: 'nothing of users',
  },
});

/** Earlier versions kept the turns in the rows of the crossings. */
function crossingsToJobs(sql: Sql): void {
  sql.run(
    `INSERT OR IGNORE INTO jobs (kind, user_id, payload, attempts, due_at)
     SELECT ?, user_id, '', attempts, min(due_at) FROM alert_crossings GROUP BY user_id`,
    CROSSED,
  );
}
