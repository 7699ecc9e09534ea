/** The frame of an operator's command: its streams, its exit codes, and each fault as one line. */
import { inGroups } from '#core/digits.ts';
import { Misunderstood } from './arguments.ts';

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

/** Ends a command early. The message is for the operator. */
export class CommandStopped extends Error {
  override readonly name = 'CommandStopped';
  readonly exitCode: number;

  constructor(message: string, exitCode = UNUSABLE) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Runs a command with the arguments and streams of this process. */
export async function runHere(run: (args: string[], io: Io) => Promise<number>): Promise<void> {
  process.exitCode = await run(process.argv.slice(2), {
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    isTerminal: process.stderr.isTTY === true,
    env: process.env,
  });
}

/** Returns the exit code of the work. A fault of the command line, of a system or of a database gives a line on `err`. */
export async function runCommand(
  io: Io,
  usage: string,
  work: () => number | Promise<number>,
): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const stopped = error instanceof CommandStopped ? error : stoppedBy(error, usage);
    if (stopped === null) throw error;
    io.err(`${stopped.message}\n`);
    return stopped.exitCode;
  }
}

/** Null for a defect. */
function stoppedBy(error: unknown, usage: string): CommandStopped | null {
  if (!(error instanceof Error)) return null;
  const { message } = error;
  if (error instanceof Misunderstood)
    return new CommandStopped(message === '' ? usage : `${usage}\n\n${message}.`);
  const code = systemCode(error);
  if (code?.startsWith('SQLITE_CORRUPT') === true)
    return new CommandStopped(`The database file is damaged: ${message}.`, WRONG);
  return code === null ? null : new CommandStopped(`${message}.`);
}

/** The code of an error that the system or SQLite reports, such as an unreadable file or a full disk. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : null;
  return typeof code === 'string' && /^(E[A-Z0-9]+|SQLITE_\w+)$/.test(code) ? code : systemCode(error.cause);
}

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

/** Text from outside as one line: no control character reaches the terminal. @param most characters that are shown. */
export function printable(text: string, most = 300): string {
  return text.slice(0, most).replaceAll(/[\p{C}\p{Z}]/gu, ' ');
}
