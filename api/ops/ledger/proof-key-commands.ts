/** `proof keys …`: makes and replaces the keys of the log of published totals. */
import { toBase64 } from '#core/proof/base64.ts';
import { ascii } from '#core/proof/bytes.ts';
import { followKeys, keyChangeText, readKeyChanges } from '#core/proof/key-change.ts';
import {
  SIGNATURE,
  type SignatureType,
  signatureLine,
  type VerifierKey,
  vkeyText,
} from '#core/proof/note.ts';
import { newSignerText, readSigner, type Signer } from '../../proof/signer.ts';
import { PROOF_PORTS } from '../../proof/verify.ts';
import { CommandStopped, FINE, type Io, WRONG } from '../command.ts';
import { newTextFile } from './files.ts';
import { textOf, vkeyOf } from './proof-files.ts';

/** Makes a key: its private text goes to a new file, its public one to `out`. */
export async function makeKeyCommand(
  io: Io,
  name: string,
  path: string,
  isWitness: boolean,
): Promise<number> {
  const key = await newKeyIn(path, name, isWitness ? SIGNATURE.cosignature : SIGNATURE.ed25519);
  io.out(`${vkeyText(key)}\n`);
  return FINE;
}

/**
 * Makes the key that replaces another one, and writes to `out` the change that the old key signs.
 * @param changesPath the changes so far, where there are any.
 */
export async function rotateKeyCommand(
  io: Io,
  oldPath: string,
  name: string,
  newPath: string,
  changesPath: string | undefined,
): Promise<number> {
  const old = logSignerIn(oldPath);
  if (old.key.name !== name)
    throw new CommandStopped(`${oldPath} is a key of ${old.key.name}: a log keeps its name.`);
  const changes = changesPath === undefined ? [] : changesIn(changesPath);
  const last = changes.at(-1)?.key;
  if (last !== undefined && vkeyText(last) !== vkeyText(old.key))
    throw new CommandStopped(`The last change of ${changesPath} is not to the key of ${oldPath}.`);
  const key = await newKeyIn(newPath, name, SIGNATURE.ed25519);
  const text = keyChangeText({ origin: name, number: changes.length + 1, key });
  io.out(`${text}\n${signatureLine(old.key, old.sign(ascii(text)))}`);
  return FINE;
}

/** Checks that changes lead on from a key, and writes them as the server takes them. */
export async function checkKeysCommand(
  io: Io,
  path: string,
  keys: readonly string[] | undefined,
): Promise<number> {
  const [text, ...more] = keys ?? [];
  if (text === undefined || more.length > 0)
    throw new CommandStopped('Name the key that the changes start from: --key VKEY.');
  const key = vkeyOf(text, SIGNATURE.ed25519);
  const changes = changesIn(path);
  const trusted = { origin: key.name, keys: [key], witnesses: [], quorum: 0 };
  const followed = await followKeys(textOf(path), trusted, PROOF_PORTS);
  const [newest] = followed?.keys ?? [];
  const last = changes.at(-1)?.key;
  if (newest === undefined || last === undefined || vkeyText(newest) !== vkeyText(last)) {
    io.out('WRONG    the changes do not lead on from this key\n');
    return WRONG;
  }
  io.out(
    `ok       ${changes.length === 1 ? '1 change' : `${changes.length} changes`}, the key is now ${vkeyText(last)}\n`,
  );
  io.out(`PROOF_KEY_CHANGES=${toBase64(new TextEncoder().encode(textOf(path)))}\n`);
  return FINE;
}

async function newKeyIn(path: string, name: string, type: SignatureType): Promise<VerifierKey> {
  const text = newKey(name, type);
  const key = readSigner(text)?.key;
  if (key === undefined) throw new Error('A new key cannot be read');
  await newTextFile(path, async (append) => append(`${text}\n`));
  return key;
}

function newKey(name: string, type: SignatureType): string {
  try {
    return newSignerText(name, type);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CommandStopped('A name has 1 to 200 ASCII characters without space and plus.');
  }
}

function logSignerIn(path: string): Signer {
  const signer = readSigner(textOf(path).trim());
  if (signer?.key.type !== SIGNATURE.ed25519) throw new CommandStopped(`${path} holds no key of a log.`);
  return signer;
}

function changesIn(path: string) {
  const changes = readKeyChanges(textOf(path), PROOF_PORTS.hash);
  if (changes === null) throw new CommandStopped(`${path} holds no changes of a key.`);
  return changes;
}
