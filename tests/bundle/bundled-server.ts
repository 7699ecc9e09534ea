/** The server of a bundle on plain Node, with nothing in its environment but its own variables. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { vi } from 'vitest';
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
  /** What it wrote so far. */
  log(): string;
  /** Its exit code after SIGTERM. */
  stop(): Promise<number | null>;
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
  const origin = await vi.waitFor(
    () => {
      const url = /"message":"listening","url":"([^"]+)"/.exec(log)?.[1];
      if (url === undefined && child.exitCode === null) throw new Error(`not listening yet: ${log}`);
      return url;
    },
    { timeout: 20_000 },
  );
  if (origin === undefined) throw new Error(`the server ended at its start:\n${log}`);
  return {
    origin,
    log: () => log,
    async stop() {
      child.kill('SIGTERM');
      const [code] = await closed;
      return code;
    },
  };
}
