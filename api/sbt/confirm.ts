/** Asks the chain of the tokens that a user waits for: a few at a time, and never while anything is being committed. */
import type { Ledger } from '../ledger/types.ts';
import type { Sql } from '../sqlite/port.ts';
import type { AskChain } from './minting.ts';
import { nextToAsk, saveAsked, saveTokenState } from './tokens.ts';
import type { Holding } from './vouchers.ts';

/** Questions for one caller. */
const MOST_QUESTIONS = 4;
/** How long another one is asked, milliseconds: somebody waits. */
const PATIENCE_MS = 2_000;

export interface ConfirmDeps {
  readonly ledger: Ledger;
  /** The database of the ledger. */
  readonly sql: Sql;
  readonly clock: { now(): number };
}

/** Where the chain does not answer, or nothing can be written now, it is left for another time. */
export async function confirmTokens(
  { ledger, sql, clock }: ConfirmDeps,
  askChain: AskChain,
  holding: Holding,
): Promise<void> {
  const started = clock.now();
  for (let asked = 0; asked < MOST_QUESTIONS && clock.now() - started < PATIENCE_MS; asked += 1) {
    if (nextToAsk(sql, holding, clock.now()) === null) return;
    // Kept before the answer: who else asks meanwhile, or after a crash, asks of another one.
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
