/** Colours for pictures saved as files. On screen the same names are design tokens in src/ui/tiers.css. */

/** Start and end of the gradient of each tier, 1 to 20. */
const TIERS: readonly (readonly [string, string])[] = [
  ['#ffc2dd', '#f06aa8'],
  ['#d9b8ff', '#8e4ec6'],
  ['#b7f0c0', '#2f9e5b'],
  ['#ffb3ab', '#d6362b'],
  ['#bfe9ff', '#2fa4e0'],
  ['#efc9a2', '#a8662c'],
  ['#f4f6f8', '#9aa5b1'],
  ['#ffe9a3', '#d49a0c'],
  ['#f5f7fa', '#b9c6d3'],
  ['#d98aa0', '#7b1e3b'],
  ['#7fb2ff', '#2563eb'],
  ['#ffc27a', '#f07c12'],
  ['#dcf58a', '#84b80f'],
  ['#c9b6ff', '#6d3be0'],
  ['#8ff0cb', '#058763'],
  ['#d8b79a', '#6f4424'],
  ['#ff9ecb', '#3b82f6'],
  ['#6aa5ff', '#d9e2ea'],
  ['#e3e9ef', '#7a4a28'],
  ['#7a4a28', '#f5c542'],
];

/** By token name without the dashes: `tier-5-from`. */
export const PICTURE_COLOURS: ReadonlyMap<string, string> = new Map([
  ...TIERS.flatMap(([from, to], index) => [
    [`tier-${index + 1}-from`, from] as const,
    [`tier-${index + 1}-to`, to] as const,
  ]),
  ['glyph-light', '#ffffff'],
  ['glyph-dark', '#0b1b33'],
]);

/** @throws if files have no value for the colour. */
export function pictureColour(token: string): string {
  const colour = PICTURE_COLOURS.get(token);
  if (colour === undefined) throw new Error(`no colour ${token}`);
  return colour;
}
