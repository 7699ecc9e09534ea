/** The keys of the log that this phone trusts: the pinned ones, and those that replaced them. */
import type { ProofPorts } from '#core/proof/check-proof.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import type { followKeys } from '#core/proof/key-change.ts';
import { type PinTexts, readPins } from '#core/proof/pins.ts';

export interface KnownKeys extends PinTexts {
  /** Changes of the log's key as the log publishes them, once found right; empty without any. */
  readonly changes: string;
}

export interface JudgePorts extends ProofPorts {
  /** May have to fetch its code: few logs have ever replaced their key. */
  readonly followKeys: typeof followKeys;
}

export async function trustedBy(known: KnownKeys, ports: JudgePorts): Promise<Trusted> {
  const pinned = pinnedBy(known, ports);
  return known.changes === '' ? pinned : ((await ports.followKeys(known.changes, pinned, ports)) ?? pinned);
}

/**
 * The changes to keep once the log shows others: those, if they lead on from the known ones. So neither an older file
 * nor a thief of a replaced key undoes a change, and a file that is wrong is as good as none.
 */
export async function judgeChanges(known: KnownKeys, given: string, ports: JudgePorts): Promise<string> {
  const pinned = pinnedBy(known, ports);
  const before = known.changes === '' ? null : await ports.followKeys(known.changes, pinned, ports);
  if (before !== null && !given.startsWith(known.changes)) return known.changes;
  const after = await ports.followKeys(given, pinned, ports);
  const isLonger = after !== null && after.keys.length > (before ?? pinned).keys.length;
  return isLonger ? given : known.changes;
}

function pinnedBy(known: KnownKeys, { hash }: ProofPorts): Trusted {
  const pinned = readPins(known, hash);
  if (pinned === null) throw new Error('This build pins no log');
  return pinned;
}
