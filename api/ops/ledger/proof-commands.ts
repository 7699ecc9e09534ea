/** `proof …`: keys of the log of published totals, and checks of it that need no database. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LogFault, LogFiles } from '#core/proof/check-log.ts';
import { checkLog } from '#core/proof/check-log.ts';
import { checkProof, type ProofFault } from '#core/proof/check-proof.ts';
import { readCheckpoint, type Trusted } from '#core/proof/checkpoint.ts';
import { readVkey, SIGNATURE, type SignatureType, vkeyText } from '#core/proof/note.ts';
import { newSignerText, readSigner } from '../../proof/signer.ts';
import { PROOF_PORTS } from '../../proof/verify.ts';
import { sha256Bytes } from '../../runtime/hashing.ts';
import { CommandStopped, FINE, grouped, type Io, WRONG } from '../command.ts';
import { newTextFile } from './files.ts';

export interface Keys {
  /** Of the log, as text. */
  readonly key: readonly string[] | undefined;
  readonly witness: readonly string[] | undefined;
}

/** The largest file that belongs to a log: a bundle of 256 entries. */
const MOST_BYTES = 1_000_000;
const WAIT_MS = 30_000;

const PROOF_FAULTS: Record<ProofFault, string> = {
  format: 'the file is no saved proof',
  path: 'the path does not lead from this total to the published one',
  inclusion: "the day's entry is not in the log at this place",
  signature: 'the checkpoint is not signed by this key',
  quorum: 'a witness has not signed the checkpoint',
};

const LOG_FAULTS: Record<LogFault['fault'], string> = {
  missing: 'is missing',
  format: 'is not in the format of the log',
  signature: 'is not signed by this key',
  quorum: 'is not signed by every witness',
  order: 'is not after the day before it',
  tile: 'holds other hashes than the entries have',
  root: 'signs other entries than these',
  fork: 'does not extend the known checkpoint: the log was rewritten',
};

/** Makes a key: its private text goes to a new file, its public one to `out`. */
export async function makeKeyCommand(
  io: Io,
  name: string,
  path: string,
  isWitness: boolean,
): Promise<number> {
  const text = newKey(name, isWitness ? SIGNATURE.cosignature : SIGNATURE.ed25519);
  const key = readSigner(text)?.key;
  if (key === undefined) throw new Error('A new key cannot be read');
  await newTextFile(path, async (append) => append(`${text}\n`));
  io.out(`${vkeyText(key)}\n`);
  return FINE;
}

function newKey(name: string, type: SignatureType): string {
  try {
    return newSignerText(name, type);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandStopped('A name has 1 to 200 ASCII characters without space and plus.');
  }
}

/** Checks a proof that a user saved. */
export async function verifyProofCommand(io: Io, path: string, keys: Keys): Promise<number> {
  const checked = await checkProof(textOf(path), trustedBy(keys), PROOF_PORTS);
  if (!checked.ok) {
    io.out(`WRONG    ${PROOF_FAULTS[checked.error]}\n`);
    return WRONG;
  }
  const { total, seq, entry, checkpoint, witnesses } = checked.value;
  io.out(
    `ok       ${pointsText(total)} iRICH after event ${seq}, at the end of ${entry.day}; ${grouped(entry.users)} users together had ${pointsText(BigInt(entry.total))}\n`,
  );
  io.out(`signed   ${[checkpoint.origin, ...witnesses].join(', ')}\n`);
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
  const files = /^https?:\/\//i.test(place) ? filesAt(io, place) : filesIn(place);
  const checked = await checkLog(files, trustedBy(keys), PROOF_PORTS, known);
  if (!checked.ok) {
    io.out(`WRONG    ${checked.error.at} ${LOG_FAULTS[checked.error.fault]}\n`);
    return WRONG;
  }
  const { checkpoint, entries, witnesses } = checked.value;
  const days = [entries[0], entries.at(-1)].map((entry) => entry?.day ?? 'none');
  io.out(`ok       ${grouped(checkpoint.size)} days, ${days.join(' to ')}\n`);
  for (const { day, restored } of entries) {
    if (restored !== undefined) io.out(`restored on ${day}, from a backup of ${restored}\n`);
  }
  io.out(`signed   ${[checkpoint.origin, ...witnesses].join(', ')}\n`);
  return FINE;
}

/** Sums may pass the integers that a number holds. */
function pointsText(thousandths: bigint): string {
  const rest = String(thousandths % 1000n)
    .padStart(3, '0')
    .replace(/0{1,3}$/, '');
  return `${thousandths / 1000n}${rest === '' ? '' : `.${rest}`}`;
}

function trustedBy({ key = [], witness = [] }: Keys): Trusted {
  const keys = key.map((text) => vkeyOf(text, SIGNATURE.ed25519));
  const witnesses = [...new Set(witness)].map((text) => vkeyOf(text, SIGNATURE.cosignature));
  const [first] = keys;
  if (first === undefined) throw new CommandStopped("Name the log's public key: --key VKEY.");
  if (keys.some(({ name }) => name !== first.name)) throw new CommandStopped('The keys are of several logs.');
  return { origin: first.name, keys, witnesses, quorum: witnesses.length };
}

function vkeyOf(text: string, type: SignatureType) {
  const key = readVkey(text, sha256Bytes);
  // The text may be a private key, so only its name is shown.
  if (key?.type !== type)
    throw new CommandStopped(`Not the public key of a ${OWNERS[type]}: ${text.split('+', 1)[0]}.`);
  return key;
}

const OWNERS: Record<SignatureType, string> = {
  [SIGNATURE.ed25519]: 'log',
  [SIGNATURE.cosignature]: 'witness',
};

function textOf(path: string): string {
  const bytes = smallFile(path);
  if (bytes === null) throw new CommandStopped(`There is no file ${path}.`);
  return bytes.toString('utf8');
}

/** Null if there is none. A pipe or a device, which may never end, is not opened. */
function smallFile(path: string): Buffer | null {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined) return null;
  if (!about.isFile() || about.size > MOST_BYTES)
    throw new CommandStopped(`${path} is no file of up to ${grouped(MOST_BYTES)} bytes.`);
  return readFileSync(path);
}

function filesIn(folder: string): LogFiles {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandStopped(`There is no folder ${folder}.`);
  const read = (path: string) => smallFile(join(folder, path));
  return {
    text: async (path) => read(path)?.toString('utf8') ?? null,
    bytes: async (path) => {
      const bytes = read(path);
      return bytes === null ? null : new Uint8Array(bytes);
    },
  };
}

function filesAt({ fetch = globalThis.fetch }: Io, address: string): LogFiles {
  const read = async (path: string): Promise<Uint8Array | null> => {
    const url = `${address.replace(/\/$/, '')}/${path}`;
    try {
      const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS) });
      // The rest of an answer that is not used may never end.
      if (!answer.ok) {
        await answer.body?.cancel();
        if (answer.status === 404) return null;
        throw new CommandStopped(`${url} answers ${answer.status}.`);
      }
      const parts: Uint8Array[] = [];
      let size = 0;
      for await (const part of answer.body ?? []) {
        size += part.byteLength;
        if (size > MOST_BYTES) throw new CommandStopped(`${url} is larger than a file of a log.`);
        parts.push(part);
      }
      return new Uint8Array(Buffer.concat(parts));
    } catch (error) {
      if (error instanceof CommandStopped || !(error instanceof Error)) throw error;
      throw new CommandStopped(`${url} cannot be read: ${error.message}.`);
    }
  };
  return {
    text: async (path) => {
      const bytes = await read(path);
      return bytes === null ? null : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
    },
    bytes: read,
  };
}
