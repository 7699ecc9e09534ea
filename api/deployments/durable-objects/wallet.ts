/**
 * The object of one wallet: it reserves the wallet for one user at a time. The ledgers of users decide whose it is: where a second
 * user proves the wallet, this object asks the holder's object whether it still holds it; if not, the second user gets it.
 */
import type { WalletPeer } from '#api/credits/peers.ts';
import { migrateOrThrow } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { defineTables } from '#api/runtime/sqlite/tables.ts';

/** The call of a wallet's object to the object of a user. It creates no database for a stranger. */
export interface HolderPeer {
  /** Whether the user's ledger has this wallet bound, or may have in a moment. */
  holds(wallet: string): Promise<boolean>;
}

export interface WalletObjectDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  /** The keyed hash of the wallet, as events name it. */
  readonly wallet: string;
  readonly user: (userId: number) => HolderPeer;
}

export const walletObjectTables = defineTables({
  migrations: [
    {
      name: 'wallet-object-001',
      statements: [
        // One row: the user it is reserved for. `turn` grows with every reservation, the same user's too.
        `CREATE TABLE holder (
         only INTEGER PRIMARY KEY CHECK (only = 1),
         user_id INTEGER NOT NULL,
         turn INTEGER NOT NULL
       ) STRICT`,
      ],
    },
  ],
  erase: {
    holder: 'the keyed hash of a wallet stays bound to its user',
  },
  transfer: {
    holder: 'reserved again with the event that links the wallet',
  },
  privacy: {
    holder: 'wallet',
  },
  personal: {
    holder: 'the same hash as in your wallet and events',
  },
});

interface Holder {
  readonly userId: number;
  readonly turn: number;
}

export function openWalletObject({ sql, clock, wallet, user }: WalletObjectDeps): WalletPeer {
  migrateOrThrow(sql, walletObjectTables.migrations, clock.now());
  const holder = () => sql.get<Holder>('SELECT user_id AS userId, turn FROM holder') ?? null;

  /** False where another reservation was made since this one was read. */
  function take(userId: number, before: Holder | null): boolean {
    if (holder()?.turn !== before?.turn) return false;
    sql.run(
      'INSERT OR REPLACE INTO holder (only, user_id, turn) VALUES (1, ?, ?)',
      userId,
      (before?.turn ?? 0) + 1,
    );
    return true;
  }

  return {
    async reserve(userId) {
      for (;;) {
        const before = holder();
        const isOthers = before !== null && before.userId !== userId;
        if (isOthers && (await user(before.userId).holds(wallet))) return false;
        if (take(userId, before)) return true;
      }
    },
    holder: async () => holder()?.userId ?? null,
  };
}
