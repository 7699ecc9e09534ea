/** The state of claimed tokens on the chain. Once a state is known, it is stored and not asked again. */
import { type Address, beginCell } from '@ton/core';
import type { Ledger } from '../ledger/types.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Holding } from './vouchers.ts';

/** `gone`: destroyed or revoked. */
export type TokenState = 'minted' | 'gone';

/** Never rejects. Null if the token was not minted yet; `unknown` if there was no good answer. */
export type AskChain = (owner: Address, badge: number) => Promise<TokenState | 'unknown' | null>;

/** How long after the end of its voucher the chain is asked about a token, seconds: the service may lag behind. */
const ASKED_AFTER_S = 24 * 60 * 60;
/** The least time between two questions about one token, milliseconds. */
const ASKED_EVERY_MS = 10_000;

/** Questions per call. */
const MOST_QUESTIONS = 4;
/** No further question starts after this time, because the user is waiting, milliseconds. */
const PATIENCE_MS = 2_000;

/** Starts asking the chain about a token. @param validUntil of the voucher, seconds. */
export function expectToken(sql: Sql, holding: Holding, badge: number, validUntil: number): void {
  sql.run(
    `INSERT INTO tokens (user_id, badge, bound_to, state, asked_at, ask_until) VALUES (?, ?, ?, NULL, 0, ?)
     ON CONFLICT (user_id, badge) DO UPDATE SET
       state = iif(bound_to = excluded.bound_to, state, NULL),
       asked_at = iif(bound_to = excluded.bound_to, asked_at, 0),
       bound_to = excluded.bound_to, ask_until = excluded.ask_until`,
    holding.userId,
    badge,
    binding(holding),
    validUntil + ASKED_AFTER_S,
  );
}

/** The badge whose token the chain should be asked about next; null if there is none. @param now milliseconds. */
function nextToAsk(sql: Sql, holding: Holding, now: number): number | null {
  // A fast clock wrote a moment in the future.
  const row = sql.get<{ badge: number }>(
    `SELECT badge FROM tokens
     WHERE user_id = ? AND bound_to = ? AND state IS NULL AND ask_until >= ? AND (asked_at <= ? OR asked_at > ?)
     ORDER BY asked_at, badge LIMIT 1`,
    holding.userId,
    binding(holding),
    Math.floor(now / 1000),
    now - ASKED_EVERY_MS,
    now,
  );
  return row?.badge ?? null;
}

/** Records that the chain is being asked about this token. */
function saveAsked(sql: Sql, { userId }: Holding, badge: number, now: number): void {
  sql.run('UPDATE tokens SET asked_at = ? WHERE user_id = ? AND badge = ?', now, userId, badge);
}

/** Stores the chain's answer, unless the token was claimed again for another wallet or collection. */
function saveTokenState(sql: Sql, holding: Holding, badge: number, state: TokenState): void {
  sql.run(
    'UPDATE tokens SET state = ? WHERE user_id = ? AND badge = ? AND bound_to = ?',
    state,
    holding.userId,
    badge,
    binding(holding),
  );
}

export interface ConfirmDeps {
  readonly ledger: Ledger;
  /** The database of the ledger. */
  readonly sql: Sql;
  readonly clock: { now(): number };
}

/**
 * Asks the chain about the tokens that a user waits for: a few at a time, and never during a commit. If the chain does not answer, or writes are refused now, the tokens
 * are asked about another time.
 */
export async function confirmTokens(
  { ledger, sql, clock }: ConfirmDeps,
  askChain: AskChain,
  holding: Holding,
): Promise<void> {
  const started = clock.now();
  for (let asked = 0; asked < MOST_QUESTIONS && clock.now() - started < PATIENCE_MS; asked += 1) {
    if (nextToAsk(sql, holding, clock.now()) === null) return;
    // Store the question before asking, so that a concurrent call, or one after a crash, asks about another token.
    const turn = await ledger.transact((writer) => {
      const badge = nextToAsk(writer.sql, holding, writer.now);
      if (badge !== null) saveAsked(writer.sql, holding, badge, writer.now);
      return badge;
    });
    if (!turn.ok || turn.value === null) return;
    const badge = turn.value;
    const state = await askChain(holding.owner, badge);
    if (state === 'unknown') return;
    if (state !== null) await ledger.transact((writer) => saveTokenState(writer.sql, holding, badge, state));
  }
}

/** The known states of tokens, by badge. */
export function tokenStates(sql: Sql, holding: Holding): ReadonlyMap<number, TokenState> {
  const rows = sql.all<{ badge: number; state: TokenState }>(
    'SELECT badge, state FROM tokens WHERE user_id = ? AND bound_to = ? AND state IS NOT NULL',
    holding.userId,
    binding(holding),
  );
  return new Map(rows.map(({ badge, state }) => [badge, state]));
}

export function eraseTokens(sql: Sql, userId: number): void {
  sql.run('DELETE FROM tokens WHERE user_id = ?', userId);
}

/** A hash that is equal for equal wallet and collection, and reveals neither. */
function binding({ collection, owner }: { readonly collection: Address; readonly owner: Address }): string {
  return beginCell().storeAddress(collection).storeAddress(owner).endCell().hash().toString('hex');
}
