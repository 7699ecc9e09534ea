/** `npm run build`: builds the app and makes it the newest release in dist/. */
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildRelease } from '#api/cli/release.ts';

const { values } = parseArgs({ options: { out: { type: 'string', default: 'dist' } } });
const root = fileURLToPath(new URL('../..', import.meta.url));
const release = await buildRelease({ root, out: values.out });
process.stdout.write(
  `${values.out}: ${release.files} files, ${release.kept} more kept for pages of earlier releases\n`,
);
