/** The port of the check: in a web worker in the app, in place in tests. */
import type { Sha256 } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import type { LogView, ViewJudged } from '#core/proof/check-log-view.ts';
import type { PassportJudged } from '#core/proof/check-passport.ts';
import type { Link, LinkVerdict, TotalCase, TotalVerdict } from '#core/proof/check-total.ts';
import { type Shown, startVerification, type VerifyFault } from './check.ts';
import { judgePassport, judgeTotal, judgeView, type PassportCase } from './judge.ts';
import { type JudgePorts, judgeChanges, type KnownKeys } from './known-keys.ts';

export interface Verifier {
  start(userId: number): VerifierRun;
  /** The five checks of a published total. @param onLink hears each verdict. */
  total(known: KnownKeys, given: TotalCase, onLink: OnLink): Promise<TotalVerdict>;
  /** Compares checkpoints of the log. */
  view(known: KnownKeys, given: LogView): Promise<ViewJudged>;
  /** Checks a passport, or makes one of a saved proof and checks it. */
  passport(known: KnownKeys, given: PassportCase): Promise<PassportJudged>;
  /** The changes of the log's key to keep. @param given as the log shows them now */
  changes(known: KnownKeys, given: string): Promise<string>;
}

export type OnLink = (link: Link, verdict: LinkVerdict) => void;

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
    total: (known, given, onLink) => judgeTotal(known, given, ports, onLink),
    view: (known, given) => judgeView(known, given, ports),
    passport: (known, given) => judgePassport(known, given, ports),
    changes: (known, given) => judgeChanges(known, given, ports),
  };
}
