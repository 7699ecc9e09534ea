/** The port of the check: in a web worker in the app, in place in tests. */
import type { Sha256 } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { type Shown, startVerification, type VerifyFault } from './check.ts';

export interface Verifier {
  start(userId: number): VerifierRun;
}

export interface VerifierRun {
  take(events: readonly StoredEvent[]): Promise<VerifyFault | null>;
  /** The verdict, which ends the run. */
  end(shown: Shown | null): Promise<VerifyFault | null>;
}

/** Runs the check in the calling context. */
export function verifierInPlace(sha256: Sha256): Verifier {
  return {
    start(userId) {
      const verification = startVerification(userId, sha256);
      return {
        take: async (events) => verification.take(events),
        end: async (shown) => verification.end(shown),
      };
    },
  };
}
