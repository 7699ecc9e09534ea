/** What the `proof` commands read: keys on the command line, and files of bounded size in folders and at addresses. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { LogFiles } from '#core/proof/check-log.ts';
import { readVkey, SIGNATURE, type SignatureType } from '#core/proof/note.ts';
import { sha256Bytes } from '../../runtime/hashing.ts';
import { CommandStopped, grouped, type Io } from '../command.ts';

/** The largest file that belongs to a log: a bundle of 256 entries. */
const MOST_BYTES = 1_000_000;
const WAIT_MS = 30_000;

export function vkeyOf(text: string, type: SignatureType) {
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

export function textOf(path: string): string {
  const bytes = smallFile(path);
  if (bytes === null) throw new CommandStopped(`There is no file ${path}.`);
  return bytes.toString('utf8');
}

/** The text of a file, or of one at an address. */
export async function textAt(io: Io, place: string): Promise<string> {
  if (!isAddress(place)) return textOf(place);
  const end = place.lastIndexOf('/');
  const text = await filesAt(io, place.slice(0, end)).text(place.slice(end + 1));
  if (text === null) throw new CommandStopped(`${place} answers 404.`);
  return text;
}

/** Null if there is none. A pipe or a device, which may never end, is not opened. */
function smallFile(path: string): Buffer | null {
  const about = statSync(path, { throwIfNoEntry: false });
  if (about === undefined) return null;
  if (!about.isFile() || about.size > MOST_BYTES)
    throw new CommandStopped(`${path} is no file of up to ${grouped(MOST_BYTES)} bytes.`);
  return readFileSync(path);
}

export const isAddress = (place: string) => /^https?:\/\//i.test(place);

export function filesIn(folder: string): LogFiles {
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

export function filesAt({ fetch = globalThis.fetch }: Io, address: string): LogFiles {
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
