/**
 * Checks the user's own ledger, event by event, with the code that awarded it. Runs wherever a hash function is passed
 * in.
 */
import { startCheck } from '#core/points/audit.ts';
import type { Sha256 } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { type ShownStanding, standingFault } from '#core/points/standing.ts';

/** The standing in the profile, which the events must add up to; only comparable at the same head. */
export type Shown = ShownStanding;

/**
 * A word for the fault: from `core/points/audit.ts`, or from `core/points/standing.ts` if the events are valid but the
 * profile differs from them.
 */
export type VerifyFault = { readonly seq: number; readonly fault: string };

export interface LedgerVerification {
  /** Takes the next events, in order. Returns the first fault, or null while all is valid. */
  take(events: readonly StoredEvent[]): VerifyFault | null;
  /** Call after the last event. */
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
