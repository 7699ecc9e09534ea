/** The witness's two calls, and its memory: a file for each log, in one folder. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Hono } from 'hono';
import { readVkey, SIGNATURE, vkeyText } from '#core/proof/note.ts';
import { readSigner, type Signer } from '../../proof/signer.ts';
import {
  createWitness,
  MOST_REQUEST_BYTES,
  type WitnessedLog,
  type WitnessMemory,
} from '../../proof/witness.ts';
import { sha256, sha256Bytes } from '../../runtime/hashing.ts';
import { readText } from '../../runtime/read-text.ts';
import { CommandStopped } from '../command.ts';

export interface WitnessWords {
  readonly key?: string | undefined;
  readonly log?: readonly string[] | undefined;
  readonly state?: string | undefined;
}

/** Throws `CommandStopped` for words that make no witness. */
export function createWitnessApp({ key, log = [], state }: WitnessWords): { app: Hono; vkey: string } {
  if (key === undefined || state === undefined || log.length === 0)
    throw new CommandStopped('A witness needs --key, --log and --state.');
  const signer = signerIn(key);
  const memory = memoryIn(state);
  const answerTo = createWitness({ logs: logsOf(log), signer, memory, now: Date.now });

  const app = new Hono();
  app.post('/add-checkpoint', async ({ req, body, text }) => {
    const read = await readText(req.raw.body, MOST_REQUEST_BYTES);
    if (read === null) return text('The request is too long.\n', 413);
    const { status, body: answer, type } = await answerTo(read);
    return body(answer, status, { 'content-type': type });
  });
  app.get('/:hash/checkpoint', ({ req, body, text }) => {
    const note = memory.byHash(req.param('hash'));
    return note === null
      ? text('No checkpoint.\n', 404)
      : body(note, 200, { 'content-type': 'text/plain; charset=utf-8' });
  });
  return { app, vkey: vkeyText(signer.key) };
}

function signerIn(path: string): Signer {
  const signer = readSigner(readFileSync(path, 'utf8').trim());
  if (signer?.key.type !== SIGNATURE.cosignature)
    throw new CommandStopped(`${path} holds no key of a witness.`);
  return signer;
}

/** The keys of one origin are of one log. */
function logsOf(vkeys: readonly string[]): WitnessedLog[] {
  const keys = vkeys.map((text) => {
    const key = readVkey(text, sha256Bytes);
    if (key?.type !== SIGNATURE.ed25519)
      throw new CommandStopped(`Not the public key of a log: ${text.split('+', 1)[0]}.`);
    return key;
  });
  const origins = [...new Set(keys.map(({ name }) => name))];
  return origins.map((origin) => ({ origin, keys: keys.filter(({ name }) => name === origin) }));
}

function memoryIn(folder: string): WitnessMemory & { byHash(hash: string): string | null } {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandStopped(`There is no folder ${folder}.`);
  const byHash = (hash: string): string | null => {
    if (!/^[0-9a-f]{64}$/.test(hash)) return null;
    try {
      return readFileSync(join(folder, hash), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  };
  return {
    byHash,
    newest: (origin) => byHash(sha256(origin)),
    keep(origin, note) {
      const path = join(folder, sha256(origin));
      // A crash leaves the old file or the new one, never half of it.
      writeFileSync(`${path}.new`, note, { flush: true });
      renameSync(`${path}.new`, path);
      const directory = openSync(folder, 'r');
      fsyncSync(directory);
      closeSync(directory);
    },
  };
}
