/** One part of the list of all users. A user is entered before their registration is answered, and stays. */
import type { DirectoryPeer } from '#api/credits/peers.ts';
import { migrateOrThrow } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { defineTables } from '#api/runtime/sqlite/tables.ts';

/** Never changes: it decides which part a user is in. */
export const DIRECTORY_PARTS = 64;

/** The part that a user is in, 0 to `DIRECTORY_PARTS - 1`. */
export function directoryPart(userId: number): number {
  return userId % DIRECTORY_PARTS;
}

export const directoryTables = defineTables({
  migrations: [
    { name: 'directory-001', statements: ['CREATE TABLE users (user_id INTEGER PRIMARY KEY) STRICT'] },
  ],
  erase: {
    users: 'that there is a ledger under this numeric id',
  },
  transfer: {
    users: 'entered again when the ledger arrives',
  },
  privacy: {
    users: 'points',
  },
  personal: {
    users: 'the number alone, which is at the top of the file',
  },
});

export function openDirectory(sql: Sql, now: number): DirectoryPeer {
  migrateOrThrow(sql, directoryTables.migrations, now);
  return {
    async enter(userId) {
      sql.run('INSERT INTO users (user_id) VALUES (?) ON CONFLICT DO NOTHING', userId);
    },
    async list(after, limit) {
      const rows = sql.all<{ id: number }>(
        'SELECT user_id AS id FROM users WHERE user_id > ? ORDER BY user_id LIMIT ?',
        after,
        limit,
      );
      return rows.map(({ id }) => id);
    },
  };
}
