/** The checks of published totals with the keys that this phone knows. */
import { judgeView as judge, type LogView, type ViewJudged } from '#core/proof/check-log-view.ts';
import { judgePassport as judgeOne, type PassportJudged } from '#core/proof/check-passport.ts';
import { checkTotal, type Link, type LinkVerdict, type TotalCase } from '#core/proof/check-total.ts';
import { type JudgePorts, type KnownKeys, trustedBy } from './known-keys.ts';

export async function judgeTotal(
  known: KnownKeys,
  given: TotalCase,
  ports: JudgePorts,
  onLink: (link: Link, verdict: LinkVerdict) => void,
) {
  return checkTotal(given, await trustedBy(known, ports), ports, onLink);
}

export async function judgeView(known: KnownKeys, given: LogView, ports: JudgePorts): Promise<ViewJudged> {
  return judge(given, await trustedBy(known, ports), ports);
}

/** A passport's text, or the saved proof of which one is made. */
export type PassportCase = { readonly text: string } | { readonly proof: string };

export async function judgePassport(
  known: KnownKeys,
  given: PassportCase,
  ports: JudgePorts,
): Promise<PassportJudged> {
  return judgeOne(given, await trustedBy(known, ports), ports);
}
