/** Renders reward pictures as PNG files, for programs outside the app: wallets, explorers, marketplaces. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Resvg } from '@resvg/resvg-js';
import { allPictures, pictureColour, svgText } from '#core/badge-art/files.ts';

/** Badges are 512 px wide, as `badges/lev_1.png`; level icons 256 px, as `levels/level_1.png`. */
export async function renderPictures(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<{ pictures: number; bytes: number }> {
  let bytes = 0;
  const pictures = [...allPictures()].filter(([name]) => isWanted(name));
  for (const [name, picture] of pictures) {
    const width = name.startsWith('badges/') ? 512 : 256;
    const png = new Resvg(svgText(picture, pictureColour), { fitTo: { mode: 'width', value: width } })
      .render()
      .asPng();
    const file = join(folder, `${name}.png`);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, png);
    bytes += png.length;
  }
  return { pictures: pictures.length, bytes };
}
