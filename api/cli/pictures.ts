/** `npm run pictures -- --out FOLDER`: writes the badges and level icons as PNG. The build serves the badges by itself. */
import { parseArgs } from 'node:util';
import { renderPictures } from './render-pictures.ts';

const { out } = parseArgs({ options: { out: { type: 'string' } } }).values;
if (out === undefined) {
  process.stderr.write('Usage: npm run pictures -- --out FOLDER\n');
  process.exitCode = 2;
} else {
  const { pictures, bytes } = await renderPictures(out);
  process.stdout.write(`${out}: ${pictures} pictures, ${Math.round(bytes / 1024)} KiB\n`);
}
