/** A deployment as an operator reaches it: the database of one machine, or Durable Objects behind their edge. */
import { creditSecret } from '../ledger/credit-secret.ts';
import { sharedMigrations } from '../migrations.ts';
import type { AcceptDeps } from './accept.ts';
import { type AskOf, type Kind, operate, type Told } from './operate.ts';

export interface DeploymentFacts {
  /** The secret behind the ids of credits; a ledger keeps it through every move. */
  readonly creditSecret: string;
  /** Names of the schema migrations that its rows have. */
  readonly migrations: readonly string[];
  /** Null if unknown. */
  readonly readOnly: boolean | null;
}

export interface Deployment {
  facts(): Promise<DeploymentFacts>;
  /** The ids of all listed users above `after`, lowest first. */
  users(after: number): AsyncIterable<number>;
  /** Asks up to `MOST_ASKS` ledgers; answers come in the same order. Throws if any of them cannot be reached. */
  ask<K extends Kind>(
    asks: readonly { readonly userId: number; readonly ask: AskOf<K> }[],
  ): Promise<readonly Told[K][]>;
}

/** Below the platform's limit on calls per request. */
export const MOST_ASKS = 40;

export async function askOne<K extends Kind>(
  deployment: Deployment,
  userId: number,
  ask: AskOf<K>,
): Promise<Told[K]> {
  const [told] = await deployment.ask<K>([{ userId, ask }]);
  return told as Told[K];
}

/** The names of the schema migrations that both deployments share. Tables that are only added do not move. */
export const SHARED_MIGRATIONS: readonly string[] = sharedMigrations
  .filter(({ adds }) => adds === undefined)
  .map(({ name }) => name);

/** All ledgers in one database. */
export function databaseDeployment(deps: AcceptDeps): Deployment {
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
