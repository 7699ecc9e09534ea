/** Every text of every theme is readable, and the style sheet's tokens are those without a theme. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contrast, type Hex, mix, paletteOf, readable, schemeOf } from '#platform/telegram/theme.ts';
import { DARK_THEME, LIGHT_THEME } from '#tests/support/launch.ts';

const TINTS = ['--gain-bg', '--loss-bg', '--rich-bg', '--warn-bg'];
/** Which colours are read on which backgrounds. */
const PAIRS: readonly (readonly [string, readonly string[]])[] = [
  ['--text', ['--bg', '--surface', ...TINTS]],
  ['--hint', ['--bg', '--surface', ...TINTS]],
  ['--link', ['--bg', '--surface']],
  ['--accent-text', ['--bg', '--surface']],
  ['--on-accent', ['--accent']],
  ['--gain', ['--bg', '--surface', '--gain-bg']],
  ['--loss', ['--bg', '--surface', '--loss-bg']],
  ['--rich', ['--bg', '--surface', '--rich-bg']],
  ['--warn', ['--bg', '--surface', '--warn-bg']],
];

function unreadable(variables: Readonly<Record<string, string>>): string[] {
  return PAIRS.flatMap(([name, grounds]) =>
    grounds
      .filter((ground) => contrast(variables[name] as Hex, variables[ground] as Hex) < 4.5)
      .map((ground) => `${name} ${variables[name]} on ${ground} ${variables[ground]}`),
  );
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n): Hex => `#${n.toString(16).padStart(6, '0')}`);

describe('palettes', () => {
  test.each([
    ['the host, light', LIGHT_THEME],
    ['the host, dark', DARK_THEME],
    ['none', {}],
  ])('of %s are readable in both schemes', (_, theme) => {
    for (const chosen of [null, 'light', 'dark'] as const) {
      for (const fallback of ['light', 'dark'] as const) {
        expect(unreadable(paletteOf(theme as Record<string, Hex>, fallback, chosen).variables)).toEqual([]);
      }
    }
  });

  test('of any theme with similar backgrounds are readable', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.array(hex, { minLength: 6, maxLength: 6 }),
        fc.double({ min: 0, max: 0.12, noNaN: true }),
        (isDark, colours, distance) => {
          const [base = '#000000', text, hint, link, button, buttonText] = colours;
          const ground = mix(isDark ? '#101418' : '#f6f8fa', base, 0.1);
          const theme = {
            bg_color: ground,
            secondary_bg_color: mix(ground, isDark ? '#000000' : '#dfe4ea', distance),
            text_color: text,
            hint_color: hint,
            link_color: link,
            button_color: button,
            button_text_color: buttonText,
          } as Record<string, Hex>;
          expect(unreadable(paletteOf(theme, 'light', null).variables)).toEqual([]);
        },
      ),
    );
  });

  test("follow the host's background, and before it the user's own choice", () => {
    expect(paletteOf(DARK_THEME as Record<string, Hex>, 'light', null).scheme).toBe('dark');
    expect(paletteOf({}, 'dark', null).scheme).toBe('dark');
    const chosen = paletteOf(DARK_THEME as Record<string, Hex>, 'dark', 'light');
    expect(chosen).toEqual(paletteOf({}, 'light', null));
  });

  test('keep a readable host colour unchanged', () => {
    const { variables } = paletteOf(LIGHT_THEME as Record<string, Hex>, 'light', null);
    expect(variables['--text']).toBe('#000000');
    expect(variables['--bg']).toBe('#efeff4');
    expect(variables['--on-accent']).toBe('#ffffff');
  });

  test('tell cards from the page if the host gives both the same background', () => {
    const { bg, surface } = paletteOf({ bg_color: '#ffffff', secondary_bg_color: '#ffffff' }, 'light', null);
    expect(bg).not.toBe(surface);
  });
});

test('an unreadable shade is shifted no further than needed', () => {
  const shifted = readable('#999999', ['#ffffff']);
  expect(contrast(shifted, '#ffffff')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(shifted, '#ffffff')).toBeLessThan(5.2);
  expect(readable('#000000', ['#ffffff'])).toBe('#000000');
});

test('contrast and scheme follow WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  expect(schemeOf('#ffffff')).toBe('light');
  expect(schemeOf('#17212b')).toBe('dark');
});

test('the style sheet starts with the colours of no theme', () => {
  const sheet = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');
  const tokens = (block: string) =>
    new Map([...block.matchAll(/(--[\w-]+): (#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]));
  const light = tokens(sheet.slice(sheet.indexOf(':root {'), sheet.indexOf('data-scheme="dark"')));
  const dark = tokens(sheet.slice(sheet.indexOf('data-scheme="dark"'), sheet.indexOf('@media')));
  for (const [scheme, block] of [
    ['light', light],
    ['dark', dark],
  ] as const) {
    const { variables } = paletteOf({}, scheme, null);
    for (const [name, value] of Object.entries(variables)) {
      expect(`${scheme} ${name} ${block.get(name)}`).toBe(`${scheme} ${name} ${value}`);
    }
  }
});
