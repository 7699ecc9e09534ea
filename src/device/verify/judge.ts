/** The checks of published totals with the keys that a build pins. */
import { judgeView as judge, type LogView, type ViewJudged } from '#core/proof/check-log-view.ts';
import { judgePassport as judgeOne, type PassportJudged } from '#core/proof/check-passport.ts';
import type { ProofPorts } from '#core/proof/check-proof.ts';
import { checkTotal, type Link, type LinkVerdict, type TotalCase } from '#core/proof/check-total.ts';
import { type PinTexts, readPins } from '#core/proof/pins.ts';

export async function judgeTotal(
  pins: PinTexts,
  given: TotalCase,
  ports: ProofPorts,
  onLink: (link: Link, verdict: LinkVerdict) => void,
) {
  return checkTotal(given, trustedBy(pins, ports), ports, onLink);
}

export async function judgeView(pins: PinTexts, given: LogView, ports: ProofPorts): Promise<ViewJudged> {
  return judge(given, trustedBy(pins, ports), ports);
}

/** A passport's text, or the saved proof of which one is made. */
export type PassportCase = { readonly text: string } | { readonly proof: string };

export async function judgePassport(
  pins: PinTexts,
  given: PassportCase,
  ports: ProofPorts,
): Promise<PassportJudged> {
  return judgeOne(given, trustedBy(pins, ports), ports);
}

function trustedBy(pins: PinTexts, { hash }: ProofPorts) {
  const trusted = readPins(pins, hash);
  if (trusted === null) throw new Error('This build pins no log');
  return trusted;
}
