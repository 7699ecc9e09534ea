/** The script before the first paint and the app choose the same scheme. */
import { readFileSync } from 'node:fs';
import { compileFunction } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type BootHint, openBootHints } from '#app/boot/boot-hint.ts';
import { parseLaunch } from '#platform/telegram/launch.ts';
import { paletteOf } from '#platform/telegram/theme.ts';
import { DARK_THEME, LIGHT_THEME, launchFragment } from '#tests/support/launch.ts';

const GLOBALS = 'window console document location performance navigator localStorage sessionStorage'.split(
  ' ',
);
const run = compileFunction(readFileSync(new URL('../../public/boot.js', import.meta.url), 'utf8'), GLOBALS);

/** As the build puts them into the page. */
const TEXTS = JSON.stringify({
  en: { oldEngine: 'iRICH needs a newer system browser', lostScript: 'iRICH is loading again' },
  es: { oldEngine: 'un navegador más reciente' },
});

type Scheme = 'light' | 'dark';

interface Start {
  /** The launch parameters, wherever the page finds them. */
  readonly fragment: string;
  readonly where?: 'address' | 'first address' | 'kept';
  readonly system?: Scheme;
  readonly kept?: Readonly<Record<string, string>>;
  readonly language?: string;
  readonly performance?: object;
}

