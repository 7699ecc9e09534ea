/** The port of the check: in a web worker in the app, in place in tests. */
import type { Sha256 } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import type { LogView, ViewJudged } from '#core/proof/check-log-view.ts';
import type { PassportJudged } from '#core/proof/check-passport.ts';
import type { ProofPorts } from '#core/proof/check-proof.ts';
import type { Link, LinkVerdict, TotalCase, TotalVerdict } from '#core/proof/check-total.ts';
import type { PinTexts } from '#core/proof/pins.ts';
import { type Shown, startVerification, type VerifyFault } from './check.ts';
import { judgePassport, judgeTotal, judgeView, type PassportCase } from './judge.ts';

export interface Verifier {
  start(userId: number): VerifierRun;
  /** The five checks of a published total. @param onLink hears each verdict. */
  total(pins: PinTexts, given: TotalCase, onLink: OnLink): Promise<TotalVerdict>;
  /** Compares checkpoints of the log. */
  view(pins: PinTexts, given: LogView): Promise<ViewJudged>;
  /** Checks a passport, or makes one of a saved proof and checks it. */
  passport(pins: PinTexts, given: PassportCase): Promise<PassportJudged>;
}

export type OnLink = (link: Link, verdict: LinkVerdict) => void;

export interface VerifierRun {
  take(events: readonly StoredEvent[]): Promise<VerifyFault | null>;
  /** The verdict, which ends the run. */
  end(shown: Shown | null): Promise<VerifyFault | null>;
}

/** Runs the check in the calling context. */
export function verifierInPlace(sha256: Sha256, ports: ProofPorts): Verifier {
  return {
    start(userId) {
      const verification = startVerification(userId, sha256);
      return {
        take: async (events) => verification.take(events),
        end: async (shown) => verification.end(shown),
      };
    },
    total: (pins, given, onLink) => judgeTotal(pins, given, ports, onLink),
    view: (pins, given) => judgeView(pins, given, ports),
    passport: (pins, given) => judgePassport(pins, given, ports),
  };
}
