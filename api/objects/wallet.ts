/**
 * One wallet's object: it keeps the wallet for one user at a time. Whose it is, that user's ledger says: where another user
 * has proved the wallet too, the holder's home is asked whether it still holds it, and if not, the other takes its place.
 */
import type { WalletPeer } from '../exchange/peers.ts';
import { type Migration, migrate } from '../sqlite/migrations.ts';
import type { Sql } from '../sqlite/port.ts';

/** The home of a user, as a wallet's object asks it. None is made for a stranger. */
export interface HolderPeer {
  /** Whether the user's ledger has this wallet bound, or may have in a moment. */
  holds(wallet: string): Promise<boolean>;
}

export interface WalletObjectDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** The keyed hash that events name it by. */
  readonly wallet: string;
  readonly home: (userId: number) => HolderPeer;
}

const walletMigrations: readonly Migration[] = [
  {
    name: 'wallet-object-001',
    statements: [
      // One row: for whom it is kept. `turn` grows with every reservation, the same user's too.
      `CREATE TABLE holder (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         user_id INTEGER NOT NULL,
         turn INTEGER NOT NULL
       ) STRICT`,
    ],
  },
];

interface Holder {
  readonly userId: number;
  readonly turn: number;
}

export function openWalletObject({ sql, clock, wallet, home }: WalletObjectDeps): WalletPeer {
  const migrated = migrate(sql, walletMigrations, clock.now());
  if (!migrated.ok) throw new Error(`Changed by newer code: ${migrated.error.unknown.join(', ')}`);
  const holder = () => sql.get<Holder>('SELECT user_id AS userId, turn FROM holder') ?? null;

  /** False where meanwhile another reservation was made than the one that was looked at. */
  function take(userId: number, before: Holder | null): boolean {
    if (holder()?.turn !== before?.turn) return false;
    sql.run('INSERT OR REPLACE INTO holder VALUES (1, ?, ?)', userId, (before?.turn ?? 0) + 1);
    return true;
  }

  return {
    async reserve(userId) {
      for (;;) {
        const before = holder();
        const isOthers = before !== null && before.userId !== userId;
        if (isOthers && (await home(before.userId).holds(wallet))) return false;
        if (take(userId, before)) return true;
      }
    },
    holder: async () => holder()?.userId ?? null,
  };
}
