/** Shared by all ledger commands: streams, exit codes, and files that are never overwritten. */
import { closeSync, fsyncSync, linkSync, openSync, readSync, unlinkSync } from 'node:fs';
import { inGroups } from '#core/digits.ts';

export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Whether `err` is a terminal, where a progress line can be overwritten. */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Reach other deployments and wait between tries; the runtime's own by default. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Exit codes. */
export const FINE = 0;
/** The command found a fault, or was refused. */
export const WRONG = 1;
/** The command was not understood, or could not run at all. */
export const UNUSABLE = 2;

/** Reports the progress of long work: five times a second on a terminal, otherwise every two seconds. */
export function startProgress(io: Io): { step(text: () => string): void; end(): void } {
  const every = io.isTerminal ? 200 : 2000;
  let last = performance.now();
  let isWritten = false;
  return {
    step(text) {
      const now = performance.now();
      if (now - last < every) return;
      last = now;
      isWritten = true;
      io.err(io.isTerminal ? `\r\u001b[K${text()}` : `${text()}\n`);
    },
    end() {
      if (isWritten && io.isTerminal) io.err('\r\u001b[K');
    },
  };
}

export function grouped(count: number): string {
  return inGroups(`${count}`, ',');
}

/** The lines of a UTF-8 file, read without holding the file in memory. */
export function* linesOf(path: string): Generator<string> {
  const file = openSync(path, 'r');
  try {
    const decoder = new TextDecoder('utf-8');
    const bytes = new Uint8Array(64 * 1024);
    let rest = '';
    for (;;) {
      const count = readSync(file, bytes);
      rest += decoder.decode(bytes.subarray(0, count), { stream: count > 0 });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (count === 0) break;
    }
    if (rest !== '') yield rest;
  } finally {
    closeSync(file);
  }
}

/** The name of a file while it is being written. */
export function partialName(path: string): string {
  return `${path}.partial-${process.pid}`;
}

/** Gives a finished file its name. If that name exists, returns false and deletes the finished file. */
export function publish(partial: string, path: string): boolean {
  const file = openSync(partial, 'r');
  fsyncSync(file);
  closeSync(file);
  try {
    linkSync(partial, path);
    return true;
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false;
    throw error;
  } finally {
    unlinkSync(partial);
  }
}

export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

/** The code of an error that the system or SQLite reports, such as an unreadable file or a full disk; null for a defect. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : null;
  if (typeof code === 'string' && /^(E[A-Z0-9]+|SQLITE_\w+)$/.test(code)) return code;
  return error.cause === undefined ? null : systemCode(error.cause);
}
