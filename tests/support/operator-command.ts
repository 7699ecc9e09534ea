/** An operator's command in this process, with what it says. */
import type { Io } from '#api/ops/command.ts';

export interface Said {
  /** The exit code. */
  readonly code: number;
  /** Standard output. */
  readonly out: string;
  /** Standard error. */
  readonly err: string;
}

/** @param io environment, and what reaches other deployments; without a terminal. */
export async function runInProcess(
  run: (args: string[], io: Io) => Promise<number>,
  args: readonly string[],
  io: Partial<Omit<Io, 'out' | 'err'>> = {},
): Promise<Said> {
  const said = { out: '', err: '' };
  const code = await run([...args], {
    isTerminal: false,
    env: {},
    ...io,
    out(text) {
      said.out += text;
    },
    err(text) {
      said.err += text;
    },
  });
  return { code, ...said };
}
