/** A home as an operator reaches it: the database of one machine, or objects behind their edge. */
import { creditSecret } from '../ledger/credit-secret.ts';
import { sharedMigrations } from '../migrations.ts';
import type { AcceptDeps } from './accept.ts';
import { type AskOf, type Kind, operate, type Told } from './operate.ts';

export interface HomeFacts {
  /** What ids of credits are made with: the same in every home that a ledger has ever had. */
  readonly creditSecret: string;
  /** Changes of the schema that its rows are of. */
  readonly migrations: readonly string[];
  /** Null where it is not known. */
  readonly readOnly: boolean | null;
}

export interface Home {
  facts(): Promise<HomeFacts>;
  /** Everybody listed with an id above `after`, lowest first. */
  users(after: number): AsyncIterable<number>;
  /** Asks ledgers, at most `MOST_ASKS` of them at a time; answers in the same order. Throws where any of them cannot be reached. */
  ask<K extends Kind>(
    asks: readonly { readonly userId: number; readonly ask: AskOf<K> }[],
  ): Promise<readonly Told[K][]>;
}

/** Fewer than the calls that one request may cause on the platform. */
export const MOST_ASKS = 40;

export async function askOne<K extends Kind>(home: Home, userId: number, ask: AskOf<K>): Promise<Told[K]> {
  const [told] = await home.ask<K>([{ userId, ask }]);
  return told as Told[K];
}

/** The names of all changes of the schema that both homes share. */
export const SHARED_MIGRATIONS: readonly string[] = sharedMigrations.map(({ name }) => name);

/** All ledgers in one database. */
export function databaseHome(deps: AcceptDeps): Home {
  const { sql } = deps;
  return {
    facts: async () => ({
      creditSecret: creditSecret(sql),
      migrations: SHARED_MIGRATIONS,
      readOnly: null,
    }),
    async *users(after) {
      for (let last = after; ; ) {
        const row = sql.get<{ id: number }>(
          'SELECT user_id AS id FROM events WHERE user_id > ? ORDER BY user_id LIMIT 1',
          last,
        );
        if (row === undefined) return;
        last = row.id;
        yield last;
      }
    },
    ask: async <K extends Kind>(asks: readonly { readonly userId: number; readonly ask: AskOf<K> }[]) =>
      asks.map(({ userId, ask }) => operate(deps, userId, ask) as Told[K]),
  };
}
