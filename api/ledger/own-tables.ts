/** The ledger's tables in a database of one user: fewer indexes and triggers, since each takes rows that are paid for there. */
import type { Migration } from '../runtime/sqlite/migrations.ts';
import { partOf } from '../runtime/sqlite/table-parts.ts';
import { ledgerTables } from './tables.ts';

const { migrations } = ledgerTables;

/** The first migration of a database of one user that was made at once. */
export const OWN_DATABASE = 'user-001';

/** Ids of credits derive from those of events, so a database of one user needs no index that keeps them apart. */
const CREDITS = partOf(migrations, 'credits', {
  credits_by_target: null,
  credits_pending: null,
  credits_never_replaced: `CREATE TRIGGER credits_never_replaced BEFORE INSERT ON credits
       WHEN EXISTS (SELECT 1 FROM credits WHERE source_user = NEW.source_user AND source_seq = NEW.source_seq)
       BEGIN SELECT RAISE(ABORT, 'credits are never replaced'); END`,
  credits_never_change: `CREATE TRIGGER credits_never_change BEFORE UPDATE ON credits BEGIN
         SELECT RAISE(ABORT, 'credits are never changed')
         WHERE (OLD.source_user, OLD.source_seq, OLD.target_user, OLD.credit_id, OLD.cause, OLD.source, OLD.basis,
                OLD.premium, OLD.created_at)
            IS NOT (NEW.source_user, NEW.source_seq, NEW.target_user, NEW.credit_id, NEW.cause, NEW.source, NEW.basis,
                NEW.premium, NEW.created_at);
         SELECT RAISE(ABORT, 'a delivered credit stays delivered')
         WHERE OLD.delivered_at IS NOT NULL AND NEW.delivered_at IS NULL;
       END`,
  credits_stay_delivered: null,
});

const SEALED = 'events_sealed';

/** What a database has from its first event. */
export const ownLedger: readonly string[] = [
  ...partOf(migrations, 'events', { [SEALED]: null }),
  ...partOf(migrations, 'accounts', { accounts_by_referrer: null }),
  ...partOf(migrations, 'meta'),
];

/** What comes with its first row, or the first query by it. */
export const ownLedgerLater: readonly Migration[] = [
  { name: `${OWN_DATABASE} credits`, adds: 'credits', statements: CREDITS },
  { name: `${OWN_DATABASE} wallets`, adds: 'wallets', statements: partOf(migrations, 'wallets') },
  {
    name: `${OWN_DATABASE} ${SEALED}`,
    adds: SEALED,
    statements: partOf(migrations, 'events').filter((text) => text.includes(SEALED)),
  },
];
