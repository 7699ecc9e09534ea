/**
 * The real server as a child process, on a free port of this machine and a state of its own. `IRICH_DEPLOYMENT` says which deployment
 * it is: `machine` (the default) or `cloudflare`.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 20_000;

export const BOT_TOKEN = '7000000001:AAF-test-token-for-the-journeys';
const CREDIT_SECRET = 'c0ffee00c0ffee00c0ffee00c0ffee00';
const USER_OBJECTS = 'irich-UserObject';

export const DEPLOYMENTS = ['machine', 'cloudflare'] as const;
export type DeploymentName = (typeof DEPLOYMENTS)[number];

/** The deployment that journeys and load run against. */
export const CHOSEN_DEPLOYMENT: DeploymentName = deploymentName(
  process.env['IRICH_DEPLOYMENT']?.trim() || 'machine',
);

export interface TestServer {
  readonly origin: string;
  /** On one machine its SQLite file, on Cloudflare the folder of all objects. */
  readonly databasePath: string;
  /** The SQLite file that this user's ledger is in. */
  databaseOf(userId: number): string;
  /** What the server wrote so far, standard output and standard error together. */
  log(): string;
  /** SIGKILL: nothing is said, nothing is finished. */
  kill(): Promise<void>;
  /** Starts it again after `kill`, on the same port and state. @param env changes its environment from now on */
  restart(env?: Readonly<Record<string, string>>): Promise<void>;
  /** Serves the built app as it is now: at once on one machine, by a new deployment on Cloudflare. */
  deploy(): Promise<void>;
  /** Between `kill` and `restart`: backs its ledgers up; what is answered restores them, by the operator's commands on one machine. */
  backUp(): () => void;
  /** The same for its whole state, with the log of published totals, by copying files: as an attacker would. */
  copyState(): () => void;
  /** Ends it gracefully and removes its database. */
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** What `IRICH_DEPLOYMENT` says where absent; one machine where a database is given. */
  readonly deployment?: DeploymentName;
  /** The built app; dist/ where absent. */
  readonly dist?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** A database of the caller's, which stays; one of the server's own, removed with it, where absent. */
  readonly database?: string;
  /** A file that takes what the server writes, instead of this process. */
  readonly logTo?: string;
}

