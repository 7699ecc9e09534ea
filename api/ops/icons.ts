/** `npm run icons`: makes the PNG icons of the web manifest from public/mark.svg. Run it after a change of the mark. */
import { readFile, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';

const PUBLIC = new URL('../../public/', import.meta.url);
const mark = await readFile(new URL('mark.svg', PUBLIC), 'utf8');

/** The background fills the square. The glyph stays in the central circle of 80 %, which every mask keeps. */
const maskable = mark
  .replace(' rx="112"', '')
  .replace('<g id="glyph"', '<g id="glyph" transform="translate(256 256) scale(.78) translate(-256 -256)"');
/** One colour on a transparent background: the system tints it. */
const monochrome = mark.replace(/<rect id="ground"[^<>]*>/, '').replace('url(#gold)', '#fff');

const icons: readonly (readonly [name: string, svg: string, size: number])[] = [
  ['icon-192.png', mark, 192],
  ['icon-512.png', mark, 512],
  ['icon-maskable-512.png', maskable, 512],
  ['icon-monochrome-512.png', monochrome, 512],
];
for (const [name, svg, size] of icons) {
  const png = new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
  await writeFile(new URL(name, PUBLIC), png);
  process.stdout.write(`public/${name}: ${png.length} bytes\n`);
}
