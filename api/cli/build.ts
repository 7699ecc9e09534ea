/** `npm run build`: builds the app and makes it the newest release in dist/. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildRelease, connectOf } from '#api/cli/release.ts';
import { wranglerVariables } from '#api/cli/wrangler-variables.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
// A deployment on Cloudflare has its variables in a file, and serves files with the headers that are written here.
const connect = connectOf({ ...wranglerVariables(root), ...process.env });
const release = await buildRelease({ root, out: values.out, connect });
process.stdout.write(
  `${values.out}: ${release.files} files, ${release.kept} more kept for pages of earlier releases\n`,
);
