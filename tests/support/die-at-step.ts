/** Loaded before a command with `--import`: kills its process right before the step `DIE_AT_STEP` in which it changes names or contents of files. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const STEPS = ['chmodSync', 'copyFileSync', 'fsyncSync', 'linkSync', 'renameSync', 'rmSync'] as const;
let left = Number(process.env['DIE_AT_STEP']);

for (const name of STEPS) {
  const step = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name](...args: unknown[]) {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return step(...args);
    },
  });
}
syncBuiltinESMExports();
