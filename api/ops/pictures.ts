/** `npm run pictures -- --out FOLDER`: writes the badges and level icons as PNG. The build serves the badges by itself. */
import { exitWithUsage, scriptArguments } from './arguments.ts';
import { renderPictures } from './render-pictures.ts';

const USAGE = 'npm run pictures -- --out FOLDER';
const { out } = scriptArguments(USAGE, { options: { out: { type: 'string' } } }).values;
if (out === undefined) exitWithUsage(USAGE);
const { pictures, bytes } = await renderPictures(out);
process.stdout.write(`${out}: ${pictures} pictures, ${Math.round(bytes / 1024)} KiB\n`);
