/** Pictures saved as files: every picture of the product's rewards, as text, with its colours. */
import { BADGE_FAMILIES, BADGE_TIERS } from '../points/badges.ts';
import { LEVEL_BOUNDS } from '../points/levels.ts';
import { badgePicture } from './badge.ts';
import { levelPicture } from './level.ts';
import type { Picture, Shape } from './shape.ts';

/** 80 badges and 20 level icons, by the name of the file. */
export function allPictures(): ReadonlyMap<string, Picture> {
  const pictures = new Map<string, Picture>();
  for (const family of BADGE_FAMILIES) {
    BADGE_TIERS[family].forEach((_, index) => {
      const badge = { family, tier: index + 1 };
      pictures.set(`badges/${family}_${badge.tier}`, badgePicture({ badge, isLocked: false, id: '' }));
    });
  }
  LEVEL_BOUNDS.forEach((_, index) => {
    pictures.set(`levels/level_${index + 1}`, levelPicture(index + 1, ''));
  });
  return pictures;
}

/** A picture as file text. @param colour resolves a design token, named without its dashes: `tier-5-from`. */
export function svgText({ box, shapes }: Picture, colour: (token: string) => string): string {
  const [, , width, height] = box;
  const inner = shapes.map((one) => textOf(one, colour)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(' ')}" width="${width}" height="${height}">${inner}</svg>\n`;
}

function textOf({ tag, attributes, children }: Shape, colour: (token: string) => string): string {
  const written = Object.entries(attributes).map(([name, value]) => {
    const resolved = String(value).replace(/var\(--([\w-]+)\)/g, (_, token: string) => colour(token));
    return ` ${fileName(name)}="${resolved}"`;
  });
  const open = `<${tag}${written.join('')}`;
  if (children.length === 0) return `${open}/>`;
  return `${open}>${children.map((child) => textOf(child, colour)).join('')}</${tag}>`;
}

function fileName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** Start and end of the gradient of each tier, 1 to 20. On screen these are design tokens in src/ui/tiers.css. */
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