export async function startServer(options: ServerOptions = {}): Promise<TestServer> {
  const { dist = 'dist', database, logTo } = options;
  let { env } = options;
  const { deployment = database === undefined ? CHOSEN_DEPLOYMENT : 'machine' } = options;
  const folder = mkdtempSync(join(tmpdir(), 'irich-server-'));
  const state = join(folder, 'state');
  mkdirSync(state);
  const databasePath = database ?? (deployment === 'machine' ? join(state, 'irich.sqlite') : state);
  // A page's origin must outlive a restart, so the port is chosen here once.
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  let log = '';
  const written = () => (logTo === undefined ? log : readFileSync(logTo, 'utf8'));
  let child = await start();

  async function start(): Promise<ChildProcess> {
    const output = logTo === undefined ? 'pipe' : openSync(logTo, 'a');
    const args =
      deployment === 'machine'
        ? ['api/node.ts']
        : ['api/ops/cloudflare.ts', '--port', `${port}`, '--state', databasePath, '--dist', dist];
    const started = spawn(process.execPath, args, {
      cwd: ROOT,
      // A process group of its own: what it has started dies with it.
      detached: true,
      // With this channel the server ends when its parent process ends, even by a kill.
      stdio: ['ignore', output, output, 'ipc'],
      env: {
        PATH: process.env['PATH'] ?? '',
        // Hundreds of starts of the same code: each after the first finds it compiled.
        NODE_COMPILE_CACHE: join(tmpdir(), 'irich-compile-cache'),
        BOT_TOKEN,
        BOT_USERNAME: 'irich_test_bot',
        APP_SHORT_NAME: 'app',
        PUBLIC_URL: origin,
        MARKET_PROVIDER: 'sample',
        // No upstream service is asked.
        WALLETS_LIST_URL: `${origin}/wallets.json`,
        ...(deployment === 'machine'
          ? { PORT: String(port), HOST: '127.0.0.1', DATABASE_PATH: databasePath, DIST_PATH: dist }
          : // What a kill leaves lying about goes with the folder.
            { CREDIT_SECRET, POST_EVERY_S: '1', TMPDIR: folder }),
        ...env,
      },
    });
    const collect = (chunk: Buffer) => {
      log += chunk.toString();
    };
    started.stdout?.on('data', collect);
    started.stderr?.on('data', collect);
    if (typeof output === 'number') closeSync(output);
    // Once it has ended and all that it wrote was read.
    const closed = once(started, 'close');
    await untilHealthy(started, closed);
    return started;
  }

  async function untilHealthy(started: ChildProcess, closed: Promise<unknown>): Promise<void> {
    const deadline = performance.now() + START_LIMIT_MS;
    while (performance.now() < deadline) {
      if (started.exitCode !== null) {
        await closed;
        throw new Error(`the server ended at its start:\n${written()}`);
      }
      try {
        const answer = await fetch(`${origin}/api/health`);
        if (answer.ok) return;
      } catch {
        // Not listening yet.
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    killGroup(started);
    throw new Error(`the server did not become healthy:\n${written()}`);
  }

  async function end(stop: (child: ChildProcess) => void): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const closed = once(child, 'close');
    stop(child);
    await closed;
  }

  function copyState(): () => void {
    const copy = mkdtempSync(join(folder, 'copy-'));
    cpSync(state, copy, { recursive: true });
    return () => {
      rmSync(state, { recursive: true });
      cpSync(copy, state, { recursive: true });
    };
  }

  /** As the operator does. Throws with what the command says where it refuses. */
  function runLedger(...args: string[]): void {
    execFileSync(process.execPath, ['api/ops/ledger.ts', ...args, '--database', databasePath], {
      cwd: ROOT,
      env: { PATH: process.env['PATH'] ?? '' },
    });
  }

  return {
    origin,
    databasePath,
    databaseOf: (userId) =>
      deployment === 'machine'
        ? databasePath
        : join(databasePath, 'v3/do', USER_OBJECTS, `${objectId(userId)}.sqlite`),
    log: written,
    kill: () => end(killGroup),
    async restart(changed) {
      env = { ...env, ...changed };
      child = await start();
    },
    async deploy() {
      if (deployment === 'machine') return;
      await end(askToEnd);
      child = await start();
    },
    backUp() {
      if (deployment !== 'machine') return copyState();
      const file = join(mkdtempSync(join(folder, 'backup-')), 'irich.sqlite');
      runLedger('backup', file);
      return () => runLedger('restore', file);
    },
    copyState,
    async stop() {
      await end(askToEnd);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function askToEnd(child: ChildProcess): void {
  child.kill('SIGTERM');
}

function killGroup({ pid }: ChildProcess): void {
  if (pid !== undefined) process.kill(-pid, 'SIGKILL');
}

/** The local runtime names the file of an object after its id, which follows from its name. */
function objectId(userId: number): string {
  const key = createHash('sha256').update(USER_OBJECTS).digest();
  const name = createHmac('sha256', key).update(`${userId}`).digest().subarray(0, 16);
  return Buffer.concat([name, createHmac('sha256', key).update(name).digest().subarray(0, 16)]).toString(
    'hex',
  );
}

function deploymentName(text: string): DeploymentName {
  const deployment = DEPLOYMENTS.find((name) => name === text);
  if (deployment === undefined)
    throw new Error(`IRICH_DEPLOYMENT must be ${DEPLOYMENTS.join(' or ')}, not ${text}`);
  return deployment;
}

const givenPorts = new Set<number>();

/** A free port. No two calls give the same one, since the first caller may not listen on it yet. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  probe.listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  probe.close();
  await once(probe, 'close');
  if (givenPorts.has(address.port)) return freePort();
  givenPorts.add(address.port);
  return address.port;
}
