/** `proof verify` and `proof log check`: checks of published totals that need no database. */
import type { LogFault } from '#core/proof/check-log.ts';
import { checkLog } from '#core/proof/check-log.ts';
import { checkProof, type ProofFault } from '#core/proof/check-proof.ts';
import { readCheckpoint, signersOf, type Trusted } from '#core/proof/checkpoint.ts';
import { followKeys } from '#core/proof/key-change.ts';
import { SIGNATURE, type VerifierKey, vkeyText } from '#core/proof/note.ts';
import { PROOF_PORTS } from '../../proof/verify.ts';
import { CommandStopped, FINE, grouped, type Io, WRONG } from '../command.ts';
import { filesAt, filesIn, isAddress, textAt, textOf, vkeyOf } from './proof-files.ts';

export interface Keys {
  /** Of the log, as text. */
  readonly key: readonly string[] | undefined;
  readonly witness: readonly string[] | undefined;
}

const PROOF_FAULTS: Record<ProofFault, string> = {
  format: 'the file is no saved proof',
  path: 'the path does not lead from this total to the published one',
  inclusion: "the day's entry is not in the log at this place",
  signature: 'the checkpoint is not signed by this key',
  quorum: 'a witness has not signed the checkpoint',
};

export const LOG_FAULTS: Record<LogFault['fault'], string> = {
  missing: 'is missing',
  format: 'is not in the format of the log',
  signature: 'is not signed by this key',
  quorum: 'is not signed by every witness',
  order: 'is not after the day before it',
  tile: 'holds other hashes than the entries have',
  root: 'signs other entries than these',
  fork: 'does not extend the known checkpoint: the log was rewritten',
};

/**
 * Checks a proof that a user saved.
 * @param changesPlace a file or an address with the changes of the log's key, where it was replaced.
 */
export async function verifyProofCommand(
  io: Io,
  path: string,
  keys: Keys,
  changesPlace: string | undefined,
): Promise<number> {
  const named = trustedBy(keys);
  const trusted = changesPlace === undefined ? named : await followedBy(io, named, changesPlace);
  const checked = await checkProof(textOf(path), trusted, PROOF_PORTS);
  if (!checked.ok) {
    io.out(`WRONG    ${PROOF_FAULTS[checked.error]}\n`);
    return WRONG;
  }
  const { total, seq, entry, checkpoint, witnesses } = checked.value;
  io.out(
    `ok       ${pointsText(total)} iRICH after event ${seq}, at the end of ${entry.day}; ${grouped(entry.users)} users together had ${pointsText(BigInt(entry.total))}\n`,
  );
  io.out(`signed   ${[checkpoint.origin, ...witnesses].join(', ')}\n`);
  const signers = await signersOf(checkpoint, trusted, PROOF_PORTS.verify);
  if (signers !== null) tellReplaced(io, signers.log.key, named);
  return FINE;
}

/** Checks a whole log. @param place an address, or a folder */
export async function checkLogCommand(
  io: Io,
  place: string,
  keys: Keys,
  knownPath: string | undefined,
): Promise<number> {
  const known = knownPath === undefined ? undefined : readCheckpoint(textOf(knownPath));
  if (known === null) throw new CommandStopped(`${knownPath} holds no checkpoint.`);
  const files = isAddress(place) ? filesAt(io, place) : filesIn(place);
  const trusted = trustedBy(keys);
  const checked = await checkLog(files, trusted, PROOF_PORTS, known);
  if (!checked.ok) {
    io.out(`WRONG    ${checked.error.at} ${LOG_FAULTS[checked.error.fault]}\n`);
    return WRONG;
  }
  const { checkpoint, entries, key, witnesses } = checked.value;
  const days = [entries[0], entries.at(-1)].map((entry) => entry?.day ?? 'none');
  io.out(`ok       ${grouped(checkpoint.size)} days, ${days.join(' to ')}\n`);
  for (const { day, restored } of entries) {
    if (restored !== undefined) io.out(`restored on ${day}, from a backup of ${restored}\n`);
  }
  io.out(`signed   ${[checkpoint.origin, ...witnesses].join(', ')}\n`);
  tellReplaced(io, key, trusted);
  return FINE;
}

function tellReplaced(io: Io, key: VerifierKey, { keys }: Trusted): void {
  if (!keys.includes(key)) io.out(`replaced the key is now ${vkeyText(key)}\n`);
}

/** Changes that are named and wrong say nothing about the proof, so the command stops. */
async function followedBy(io: Io, named: Trusted, place: string): Promise<Trusted> {
  const followed = await followKeys(await textAt(io, place), named, PROOF_PORTS);
  if (followed === null) throw new CommandStopped(`${place} holds no changes of this log's key.`);
  return followed;
}

/** Sums may pass the integers that a number holds. */
function pointsText(thousandths: bigint): string {
  const rest = String(thousandths % 1000n)
    .padStart(3, '0')
    .replace(/0{1,3}$/, '');
  return `${thousandths / 1000n}${rest === '' ? '' : `.${rest}`}`;
}

export function trustedBy({ key = [], witness = [] }: Keys): Trusted {
  const keys = key.map((text) => vkeyOf(text, SIGNATURE.ed25519));
  const witnesses = [...new Set(witness)].map((text) => vkeyOf(text, SIGNATURE.cosignature));
  const [first] = keys;
  if (first === undefined) throw new CommandStopped("Name the log's public key: --key VKEY.");
  if (keys.some(({ name }) => name !== first.name)) throw new CommandStopped('The keys are of several logs.');
  return { origin: first.name, keys, witnesses, quorum: witnesses.length };
}
