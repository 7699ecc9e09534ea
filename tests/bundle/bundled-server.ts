/** The server of a bundle on plain Node, with nothing in its environment but its own variables. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { BOT_TOKEN } from '#tests/support/server.ts';

/** Variables that every server needs. */
export const VARIABLES = {
  BOT_TOKEN,
  BOT_USERNAME: 'irich_test_bot',
  APP_SHORT_NAME: 'app',
  PUBLIC_URL: 'https://irich.example',
  MARKET_PROVIDER: 'sample',
  // No upstream service is asked.
  WALLETS_LIST_URL: 'http://127.0.0.1:9/wallets.json',
};

export interface BundledServer {
  readonly origin: string;
  readonly pid: number;
  /** What it wrote so far. */
  log(): string;
  /** Its exit code after SIGTERM. */
  stop(): Promise<number | null>;
}

/** The variables by which the unit of a bundle bounds the memory of the server. */
export function memoryVariables(bundle: string): Readonly<Record<string, string>> {
  const unit = readFileSync(join(bundle, 'api/ops/systemd/irich.service'), 'utf8');
  const found = [...unit.matchAll(/^Environment=(NODE_OPTIONS|MALLOC_\w+)=(.+)$/gm)];
  if (found.length !== 2) throw new Error('The unit bounds memory in another way');
  return Object.fromEntries(found.map(([, name, value]) => [name, value]));
}

/** @param bundle the folder, or a link to it */
export async function startBundled(
  bundle: string,
  env: Readonly<Record<string, string>>,
): Promise<BundledServer> {
  const child = spawn(process.execPath, ['--enable-source-maps', `${bundle}/server.mjs`], {
    cwd: '/',
    env: { ...VARIABLES, PORT: '0', ...env },
    // With this channel the server ends when this process ends, even by a kill.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
  const closed = once(child, 'close');
  const listening = () => /"message":"listening","url":"([^"]+)"/.exec(log)?.[1];
  let hasEnded = false;
  child.once('close', () => {
    hasEnded = true;
  });
  while (listening() === undefined && !hasEnded)
    await Promise.race([once(child.stdout as Readable, 'data'), closed]);
  const origin = listening();
  if (origin === undefined || child.pid === undefined)
    throw new Error(`the server ended at its start:\n${log}`);
  return {
    origin,
    pid: child.pid,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await closed;
      return code;
    },
  };
}
