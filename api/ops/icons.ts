/** `npm run icons`: makes the PNG icons of the web manifest from public/mark.svg. Run it after a change of the mark. */
import { readFile, writeFile } from 'node:fs/promises';
import { iconsOf } from './mark-icons.ts';

const PUBLIC = new URL('../../public/', import.meta.url);
const mark = await readFile(new URL('mark.svg', PUBLIC), 'utf8');
for (const [name, png] of await iconsOf(mark)) {
  await writeFile(new URL(name, PUBLIC), png);
  process.stdout.write(`public/${name}: ${png.length} bytes\n`);
}
