/** Runs a command in its own process group, so that nothing it started outlives it. */
import { spawn } from 'node:child_process';

export interface RunOptions {
  readonly cwd: string;
  /** After this many milliseconds the group is killed and the code is 124. */
  readonly limitMs: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** `output` is standard output and standard error in their order. Never rejects: a missing command is code 127. */
export function runProcess(
  command: readonly string[],
  options: RunOptions,
): Promise<{ code: number; output: string }> {
  const [program = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, NO_COLOR: '1', ...options.env },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let timedOut = false;
    const collect = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', collect);
    child.stderr.setEncoding('utf8').on('data', collect);
    const limit = setTimeout(() => {
      timedOut = true;
      output += `\nstopped after ${options.limitMs / 1000} s\n`;
      killGroup(child.pid);
    }, options.limitMs);
    child.on('error', (error) => {
      clearTimeout(limit);
      resolve({ code: 127, output: `${output}${error.message}` });
    });
    child.on('close', (code) => {
      clearTimeout(limit);
      killGroup(child.pid);
      resolve({ code: timedOut ? 124 : (code ?? 1), output });
    });
  });
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The usual case: the group has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
