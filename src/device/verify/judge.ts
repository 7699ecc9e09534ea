/** The checks of published totals with the keys that this phone knows: the pinned ones, and those that replaced them. */
import { judgeView } from '#core/proof/check-log-view.ts';
import { judgePassport } from '#core/proof/check-passport.ts';
import type { ProofPorts } from '#core/proof/check-proof.ts';
import { checkTotal, type Link, type LinkVerdict } from '#core/proof/check-total.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import type { followKeys } from '#core/proof/key-change.ts';
import { readPins } from '#core/proof/pins.ts';
import type { Cases, Judged, KnownKeys, TotalQuestion } from './messages.ts';

export interface JudgePorts extends ProofPorts {
  /** May have to fetch its code: few logs have ever replaced their key. */
  readonly followKeys: typeof followKeys;
}

export type OnLink = (link: Link, verdict: LinkVerdict) => void;

const CHECKS: {
  readonly [Type in keyof Cases]: (
    given: Cases[Type],
    trusted: Trusted,
    ports: JudgePorts,
    onLink: OnLink,
  ) => Promise<Judged[Type]>;
} = {
  total: checkTotal,
  view: judgeView,
  passport: judgePassport,
  async changes(given, trusted, ports) {
    const followed = await ports.followKeys(given, trusted, ports);
    return followed !== null && followed.keys.length > trusted.keys.length;
  },
};

/** @param onLink hears each verdict of a published total */
export async function judge<Type extends keyof Cases>(
  { type, known, given }: TotalQuestion<Type>,
  ports: JudgePorts,
  onLink: OnLink,
): Promise<Judged[Type]> {
  return CHECKS[type](given, await trustedBy(known, ports), ports, onLink);
}

async function trustedBy(known: KnownKeys, ports: JudgePorts): Promise<Trusted> {
  const pinned = readPins(known, ports.hash);
  if (pinned === null) throw new Error('This build pins no log');
  return known.changes === '' ? pinned : ((await ports.followKeys(known.changes, pinned, ports)) ?? pinned);
}
