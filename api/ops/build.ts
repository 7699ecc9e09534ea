/** `npm run build`: builds the app and makes it the newest release in dist/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { scriptArguments } from '#api/ops/arguments.ts';
import { readForBuild } from '#api/ops/operator-file.ts';
import { buildRelease, connectOf } from '#api/ops/release.ts';

const { values } = scriptArguments('npm run build [-- --out FOLDER]', {
  options: { out: { type: 'string', default: 'dist' } },
});
const root = fileURLToPath(new URL('../..', import.meta.url));
// A deployment on Cloudflare reads its variables from wrangler.toml and serves files with the headers written here.
const wrangler = readFileSync(join(root, 'wrangler.toml'), 'utf8');
const section = /^\[vars\]$([\s\S]*?)(?=^\[|(?![\s\S]))/m.exec(wrangler)?.[1] ?? '';
const variables = Object.fromEntries(
  [...section.matchAll(/^(\w+) = "([^"]*)"$/gm)].map(([, name = '', value = '']) => [name, value]),
);
const connect = connectOf({ ...variables, ...process.env });
// Vite reads it from the environment.
process.env['APP_NAME'] ||= variables['APP_NAME'] ?? '';
const operator = readForBuild(process.env);
if (!operator.ok) {
  for (const fault of operator.faults) process.stderr.write(`${fault}\n`);
  process.exit(1);
}
const release = await buildRelease({ root, out: values.out, connect });
process.stdout.write(
  `${values.out}: ${release.files} files, ${release.kept} more kept for pages of earlier releases\n`,
);