/** What the script writes on the page. @param engine engine globals beside those of every page. */
function booted(
  { fragment, where = 'address', system = 'light', kept = {}, language = 'en', performance }: Start,
  engine: object = {},
) {
  const body: { insertBefore: (message: { text: string }) => void; firstChild: null } = {
    insertBefore: ({ text }) => messages.push(text),
    firstChild: null,
  };
  const messages: string[] = [];
  const attributes: Record<string, string> = {};
  const warn = vi.fn();
  const session = where === 'kept' ? { 'other:1': '1', 'irich:7:launch': fragment } : {};
  const globals: Readonly<Record<string, unknown>> = {
    window: {
      matchMedia: () => ({ matches: system === 'dark' }),
      console: { warn },
      addEventListener: () => undefined,
      ...engine,
    },
    console: { warn },
    document: {
      documentElement: {
        setAttribute: (name: string, value: string) => {
          attributes[name] = value;
        },
      },
      body,
      addEventListener: (_type: string, whenReady: () => void) => whenReady(),
      createElement: () => ({
        style: {},
        text: '',
        appendChild(text: string) {
          this.text += text;
        },
      }),
      createTextNode: (text: string) => text,
      querySelector: () => ({ content: TEXTS }),
    },
    location: { hash: where === 'address' ? `#${fragment}` : '' },
    performance: performance ?? {
      getEntriesByType: () => [
        { name: `https://app.test/${where === 'first address' ? `#${fragment}` : ''}` },
      ],
    },
    navigator: { language },
    localStorage: storageOf(kept),
    sessionStorage: storageOf(session),
  };
  run(...GLOBALS.map((name) => globals[name]));
  return { scheme: attributes['data-scheme'], warn, messages };
}

/** What the app shows for the same start. */
function shown({ fragment, system = 'light', kept = {} }: Start): Scheme {
  const launch = parseLaunch(fragment);
  const user = launch?.user ?? null;
  const { theme } = openBootHints(user === null ? null : storageOf(kept), user?.id ?? 0).read();
  return paletteOf(launch?.theme ?? {}, system, theme === 'host' ? null : theme).scheme;
}

function storageOf(items: Readonly<Record<string, string>>) {
  const names = Object.keys(items);
  return {
    length: names.length,
    key: (i: number) => names[i] ?? null,
    getItem: (name: string) => items[name] ?? null,
    setItem: () => undefined,
  };
}

function fragmentOf(theme: object, user: object | null = { id: 7, first_name: 'Ada 100% "id":8' }): string {
  const launchData =
    user === null
      ? 'auth_date=1&hash=0'
      : `${new URLSearchParams({ user: JSON.stringify(user), hash: '0' })}`;
  const query = new URLSearchParams(launchFragment({ launchData }));
  query.set('tgWebAppThemeParams', JSON.stringify(theme));
  return query.toString();
}

const choice = (theme: BootHint['theme'], id = 7) => ({ [`irich:${id}:boot`]: JSON.stringify({ theme }) });

describe("the messaging app's background", () => {
  const COLOURS = [
    ...Array.from({ length: 256 }, (_, grey) => `#${grey.toString(16).padStart(2, '0').repeat(3)}`),
    ...['00', '40', '78', '80', 'c0', 'ff'].flatMap((r) =>
      ['00', '40', '80', 'c0', 'FF'].flatMap((g) => ['00', '55', 'aa', 'ff'].map((b) => `#${r}${g}${b}`)),
    ),
  ];

  test.each(['bg_color', 'secondary_bg_color'])('has one rule before and after: %s', (name) => {
    const differ = COLOURS.filter((colour) =>
      (['light', 'dark'] as const).some((system) => {
        const start = { fragment: fragmentOf({ [name]: colour }), system };
        return booted(start).scheme !== shown(start);
      }),
    );
    expect(differ).toEqual([]);
  });

  test.each([
    ['#777777', 'dark'],
    ['#787878', 'light'],
    ['#808080', 'light'],
    ['#17212b', 'dark'],
    ['#ffffff', 'light'],
  ])('%s is %s', (bg_color, scheme) => {
    const start = { fragment: fragmentOf({ bg_color }), system: 'dark' } as const;
    expect([booted(start).scheme, shown(start)]).toEqual([scheme, scheme]);
  });

  test.each([
    ['is no colour', { bg_color: 'white', secondary_bg_color: '#000000' }],
    ['is short', { bg_color: '#fff' }],
    ['is not there', {}],
  ])('that %s', (_what, theme) => {
    for (const system of ['light', 'dark'] as const) {
      const start = { fragment: fragmentOf(theme), system };
      expect(booted(start).scheme).toBe(shown(start));
    }
  });
});

describe("the user's own choice", () => {
  const grounds = { light: LIGHT_THEME, dark: DARK_THEME };

  for (const where of ['address', 'first address', 'kept'] as const) {
    test.each([
      ['light', 'dark'],
      ['dark', 'light'],
      ['host', 'light'],
      ['host', 'dark'],
    ] as const)(`overrides the messaging app's background (${where}): %s on %s`, (theme, host) => {
      const fragment = fragmentOf(grounds[host]);
      const start = { fragment, where, system: 'light', kept: choice(theme) } as const;
      const { scheme, warn } = booted(start);
      expect(scheme).toBe(theme === 'host' ? host : theme);
      expect(scheme).toBe(shown(start));
      expect(warn).not.toHaveBeenCalled();
    });
  }

  test('is found if a client sends its fields unencoded', () => {
    const data = new URLSearchParams({ user: JSON.stringify({ id: 7 }), hash: '0' });
    const theme = encodeURIComponent(JSON.stringify(LIGHT_THEME));
    for (const fields of [`${data}`, decodeURIComponent(`${data}`)]) {
      const fragment = `tgWebAppData=${fields}&tgWebAppVersion=8.0&tgWebAppPlatform=ios&tgWebAppThemeParams=${theme}`;
      const start = { fragment, kept: choice('dark') };
      expect([booted(start).scheme, shown(start)]).toEqual(['dark', 'dark']);
    }
  });

  test('applies to that user only', () => {
    for (const user of [{ id: 8 }, null]) {
      const start = { fragment: fragmentOf(LIGHT_THEME, user), kept: choice('dark') };
      expect([booted(start).scheme, shown(start)]).toEqual(['light', 'light']);
    }
  });

  test("that cannot be read leaves the messaging app's background", () => {
    const start = { fragment: fragmentOf(DARK_THEME), kept: { 'irich:7:boot': '{' } };
    const { scheme, warn } = booted(start);
    expect(scheme).toBe('dark');
    expect(warn).toHaveBeenCalled();
  });
});

describe('the message for engines that are too old', () => {
  const start = { fragment: fragmentOf(LIGHT_THEME) };
  /** CSS values that an engine supports. Chromium 111 as built in February 2023 had neither oklch nor color-mix. */
  const knows = (...values: readonly string[]) => ({
    CSS: { supports: (_property: string, value: string) => values.includes(value) },
    HTMLScriptElement: { supports: () => true },
    Array,
  });

  test.each([
    ['Chromium 111', knows('1lh', '1dvh')],
    ['Safari 16.4', knows('1lh', '1dvh', 'oklch(0 0 0)', 'color-mix(in srgb, red, blue)')],
  ])('%s gets none', (_name, engine) => {
    expect(booted(start, engine).messages).toEqual([]);
  });

  test.each([
    ['Chromium 108, Safari 16.3: no line heights as a length', knows('1dvh')],
    ['Chromium 109: no sorted copies', { ...knows('1lh', '1dvh'), Array: class {} }],
    ['an engine that cannot be asked', {}],
  ])('%s', (_name, engine) => {
    expect(booted(start, engine).messages).toEqual([expect.stringContaining('newer system browser')]);
  });

  test("is in the phone's language, in English where the page has no texts of it", () => {
    const said = ['es-MX', 'ES', 'pt-BR'].map((language) => booted({ ...start, language }).messages[0]);
    expect(said).toEqual([
      'un navegador más reciente',
      'un navegador más reciente',
      'iRICH needs a newer system browser',
    ]);
  });
});

describe('without the navigation entry', () => {
  const refuse = () => {
    throw new Error('refused');
  };
  test.each([
    ['an engine that has none', {}],
    ['an engine that refuses it', { getEntriesByType: refuse }],
  ])('%s still finds the launch that was kept, and still says that the script is lost', (_, performance) => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const start = { fragment: fragmentOf(DARK_THEME), where: 'kept', performance } as const;
    const listeners: ((event: object) => void)[] = [];
    const { scheme, messages } = booted(start, {
      addEventListener: (_type: string, listener: (event: object) => void) => listeners.push(listener),
      CSS: { supports: () => true },
      Array,
    });
    expect(scheme).toBe('dark');
    listeners[0]?.({ target: { type: 'module', src: 'https://app.test/assets/main.js' } });
    expect(messages).toEqual(['iRICH is loading again']);
    expect(vi.getTimerCount()).toBe(1);
  });
});
