/** The ledger's own tables. Events are the truth; credits link two ledgers; accounts can be rebuilt from events. */
import * as v from 'valibot';
import { DAY_MS } from '#core/points/days.ts';
import { count, defineTables, flag, whole } from '../runtime/sqlite/tables.ts';

/** The database's error for an event whose sequence number or id is taken. */
export const NEVER_REPLACED = 'events are never replaced';

/** The columns of an event are the fields of a `StoredEvent`. */
export const EventFields = v.strictObject({
  userId: whole,
  seq: count,
  eventId: v.string(),
  type: v.string(),
  rules: whole,
  at: whole,
  bucket: v.nullable(
    v.picklist(['activity', 'referral', 'referral_activity', 'referral_referral', 'checkin']),
  ),
  award: whole,
  data: v.string(),
  hash: v.string(),
});

/** Rows as stored; a column that is not named here is refused. */
export const CreditRow = v.strictObject({
  source_user: whole,
  source_seq: count,
  target_user: whole,
  credit_id: v.string(),
  cause: v.string(),
  source: v.string(),
  basis: whole,
  premium: flag,
  created_at: whole,
  delivered_at: v.nullable(whole),
  attempts: count,
  retry_at: whole,
});
export type CreditRow = v.InferOutput<typeof CreditRow>;

/**
 * Waiting credits, by time. The database of one user, if it was made at once, gets it with the first credit that a message left
 * behind: until then all that wait are newer than the last message.
 */
export const CREDITS_PENDING =
  'CREATE INDEX credits_pending ON credits (retry_at) WHERE delivered_at IS NULL';

