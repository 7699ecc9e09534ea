/** Pictures of badges and levels: all distinct, in the product's colours, and legible. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { badgePicture } from '#core/badge-art/badge.ts';
import { allPictures, PICTURE_COLOURS, pictureColour, svgText } from '#core/badge-art/files.ts';
import type { Shape } from '#core/badge-art/shape.ts';
import { inkOf, ringsOf, roman, romanPath } from '#core/badge-art/tiers.ts';
import { BADGE_FAMILIES } from '#core/points/badges.ts';

test("files use the screen's colours", () => {
  const tokens = readFileSync(new URL('../../src/ui/tiers.css', import.meta.url), 'utf8');
  const declared = [...tokens.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, token, value]) => [token, value]);
  expect(Object.fromEntries(declared)).toEqual(Object.fromEntries(PICTURE_COLOURS));
});

test('80 badges and 20 levels all differ', () => {
  const texts = [...allPictures()].map(([, picture]) => svgText(picture, pictureColour));
  expect(texts.length).toBe(100);
  expect(new Set(texts).size).toBe(100);
});

test('a file is complete: every referenced gradient is defined once, and no token is left', () => {
  for (const [name, picture] of allPictures()) {
    const text = svgText(picture, pictureColour);
    expect(text, name).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="[-\d. ]+" width="\d+"/,
    );
    expect(text, name).not.toContain('var(');
    expect(text, name).not.toContain('strokeWidth');
    expect(text, name).not.toContain('NaN');
    const ids = [...text.matchAll(/ id="(\w+)"/g)].map((match) => match[1]);
    expect(new Set(ids).size, name).toBe(ids.length);
    for (const [, id] of text.matchAll(/url\(#(\w+)\)/g)) expect(ids, name).toContain(id);
    expect([...text.matchAll(/<\w/g)].length, name).toBe([...text.matchAll(/\/>|<\/\w/g)].length);
  }
});

test('two badges on one page never share a gradient', () => {
  const ids = ['a', 'b'].map((id) =>
    svgText(badgePicture({ badge: { family: 'lev', tier: 1 }, isLocked: false, id }), pictureColour),
  );
  expect(ids[0]).toContain('url(#arim)');
  expect(ids[0]).not.toContain('url(#brim)');
  expect(ids[1]).not.toContain('url(#arim)');
});

test.each(BADGE_FAMILIES)("a locked badge of %s keeps its shape, without its tier's colours", (family) => {
  for (let tier = 1; tier <= 20; tier += 1) {
    const used = tokensOf(badgePicture({ badge: { family, tier }, isLocked: true, id: 'x' }).shapes);
    expect([...used].toSorted()).toEqual(['hint', 'surface']);
  }
});

test('an unknown badge has a picture, too', () => {
  const { shapes } = badgePicture({ badge: null, isLocked: false, id: 'x' });
  expect([...tokensOf(shapes)]).toEqual(['hint']);
});

test('each five tiers add a ring', () => {
  expect([1, 5, 6, 10, 11, 15, 16, 20].map(ringsOf)).toEqual([1, 1, 2, 2, 3, 3, 4, 4]);
});

test('numerals', () => {
  const numerals = Array.from({ length: 20 }, (_, index) => roman(index + 1));
  expect(numerals.join(' ')).toBe('I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII XVIII XIX XX');
  // An X is two strokes, a V and an I one.
  const strokes = (tier: number) => romanPath(tier, 0).path.split('M').length - 1;
  expect([1, 4, 5, 18, 20].map(strokes)).toEqual([1, 2, 1, 6, 4]);
  expect(romanPath(1, 0)).toEqual({ path: 'M0 -3.4v6.8', width: 0 });
});

describe('glyphs stand out from their plate', () => {
  const OPACITY = { dark: 0.88, light: 1 };

  /** Along the part of the gradient behind the glyph. */
  function lowestContrast(tier: number, ink: 'dark' | 'light'): number {
    const [from, to] = [rgb(pictureColour(`tier-${tier}-from`)), rgb(pictureColour(`tier-${tier}-to`))];
    const above = rgb(pictureColour(`glyph-${ink}`));
    const places = [0.25, 0.4, 0.55, 0.7].map((place) => {
      const ground = from.map((value, i) => value * (1 - place) + (to[i] ?? 0) * place);
      const seen = ground.map((value, i) => (above[i] ?? 0) * OPACITY[ink] + value * (1 - OPACITY[ink]));
      return contrast(seen, ground);
    });
    return Math.min(...places);
  }

  test.each(Array.from({ length: 20 }, (_, index) => index + 1))('tier %i', (tier) => {
    const ink = inkOf(tier);
    const other = ink === 'dark' ? 'light' : 'dark';
    // WCAG 2.2, 1.4.11.
    expect(lowestContrast(tier, ink)).toBeGreaterThanOrEqual(3);
    expect(lowestContrast(tier, ink)).toBeGreaterThanOrEqual(lowestContrast(tier, other));
  });
});

function tokensOf(shapes: readonly Shape[]): Set<string> {
  return new Set([...JSON.stringify(shapes).matchAll(/var\(--([\w-]+)\)/g)].map((match) => match[1] ?? ''));
}

function rgb(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16));
}

function luminance(values: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = values.map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(a: readonly number[], b: readonly number[]): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}
