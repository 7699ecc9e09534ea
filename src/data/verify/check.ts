/** The check of the user's own ledger, event by event, by the code that awarded it. Runs wherever a hash is handed in. */
import { startCheck } from '#core/points/audit.ts';
import type { Sha256 } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { type Standing, standingFault } from '#core/points/standing.ts';

/** What the profile shows and the events must add up to; only comparable at the same head. */
export type Shown = Standing;

/**
 * A word for what is wrong: those of `core/points/audit.ts`, or those of `core/points/standing.ts` where the events are right
 * but the profile shows something else than they give.
 */
export type VerifyFault = { readonly seq: number; readonly fault: string };

export interface LedgerVerification {
  /** Takes the next events, in order. The first fault, or null while all is right. */
  take(events: readonly StoredEvent[]): VerifyFault | null;
  /** After the last event. */
  end(shown: Shown | null): VerifyFault | null;
}

export function startVerification(userId: number, sha256: Sha256): LedgerVerification {
  const check = startCheck(userId, sha256);
  let fault: VerifyFault | null = null;
  return {
    take(events) {
      for (const event of events) {
        if (fault !== null) break;
        fault = check.next(event);
      }
      return fault;
    },
    end(shown) {
      if (fault !== null) return fault;
      const { state } = check;
      if (shown === null || shown.head.hash !== state.head.hash) return null;
      const wrong = standingFault(state, shown);
      return wrong === null ? null : { seq: state.head.seq, fault: wrong };
    },
  };
}
