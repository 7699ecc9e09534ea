/** Asks the chain about the tokens that a user waits for: a few at a time, and never during a commit. */
import type { Ledger } from '../ledger/types.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { AskChain } from './minting.ts';
import { nextToAsk, saveAsked, saveTokenState } from './tokens.ts';
import type { Holding } from './vouchers.ts';

/** Questions per call. */
const MOST_QUESTIONS = 4;
/** No further question starts after this time, because the user is waiting, milliseconds. */
const PATIENCE_MS = 2_000;

export interface ConfirmDeps {
  readonly ledger: Ledger;
  /** The database of the ledger. */
  readonly sql: Sql;
  readonly clock: { now(): number };
}

/** If the chain does not answer, or writes are refused now, the tokens are asked about another time. */
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
