/**
 * Faults of one machine that a load test brings about: its disk is filled, its clock is set. Each says how long readiness took
 * to tell of the fault, and of its end. Linux, as root; Debian's `faketime` sets the clock.
 */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProblemCode, Ready } from '#core/contract/public.ts';

export interface ToldFault {
  readonly name: string;
  /** Milliseconds until readiness told of the fault, and until it no longer did. */
  readonly toldMs: number;
  readonly endedMs: number;
}

export interface FaultyMachine {
  /** A database on a small disk of its own. */
  readonly database: string;
  /** Lets the server see the clock that is set. */
  readonly env: Readonly<Record<string, string>>;
  /** Fills the disk, and frees it once readiness has told. @param origin of the server, or of its proxy */
  fillDisk(origin: string): Promise<ToldFault>;
  /** Sets the clock ahead by an hour, and back once readiness has told. */
  setClock(origin: string): Promise<ToldFault>;
  /** Removes the disk. */
  remove(): void;
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

  return {
    database: join(disk, 'irich.sqlite'),
    env: {
      LD_PRELOAD: execFileSync('sh', ['-c', 'ls /usr/lib/*/faketime/libfaketimeMT.so.1']).toString().trim(),
      FAKETIME_TIMESTAMP_FILE: time,
      FAKETIME_NO_CACHE: '1',
      // Timers run by this clock, which nobody can set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    fillDisk: (origin) =>
      told(origin, 'disk filled', ['disk_nearly_full', 'database_unwritable'], {
        begin: () => fill(ballast),
        end: () => rmSync(ballast),
      }),
    setClock: (origin) =>
      told(origin, 'clock set by an hour', ['clock_set'], {
        begin: () => writeFileSync(time, '+1h'),
        end: () => writeFileSync(time, '+0'),
      }),
    remove() {
      execFileSync('umount', [disk]);
      rmSync(folder, { recursive: true });
    },
  };
}

/** Waits until readiness names a problem, ends the fault, and waits until readiness names none. */
async function told(
  origin: string,
  name: string,
  codes: readonly ProblemCode[],
  { begin, end }: { readonly begin: () => void; readonly end: () => void },
): Promise<ToldFault> {
  begin();
  let toldMs: number;
  try {
    toldMs = await until(origin, ({ problems }) => problems.some(({ code }) => codes.includes(code)));
  } finally {
    end();
  }
  return { name, toldMs, endedMs: await until(origin, ({ status }) => status === 'ready') };
}

/** Milliseconds until readiness answers so. */
export async function until(origin: string, isSo: (ready: Ready) => boolean): Promise<number> {
  const from = performance.now();
  while (performance.now() - from < LIMIT_MS) {
    try {
      const answer = await fetch(`${origin}/api/health/ready`);
      if (isSo((await answer.json()) as Ready)) return performance.now() - from;
    } catch {
      // The proxy, or the server, is not there.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return Number.POSITIVE_INFINITY;
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
