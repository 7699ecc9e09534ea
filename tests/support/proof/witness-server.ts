/** A real witness over HTTP, for tests of the log that asks it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { createWitnessApp } from '#api/ops/witness/app.ts';
import type { AskedWitness } from '#api/proof/ask-witnesses.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { SIGNATURE, vkeyText } from '#core/proof/note.ts';

export interface RunningWitness extends AskedWitness {
  stop(): void;
}

/**
 * @param folder keeps its key and its memory, which it goes on from
 * @param name of its key and its files
 * @param text of its key; a new one where absent
 */
export function startWitness(
  folder: string,
  name: string,
  logs: readonly Signer[],
  text = newSignerText(name, SIGNATURE.cosignature),
): Promise<RunningWitness> {
  const own = readSigner(text);
  if (own === null) throw new Error('no key');
  const [key, state] = [join(folder, `${name}.key`), join(folder, name)];
  writeFileSync(key, text);
  mkdirSync(state, { recursive: true });
  const { app } = createWitnessApp({ key, log: logs.map((one) => vkeyText(one.key)), state });
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      resolve({ key: own.key, url: `http://127.0.0.1:${port}`, stop: () => server.close() }),
    );
  });
}
