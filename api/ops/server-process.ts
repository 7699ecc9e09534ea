/** Runs a server as a child process: hears when it listens, shows its faults, and leaves nothing of it behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface ServerProcess {
  /** Resolves with the address once the server listens, with null where it ended before. */
  readonly listening: Promise<URL | null>;
  /** Resolves with the exit code once the server has ended; 1 where a signal ended it. */
  readonly ended: Promise<number>;
  kill(signal: NodeJS.Signals): void;
}

/**
 * Starts Node in a process group of its own. The server ends when this process does.
 * @param args the script, from the root of the project, and its arguments.
 */
export function startServer(args: readonly string[], env: NodeJS.ProcessEnv): ServerProcess {
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env,
  });
  const { stdout } = child;
  if (stdout === null) throw new Error('The server has no output');
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      endGroup(child);
      resolve(signal === null ? (code ?? 1) : 1);
    });
  });
  const heard = new Promise<URL>((resolve) => {
    createInterface({ input: stdout }).on('line', (text) => {
      const line = parse(text);
      if (line?.['message'] === 'listening') resolve(new URL(String(line['url'])));
      else if (line === null || line['fault'] !== undefined || Number(line['status']) >= 500) {
        // The rest of the log is for a machine.
        process.stderr.write(`${text}\n`);
      }
    });
  });
  return {
    listening: Promise.race([heard, ended.then(() => null)]),
    ended,
    kill: (signal) => void child.kill(signal),
  };
}

/** Where a server was killed, the processes that it had started end too. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Null where it is not a line of the server's own log, such as a warning of the runtime. */
function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}
