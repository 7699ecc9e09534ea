/**
 * `npm run pictures [-- --out FOLDER]`: writes the badges (512 px wide, for token metadata) and level icons (256 px) as PNG,
 * as `badges/lev_1.png` and `levels/level_1.png`. Into public/ where no folder is named: the next build serves them.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Resvg } from '@resvg/resvg-js';
import { allPictures } from '#core/pictures/all.ts';
import { svgText } from '#core/pictures/shape.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: join(ROOT, 'public') } } });

const tokens = await readFile(join(ROOT, 'src/ui/tiers.css'), 'utf8');
function colour(token: string): string {
  const value = new RegExp(`--${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1];
  if (value === undefined) throw new Error(`src/ui/tiers.css has no colour --${token}`);
  return value;
}

let bytes = 0;
const pictures = allPictures();
for (const [name, picture] of pictures) {
  const width = name.startsWith('badges/') ? 512 : 256;
  const png = new Resvg(svgText(picture, colour), { fitTo: { mode: 'width', value: width } })
    .render()
    .asPng();
  const file = join(values.out, `${name}.png`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, png);
  bytes += png.length;
}
process.stdout.write(`${values.out}: ${pictures.size} pictures, ${Math.round(bytes / 1024)} KiB\n`);
