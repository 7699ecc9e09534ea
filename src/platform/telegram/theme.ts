/**
 * Turns the host's theme into the colour tokens of `src/ui/tokens.css`; every text has a contrast of at least 4.5:1.
 */
import type { ColorScheme } from '../host.ts';

/** Six-digit hex colour. */
export type Hex = `#${string}`;
/** By the host's names: `bg_color`, `button_color`, … */
export type HostTheme = Readonly<Record<string, Hex>>;

export interface Palette {
  readonly scheme: ColorScheme;
  readonly bg: Hex;
  readonly surface: Hex;
  /** CSS custom properties with their values. */
  readonly variables: Readonly<Record<string, string>>;
}

/** WCAG AA for text. */
const READABLE = 4.5;

const OURS = {
  light: {
    bg: '#eef1f5',
    surface: '#ffffff',
    text: '#0d1421',
    hint: '#5a6675',
    link: '#1a6fb3',
    accent: '#1f74b8',
    onAccent: '#ffffff',
    gain: '#0b7540',
    loss: '#c5221f',
    rich: '#7d5a06',
    warn: '#b45309',
  },
  dark: {
    bg: '#0e141d',
    surface: '#18212d',
    text: '#f1f5fa',
    hint: '#93a1b2',
    link: '#6bb8f5',
    accent: '#5eb0f0',
    onAccent: '#06121f',
    gain: '#3ddc97',
    loss: '#ff7a70',
    rich: '#f5c542',
    warn: '#fbbf24',
  },
} as const satisfies Readonly<Record<ColorScheme, Readonly<Record<string, Hex>>>>;

/** Tint colours behind a gain, a loss, the balance or a warning, and their shares. */
const TINTS = {
  gain: { light: ['#12a866', 0.13], dark: ['#12a866', 0.16] },
  loss: { light: ['#e5483b', 0.13], dark: ['#e5483b', 0.16] },
  rich: { light: ['#f5c542', 0.2], dark: ['#b87a00', 0.2] },
  warn: { light: ['#f59e0b', 0.15], dark: ['#c26a00', 0.18] },
} as const;

/** The palette of a host's theme. `chosen` is the user's own scheme, which overrides the host's colours. */
export function paletteOf(theme: HostTheme, fallback: ColorScheme, chosen: ColorScheme | null): Palette {
  const ground = theme['bg_color'] ?? theme['secondary_bg_color'];
  const hostScheme = ground === undefined ? fallback : schemeOf(ground);
  const scheme = chosen ?? hostScheme;
  const host = scheme === hostScheme ? theme : {};
  const ours = OURS[scheme];

  const surface = host['section_bg_color'] ?? host['bg_color'] ?? ours.surface;
  const bg = groundOf(host['secondary_bg_color'] ?? host['bg_color'] ?? ours.bg, surface, scheme);
  const grounds: readonly Hex[] = [bg, surface];
  const text = readable(host['text_color'] ?? ours.text, grounds);
  const [accent, onAccent] = buttonOf(host['button_color'] ?? ours.accent, host['button_text_color'], ours);
  const tinted = (name: 'gain' | 'loss' | 'rich' | 'warn') => {
    const [colour, share] = TINTS[name][scheme];
    const tint = mix(surface, colour, share);
    return { tint, colour: readable(ours[name], [...grounds, tint]) };
  };
  const [gain, loss, rich, warn] = [tinted('gain'), tinted('loss'), tinted('rich'), tinted('warn')];
  const everyGround = [...grounds, gain.tint, loss.tint, rich.tint, warn.tint];

  return {
    scheme,
    bg,
    surface,
    variables: {
      '--bg': bg,
      '--surface': surface,
      '--text': readable(text, everyGround),
      '--hint': readable(host['subtitle_text_color'] ?? host['hint_color'] ?? ours.hint, everyGround),
      '--link': readable(host['link_color'] ?? ours.link, grounds),
      '--accent': accent,
      '--on-accent': onAccent,
      '--accent-text': readable(host['accent_text_color'] ?? host['button_color'] ?? ours.link, grounds),
      '--line': mix(surface, text, 0.12),
      '--field': mix(surface, bg, 0.5),
      '--gain': gain.colour,
      '--gain-bg': gain.tint,
      '--loss': loss.colour,
      '--loss-bg': loss.tint,
      '--rich': rich.colour,
      '--rich-bg': rich.tint,
      '--warn': warn.colour,
      '--warn-bg': warn.tint,
    },
  };
}

/** The messaging app's own rule; `public/boot.js` applies the same rule before this code loads. */
export function schemeOf(ground: Hex): ColorScheme {
  const [r = 0, g = 0, b = 0] = channels(ground);
  return 299 * r * r + 587 * g * g + 114 * b * b < 14_400_000 ? 'dark' : 'light';
}

/** WCAG 2 contrast ratio, 1 to 21. */
export function contrast(a: Hex, b: Hex): number {
  return ratio(luminance(a), luminance(b));
}

/** The nearest shade of a colour, towards black or white, that is readable on all grounds. */
export function readable(colour: Hex, grounds: readonly Hex[]): Hex {
  const lights = grounds.map(luminance);
  const worst = (shade: Hex) => {
    const light = luminance(shade);
    return Math.min(...lights.map((ground) => ratio(light, ground)));
  };
  if (worst(colour) >= READABLE) return colour;
  const ends = (['#000000', '#ffffff'] satisfies Hex[]).sort((a, b) => worst(b) - worst(a));
  for (let share = 0.04; share < 1; share += 0.04) {
    for (const end of ends) {
      const shade = mix(colour, end, share);
      if (worst(shade) >= READABLE) return shade;
    }
  }
  return ends[0] ?? colour;
}

/** `share` of `b` in `a`, 0 to 1. */
export function mix(a: Hex, b: Hex, share: number): Hex {
  const from = channels(a);
  const to = channels(b);
  return `#${from
    .map((value, i) => Math.round(value + ((to[i] ?? value) - value) * share))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** If a host's two grounds are alike, cards still get a ground that differs from the page. */
function groundOf(bg: Hex, surface: Hex, scheme: ColorScheme): Hex {
  if (contrast(bg, surface) >= 1.03) return bg;
  return mix(surface, scheme === 'dark' ? '#000000' : '#0d1421', scheme === 'dark' ? 0.35 : 0.06);
}

/** Adjusts the button's ground to its text, not the other way round, because hosts choose them that way. */
function buttonOf(accent: Hex, onAccent: Hex | undefined, ours: { readonly onAccent: Hex }): [Hex, Hex] {
  const text =
    onAccent ??
    (contrast(ours.onAccent, accent) >= READABLE ? ours.onAccent : readable(ours.onAccent, [accent]));
  return [readable(accent, [text]), text];
}

function ratio(light: number, other: number): number {
  return (Math.max(light, other) + 0.05) / (Math.min(light, other) + 0.05);
}

function luminance(colour: Hex): number {
  const [r = 0, g = 0, b = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function channels(colour: Hex): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}
