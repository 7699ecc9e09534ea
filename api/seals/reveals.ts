/** A plan that its user has shown, as everybody may see it. */
import type { PricesSince, PublishedSeal, RevealedPlan } from '#core/contract/seals.ts';
import { sealId } from '#core/points/commands.ts';
import { readFact } from '#core/points/facts.ts';
import type { LedgerReader } from '../ledger/types.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { RevealedPlanRow } from './tables.ts';

/** What the database with the user's ledger says. */
export type Revealed = Omit<RevealedPlan, 'published' | 'prices'>;

/** Where the parts of a reveal come from: they may stand in three databases. */
export interface Reveals {
  /** Null unless this user has shown this plan, and not erased it since. */
  revealed(userId: number, hash: string): Promise<Revealed | null>;
  /** Null if that day is not published. @param day YYYY-MM-DD */
  published(day: string, hash: string): Promise<PublishedSeal | null>;
  /** Null without prices. @param plan base64url @param since milliseconds */
  prices(plan: string, since: number): Promise<PricesSince | null>;
}

export function revealedPlan(
  sql: Sql,
  ledger: Pick<LedgerReader, 'account' | 'eventById'>,
  userId: number,
  hash: string,
): Revealed | null {
  const row = sql.get<RevealedPlanRow>(
    'SELECT * FROM revealed_plans WHERE user_id = ? AND hash = ?',
    userId,
    hash,
  );
  const account = ledger.account(userId);
  const [seal, reveal] = [sealId(hash), `revealed:${hash}`].map((id) => ledger.eventById(userId, id));
  const fact = seal == null ? null : readFact(seal.type, seal.data);
  if (row === undefined || account === null || seal == null || reveal == null) return null;
  if (fact?.type !== 'PlanSealed.v1') return null;
  const receivedAt = new Date(seal.at).toISOString();
  const { sealedAt, sentAt } = fact.data;
  return {
    userId,
    hash,
    plan: row.plan,
    salt: row.salt,
    sealedAt: new Date(sealedAt).toISOString(),
    sentAt: sentAt === null ? null : new Date(sentAt).toISOString(),
    receivedAt,
    revealedAt: new Date(reveal.at).toISOString(),
    day: receivedAt.slice(0, 10),
    sealed: account.sealed,
    revealed: account.revealed,
  };
}

/** Call in the transaction that appends the event. */
export function keepRevealed(sql: Sql, { user_id, hash, plan, salt }: RevealedPlanRow): void {
  sql.run(
    'INSERT OR IGNORE INTO revealed_plans (user_id, hash, plan, salt) VALUES (?, ?, ?, ?)',
    user_id,
    hash,
    plan,
    salt,
  );
}