export const ledgerTables = defineTables({
  migrations: [
    {
      name: 'ledger-001',
      statements: [
        `CREATE TABLE events (
         user_id INTEGER NOT NULL,
         seq INTEGER NOT NULL,
         event_id TEXT NOT NULL,
         type TEXT NOT NULL,
         rules INTEGER NOT NULL,
         at INTEGER NOT NULL,
         bucket TEXT,
         award INTEGER NOT NULL,
         data TEXT NOT NULL,
         hash TEXT NOT NULL,
         PRIMARY KEY (user_id, seq)
       ) STRICT, WITHOUT ROWID`,
        'CREATE UNIQUE INDEX events_by_id ON events (user_id, event_id)',
        `CREATE TRIGGER events_never_change BEFORE UPDATE ON events
       BEGIN SELECT RAISE(ABORT, 'events are never changed'); END`,
        `CREATE TRIGGER events_never_leave BEFORE DELETE ON events
       BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END`,
        `CREATE TABLE credits (
         source_user INTEGER NOT NULL,
         source_seq INTEGER NOT NULL,
         target_user INTEGER NOT NULL,
         credit_id TEXT NOT NULL,
         cause TEXT NOT NULL,
         source TEXT NOT NULL,
         basis INTEGER NOT NULL,
         premium INTEGER NOT NULL,
         created_at INTEGER NOT NULL,
         delivered_at INTEGER,
         attempts INTEGER NOT NULL DEFAULT 0,
         retry_at INTEGER NOT NULL DEFAULT 0,
         PRIMARY KEY (source_user, source_seq)
       ) STRICT, WITHOUT ROWID`,
        'CREATE UNIQUE INDEX credits_by_target ON credits (target_user, credit_id)',
        CREDITS_PENDING,
        `CREATE TABLE accounts (
         user_id INTEGER PRIMARY KEY,
         version INTEGER NOT NULL,
         seq INTEGER NOT NULL,
         hash TEXT NOT NULL,
         total INTEGER NOT NULL,
         level INTEGER NOT NULL,
         registered_at INTEGER NOT NULL,
         credits_to INTEGER,
         state TEXT NOT NULL
       ) STRICT`,
        'CREATE INDEX accounts_by_referrer ON accounts (credits_to, registered_at) WHERE credits_to IS NOT NULL',
        `CREATE TABLE meta (
         name TEXT PRIMARY KEY,
         value TEXT NOT NULL
       ) STRICT, WITHOUT ROWID`,
      ],
    },
    {
      // This name also keeps older code away from the database, because it does not know wallet events.
      name: 'ledger-002',
      statements: [
        `CREATE TABLE wallets (
         wallet TEXT PRIMARY KEY,
         user_id INTEGER NOT NULL UNIQUE
       ) STRICT, WITHOUT ROWID`,
      ],
    },
    {
      // REPLACE deletes without firing delete triggers (unless a connection sets `recursive_triggers`), so a trigger before the
      // insert refuses it, whatever the connection.
      name: 'ledger-003',
      statements: [
        `CREATE TRIGGER events_never_replaced BEFORE INSERT ON events
       WHEN EXISTS (SELECT 1 FROM events WHERE user_id = NEW.user_id AND seq = NEW.seq)
         OR EXISTS (SELECT 1 FROM events WHERE user_id = NEW.user_id AND event_id = NEW.event_id)
       BEGIN SELECT RAISE(ABORT, '${NEVER_REPLACED}'); END`,
        `CREATE TRIGGER credits_never_replaced BEFORE INSERT ON credits
       WHEN EXISTS (SELECT 1 FROM credits WHERE source_user = NEW.source_user AND source_seq = NEW.source_seq)
         OR EXISTS (SELECT 1 FROM credits WHERE target_user = NEW.target_user AND credit_id = NEW.credit_id)
       BEGIN SELECT RAISE(ABORT, 'credits are never replaced'); END`,
        `CREATE TRIGGER credits_never_change
       BEFORE UPDATE OF source_user, source_seq, target_user, credit_id, cause, source, basis, premium, created_at ON credits
       BEGIN SELECT RAISE(ABORT, 'credits are never changed'); END`,
        `CREATE TRIGGER credits_stay_delivered BEFORE UPDATE OF delivered_at ON credits
       WHEN OLD.delivered_at IS NOT NULL AND NEW.delivered_at IS NULL
       BEGIN SELECT RAISE(ABORT, 'a delivered credit stays delivered'); END`,
        `CREATE TRIGGER credits_never_leave BEFORE DELETE ON credits
       BEGIN SELECT RAISE(ABORT, 'credits are never deleted'); END`,
      ],
    },
    {
      // This name also keeps older code away from the database, because it does not know sealed plans.
      name: 'ledger-004',
      statements: [
        `CREATE INDEX events_sealed ON events (at / ${DAY_MS}, user_id, event_id) WHERE type = 'PlanSealed.v1'`,
      ],
    },
  ],
  erase: {
    events: 'the ledger stays under the numeric id: it holds no names and no inputs',
    credits: 'a part of the ledger',
    accounts: 'folded from the events',
    meta: 'nothing of users',
    wallets: 'the keyed hash of a wallet stays bound to its user',
  },
  transfer: {
    events: EventFields,
    credits: CreditRow,
    accounts: 'folded again from the events as they arrive',
    meta: 'the credit secret is in the first line of the file; the rest is the version of the accounts and the notification switch',
    wallets: 'written again from the events as they arrive',
  },
  privacy: {
    events: 'points',
    credits: 'points',
    accounts: 'points',
    meta: null,
    wallets: 'wallet',
  },
  personal: {
    events: {
      key: 'seq',
      shows: 'seq, event_id, type, rules, at, bucket, award, data, hash',
      json: ['data'],
    },
    credits: {
      user: 'source_user',
      key: 'source_seq',
      shows: 'source_seq, target_user, cause, basis, premium, created_at, delivered_at, attempts, retry_at',
      hides: {
        credit_id: 'the code that hides you from your referrer',
        source: 'the code that hides you from your referrer',
      },
    },
    accounts: {
      shows: 'version, seq, hash, total, level, registered_at, credits_to, state',
      json: ['state'],
    },
    meta: 'nothing of users',
    wallets: { shows: 'wallet' },
  },
});

/** The index and the query need the same text, otherwise the index is not used. */
export const NOT_BY_OTHERS = "type NOT IN ('CreditReceived.v1', 'Correction.v1', 'WalletUnlinked.v1')";
/** The first events of a ledger are counted by reading them, later ones by an index. */
export const READ_WITHOUT_INDEX = 1_000;

export const admissionTables = defineTables({
  migrations: [
    {
      name: 'admission-001',
      statements: ['CREATE TABLE saved_heads (user_id INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT'],
    },
    {
      // A ledger may receive a hundred thousand credits a day; counting the user's own events must not read them.
      name: 'admission-002',
      statements: [`CREATE INDEX events_own ON events (user_id, at) WHERE ${NOT_BY_OTHERS}`],
    },
    {
      // Only long ledgers are counted, so the first events need no index, and most ledgers never pay for it.
      name: 'admission-003',
      statements: [
        'DROP INDEX events_own',
        `CREATE INDEX events_own_later ON events (user_id, at) WHERE seq > ${READ_WITHOUT_INDEX} AND ${NOT_BY_OTHERS}`,
      ],
    },
  ],
  erase: {
    saved_heads: 'how many events the ledger had: it stays',
  },
  transfer: {
    saved_heads:
      'how far devices may bring back events that a restored deployment lost: a moved deployment was not restored',
  },
  privacy: {
    saved_heads: 'points',
  },
  personal: {
    saved_heads: { shows: 'seq' },
  },
});
