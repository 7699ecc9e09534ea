/** `npm run bundle`: server, commands and built app as one folder that runs on plain Node. */
import { execFileSync } from 'node:child_process';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '#api/ops/arguments.ts';
import { NoBundle, writeBundle } from '#api/ops/bundle/write-bundle.ts';
import { isBuildOutdated } from '#api/ops/outdated-build.ts';

const { values } = scriptArguments('npm run bundle [-- --out FOLDER] [--dist FOLDER]', {
  options: {
    out: { type: 'string', default: 'bundle' },
    /** A built app that is taken as it is; by default that of this checkout, built anew where it is outdated. */
    dist: { type: 'string' },
  },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
const dist = resolve(root, values.dist ?? 'dist');
// Another user runs it.
process.umask(0o022);
if (values.dist === undefined && isBuildOutdated(root, dist)) {
  execFileSync(process.execPath, [join(root, 'api/ops/build.ts')], { cwd: root, stdio: 'inherit' });
}
try {
  const out = resolve(root, values.out);
  const version = await writeBundle({ root, dist, out });
  process.stdout.write(`${relative('', out) || '.'}: ${version}\n`);
} catch (error) {
  if (!(error instanceof NoBundle)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
