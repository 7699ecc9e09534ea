/**
 * `npm run pictures [-- --out FOLDER]`: writes the badges (512 px wide, for token metadata) and level icons (256 px) as PNG,
 * as `badges/lev_1.png` and `levels/level_1.png`. Into public/ where no folder is named: the next build serves them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Resvg } from '@resvg/resvg-js';
import { allPictures } from '#core/pictures/all.ts';
import { pictureColour } from '#core/pictures/colours.ts';
import { svgText } from '#core/pictures/shape.ts';

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url));
const { values } = parseArgs({ options: { out: { type: 'string', default: PUBLIC } } });

let bytes = 0;
const pictures = allPictures();
for (const [name, picture] of pictures) {
  const width = name.startsWith('badges/') ? 512 : 256;
  const png = new Resvg(svgText(picture, pictureColour), { fitTo: { mode: 'width', value: width } })
    .render()
    .asPng();
  const file = join(values.out, `${name}.png`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, png);
  bytes += png.length;
}
process.stdout.write(`${values.out}: ${pictures.size} pictures, ${Math.round(bytes / 1024)} KiB\n`);
