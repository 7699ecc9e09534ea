/** What every command of the ledger's command line uses: its streams, its exit codes, arguments, files that are never overwritten. */
import { closeSync, fsyncSync, linkSync, openSync, readSync, unlinkSync } from 'node:fs';
import { inGroups } from '#core/digits.ts';

export interface Io {
  out(text: string): void;
  err(text: string): void;
  /** Whether `err` is a terminal, where a line of progress can be written over. */
  readonly isTerminal: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** How other homes are reached, and waited for; as the runtime does it where absent. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly wait?: (ms: number) => Promise<void>;
}

/** Exit codes. */
export const FINE = 0;
/** Something is wrong with what was looked at, or the command was refused. */
export const WRONG = 1;
/** The command was not understood, or could not be done at all. */
export const UNUSABLE = 2;

export interface Arguments {
  readonly words: readonly string[];
  readonly options: ReadonlyMap<string, string>;
}

/** Splits `--name value` and `--name=value` from plain words; null where an option is unknown or has no value. */
export function readArguments(args: readonly string[], known: ReadonlySet<string>): Arguments | null {
  const words: string[] = [];
  const options = new Map<string, string>();
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (!arg.startsWith('--')) {
      words.push(arg);
      continue;
    }
    const [name = '', inline] = arg.slice(2).split(/=(.*)/s, 2);
    const value = inline ?? args[index + 1];
    if (!known.has(name) || value === undefined) return null;
    if (inline === undefined) index += 1;
    options.set(name, value);
  }
  return { words, options };
}

/** Says how far long work has come, a few times a second on a terminal, else every two seconds. */
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

/** The lines of a UTF-8 file, without holding it in memory. */
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

/** The name under which a file is written before it is whole. */
export function partialName(path: string): string {
  return `${path}.partial-${process.pid}`;
}

/** Gives a finished file its name. False, and the finished file gone, where there is one of that name already. */
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

/** The code of an error that the system or SQLite reports (a file that cannot be read, a full disk); null for a defect. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : null;
  if (typeof code === 'string' && /^(E[A-Z0-9]+|SQLITE_\w+)$/.test(code)) return code;
  return error.cause === undefined ? null : systemCode(error.cause);
}
