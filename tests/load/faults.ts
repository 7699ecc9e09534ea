/**
 * Faults of one machine that a load test brings about: its disk is filled, its clock set, its proxy killed. Each says how long
 * readiness took to tell of the fault, and of its end. Linux, as root; Debian's `faketime` sets the clock, its `caddy` is the
 * proxy.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProblemCode, Ready } from '#core/contract/public.ts';
import { toolPath } from '#tests/support/operator-tools.ts';
import { freePort } from '#tests/support/server.ts';

export interface ToldFault {
  readonly name: string;
  /** Milliseconds until readiness told of the fault, and until it no longer did. */
  readonly toldMs: number;
  readonly endedMs: number;
}

export interface FaultyMachine {
  /** A database on a small disk of its own. */
  readonly database: string;
  /** Lets the server see the clock that is set, and believe the proxy. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts the proxy. @returns its origin, by which all calls reach the server */
  startProxy(server: string): Promise<string>;
  /** Fills the disk, and frees it once readiness has told. */
  fillDisk(): Promise<ToldFault>;
  /** Sets the clock ahead by an hour, and back once readiness has told. */
  setClock(): Promise<ToldFault>;
  /** Kills the proxy, and starts it again. */
  killProxy(): Promise<ToldFault>;
  /** Ends the proxy, and removes the disk. */
  remove(): Promise<void>;
}

/** Far more than ten thousand users need. */
const DISK_MB = 512;
/** Longer than this is no longer worth waiting for. */
const LIMIT_MS = 60_000;

export function makeFaultyMachine(): FaultyMachine {
  const folder = mkdtempSync(join(tmpdir(), 'irich-faults-'));
  const disk = mkdtempSync(join(folder, 'disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'irich-load', disk]);
  const time = join(folder, 'time');
  const ballast = join(disk, 'ballast');
  writeFileSync(time, '+0');
  let origin = '';
  let startProxy: () => ChildProcess = () => {
    throw new Error('No proxy yet');
  };
  let proxy: ChildProcess | null = null;

  async function killProxy(): Promise<void> {
    if (proxy === null) return;
    const ended = once(proxy, 'exit');
    proxy.kill('SIGKILL');
    await ended;
  }

  return {
    database: join(disk, 'irich.sqlite'),
    env: {
      LD_PRELOAD: execFileSync('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketimeMT.so.1']).toString().trim(),
      FAKETIME_TIMESTAMP_FILE: time,
      FAKETIME_NO_CACHE: '1',
      // Timers run by this clock, which nobody can set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      TRUSTED_PROXIES: '127.0.0.1',
    },
    async startProxy(server) {
      origin = `http://127.0.0.1:${await freePort()}`;
      startProxy = () => caddy({ home: folder, origin, server: new URL(server).host });
      proxy = startProxy();
      await until(origin, isReady);
      return origin;
    },
    fillDisk: () =>
      told(origin, 'disk filled', names(['disk_nearly_full', 'database_unwritable']), {
        begin: () => fill(ballast),
        end: () => rmSync(ballast),
      }),
    setClock: () =>
      told(origin, 'clock set by an hour', names(['clock_set']), {
        begin: () => writeFileSync(time, '+1h'),
        end: () => writeFileSync(time, '+0'),
      }),
    killProxy: () =>
      told(origin, 'proxy killed', (ready) => ready === null, {
        begin: killProxy,
        end() {
          proxy = startProxy();
        },
      }),
    async remove() {
      await killProxy();
      execFileSync('umount', [disk]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** The answer of readiness; null where the proxy gives none of the server's. */
type Told = (ready: Ready | null) => boolean;

const isReady: Told = (ready) => ready?.status === 'ready';
const names =
  (codes: readonly ProblemCode[]): Told =>
  (ready) =>
    ready?.problems.some(({ code }) => codes.includes(code)) ?? false;

/** Waits until readiness tells of a fault, ends it, and waits until readiness names no problem. */
async function told(
  origin: string,
  name: string,
  isTold: Told,
  { begin, end }: { readonly begin: () => void | Promise<void>; readonly end: () => void },
): Promise<ToldFault> {
  await begin();
  let toldMs: number;
  try {
    toldMs = await until(origin, isTold);
  } finally {
    end();
  }
  return { name, toldMs, endedMs: await until(origin, isReady) };
}

/** Milliseconds until readiness answers so. */
async function until(origin: string, isSo: Told): Promise<number> {
  const from = performance.now();
  while (performance.now() - from < LIMIT_MS) {
    if (isSo(await readinessOf(origin))) return performance.now() - from;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return Number.POSITIVE_INFINITY;
}

async function readinessOf(origin: string): Promise<Ready | null> {
  try {
    const answer = await fetch(`${origin}/api/health/ready`);
    return (await answer.json()) as Ready;
  } catch {
    // The proxy is not there, or has no server.
    return null;
  }
}

/** The operator's own file, without TLS. */
function caddy({
  home,
  origin,
  server,
}: {
  readonly home: string;
  readonly origin: string;
  readonly server: string;
}): ChildProcess {
  const file = fileURLToPath(new URL('../../api/ops/proxy/Caddyfile', import.meta.url));
  return spawn(toolPath('caddy'), ['run', '--adapter', 'caddyfile', '--config', file], {
    stdio: 'ignore',
    env: { HOME: home, IRICH_NAME: origin, IRICH_SERVER: server, IRICH_CADDY_OPTIONS: 'admin off' },
  });
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  const block = Buffer.alloc(1024 * 1024);
  try {
    // The last blocks are small, so that no page fits any more.
    for (let size = block.length; size >= 1; size = Math.floor(size / 2)) {
      while (hasWritten(file, block.subarray(0, size)));
    }
  } finally {
    closeSync(file);
  }
}

function hasWritten(file: number, bytes: Uint8Array): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC') return false;
    throw cause;
  }
}
