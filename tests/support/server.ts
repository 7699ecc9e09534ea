/** The real server as a child process, on a free port of this machine and a database of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 20_000;

export const BOT_TOKEN = '7000000001:AAF-test-token-for-the-journeys';

export interface TestServer {
  readonly origin: string;
  readonly databasePath: string;
  /** What the server wrote so far, standard output and standard error together. */
  log(): string;
  /** SIGKILL: nothing is said, nothing is finished. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port and database. */
  restart(): Promise<void>;
  /** Ends it gracefully and removes its database. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** The built app; dist/ where absent. */
  readonly dist?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A database of the caller's, which stays; one of the server's own, removed with it, where absent. */
  readonly database?: string;
  /** A file that takes what the server writes; then `log` stays empty. */
  readonly logTo?: string;
}

export async function startServer({ dist, env, database, logTo }: ServerOptions = {}): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'irich-server-'));
  const databasePath = database ?? join(folder, 'irich.sqlite');
  // A page's origin must outlive a restart, so the port is chosen here once.
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let log = '';
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const output = logTo === undefined ? 'pipe' : openSync(logTo, 'a');
    const started = spawn(process.execPath, ['api/node.ts'], {
      cwd: ROOT,
      // The channel: the server ends with whoever started it, even where that one is killed.
      stdio: ['ignore', output, output, 'ipc'],
      env: {
        PATH: process.env['PATH'] ?? '',
        // Hundreds of starts of the same code: each after the first finds it compiled.
        NODE_COMPILE_CACHE: join(tmpdir(), 'irich-compile-cache'),
        PORT: String(port),
        HOST: '127.0.0.1',
        DATABASE_PATH: databasePath,
        BOT_TOKEN,
        BOT_USERNAME: 'irich_test_bot',
        APP_SHORT_NAME: 'app',
        PUBLIC_URL: origin,
        MARKET_PROVIDER: 'sample',
        DIST_PATH: dist ?? 'dist',
        ...env,
      },
    });
    const collect = (chunk: Buffer) => {
      log += chunk.toString();
    };
    started.stdout?.on('data', collect);
    started.stderr?.on('data', collect);
    if (typeof output === 'number') closeSync(output);
    await untilHealthy(started);
    return started;
  }

  async function untilHealthy(started: ChildProcess): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS;
    while (performance.now() < deadline) {
      if (started.exitCode !== null) throw new Error(`the server ended at its start:\n${log}`);
      try {
        const answer = await fetch(`${origin}/api/health`);
        if (answer.ok) return;
      } catch {
        // Not listening yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    started.kill('SIGKILL');
    throw new Error(`the server did not become healthy:\n${log}`);
  }

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    child.kill(signal);
    await closed;
  }

  return {
    origin,
    databasePath,
    log: () => log,
    kill: () => end('SIGKILL'),
    async restart() {
      child = await start();
    },
    async stop() {
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  probe.close();
  await once(probe, 'close');
  return address.port;
}
