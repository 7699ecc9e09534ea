// Installs the packages where they are missing or not those of the lock file. Plain JavaScript: it runs on any Node
// from 20 on, before anything is installed. What follows it runs on the pinned Node, which is one of the packages.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('..', import.meta.url);
const stamp = new URL('node_modules/.irich-lock', root);
const wanted = createHash('sha256')
  .update(readFileSync(new URL('package-lock.json', root)))
  .digest('hex');

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  process.stderr.write('Installing packages…\n');
  // Not `npm ci`: it refuses a lock file made where a registry lacks other platforms' optional packages.
  // No install scripts: what is used ships its binaries, and a compiler may be absent. Only Node itself needs its own.
  npm('install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund');
  npm('rebuild', 'node', '--ignore-scripts=false');
  writeFileSync(stamp, wanted);
}

function npm(...args) {
  const { status } = spawnSync('npm', [...args, '--loglevel=error'], {
    cwd: fileURLToPath(root),
    // What npm says goes to standard error: standard output is the caller's.
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (status === 0) return;
  process.stderr.write(`npm ${args.join(' ')} failed.\n`);
  process.exit(1);
}
