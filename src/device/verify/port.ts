/** The port of the check: in a web worker in the app, in place in tests. */
import type { Sha256 } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { type Shown, startVerification, type VerifyFault } from './check.ts';
import { type JudgePorts, judge, type OnLink } from './judge.ts';
import type { Cases, Judged, TotalQuestion } from './messages.ts';

export interface Verifier {
  start(userId: number): VerifierRun;
  /** Answers a question about published totals. @param onLink hears each verdict of the five checks */
  judge<Type extends keyof Cases>(question: TotalQuestion<Type>, onLink?: OnLink): Promise<Judged[Type]>;
}

export interface VerifierRun {
  take(events: readonly StoredEvent[]): Promise<VerifyFault | null>;
  /** The verdict, which ends the run. */
  end(shown: Shown | null): Promise<VerifyFault | null>;
}

/** Runs the check in the calling context. */
export function verifierInPlace(sha256: Sha256, ports: JudgePorts): Verifier {
  return {
    start(userId) {
      const verification = startVerification(userId, sha256);
      return {
        take: async (events) => verification.take(events),
        end: async (shown) => verification.end(shown),
      };
    },
    judge: (question, onLink = () => {}) => judge(question, ports, onLink),
  };
}
