/** The icons of the web manifest, made of the mark. */

const MOST_CHARACTERS = 65_536;
const GROUND = /<rect id="ground"[^<>]*(?:\/>|>\s*<\/rect>)/;
const GLYPH = '<g id="glyph"';
const END = '</svg>';
/** What runs code or asks for other files, under any prefix, and the escapes that could disguise it. */
const ACTIVE =
  /<(?:[^\s<>:/]*:)?(?:script|foreignObject|style|image|use|set|animate|!DOCTYPE|!ENTITY|\?xml-stylesheet)|\son\w+\s*=|href\s*=|url\(\s*["']?[^#"'\s]|image-set\(|&#|\\/i;
/** A namespace other than those of SVG and XLink, such as that of pages with their frames. */
const FOREIGN = /\sxmlns(?::[^\s=]*)?\s*=(?!\s*["']http:\/\/www\.w3\.org\/(?:2000\/svg|1999\/xlink)["'])/;

/** One line for each reason why icons cannot be made of an SVG, or why the app must not serve it. */
export function markFaults(svg: string): string[] {
  if (svg.length > MOST_CHARACTERS) return [`must have at most ${MOST_CHARACTERS} characters`];
  return [
    /^\s*<svg [^<>]*viewBox="0 0 512 512"/.test(svg) && svg.trimEnd().endsWith(END)
      ? ''
      : `must begin with <svg, have the viewBox "0 0 512 512" and end with ${END}`,
    GROUND.test(svg) ? '' : 'must have an empty <rect id="ground">, the square behind the sign',
    svg.includes(GLYPH) ? '' : `must have a ${GLYPH}>, the sign itself`,
    ACTIVE.test(svg)
      ? 'must not have scripts, styles, animations, links to other files, or escapes (&#…; or \\)'
      : '',
    FOREIGN.test(svg) ? 'must not have elements or attributes of other languages than SVG' : '',
  ].filter((fault) => fault !== '');
}

/** The PNGs by their names in public/. */
export async function iconsOf(mark: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const { Resvg } = await import('@resvg/resvg-js');
  const png = (svg: string, size: number) =>
    new Resvg(svg, { fitTo: { mode: 'width', value: size } }).render().asPng();
  return new Map([
    ['icon-192.png', png(mark, 192)],
    ['icon-512.png', png(mark, 512)],
    ['icon-maskable-512.png', png(maskable(mark), 512)],
    ['icon-monochrome-512.png', png(monochrome(mark), 512)],
  ]);
}

/** The background fills the square. The glyph stays in the central circle of 80 %, which every mask keeps. */
function maskable(mark: string): string {
  return mark
    .replace(GROUND, (ground) => ground.replace(/\sr[xy]\s*=\s*(?:"[^"]*"|'[^']*')/g, ''))
    .replace(GLYPH, `<g transform="translate(256 256) scale(.78) translate(-256 -256)">${GLYPH}`)
    .trimEnd()
    .slice(0, -END.length)
    .concat('</g>', END);
}

/** White on a transparent background: the system tints it. */
function monochrome(mark: string): string {
  const white =
    '<filter id="white" filterUnits="userSpaceOnUse" x="0" y="0" width="512" height="512">' +
    '<feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 1 0"/></filter>';
  return mark
    .replace(GROUND, '')
    .replace(GLYPH, `${white}<g filter="url(#white)">${GLYPH}`)
    .trimEnd()
    .slice(0, -END.length)
    .concat('</g>', END);
}
