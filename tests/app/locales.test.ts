/** All languages have the same texts, complete and with all plural forms. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { levelNameKey } from '#i18n/reward-names.ts';
import { span } from '#i18n/span.ts';
import { judgeKeys, type SourceFile } from '#tests/support/text-keys.ts';

const FOLDER = new URL('../../locales/', import.meta.url);
const LANGUAGES = readdirSync(FOLDER, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const TRANSLATIONS = LANGUAGES.filter((language) => language !== 'en');
/** The build puts them into pages and into the wallet library. */
const OF_THE_BUILD = /^(boot|wallet-library)\./;
const FORM = /^(.+)_(zero|one|two|few|many|other)$/;

const files = readdirSync(new URL('en/', FOLDER));

function textsOf(language: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const walk = (value: unknown, path: string): void => {
    if (typeof value === 'string') texts.set(path, value);
    else for (const [key, inner] of Object.entries(value as object)) walk(inner, `${path}.${key}`);
  };
  for (const file of files) {
    walk(JSON.parse(readFileSync(new URL(`${language}/${file}`, FOLDER), 'utf8')), file.replace('.json', ''));
  }
  return texts;
}

/** Plural forms by the Unicode data of the runtime. */
function formsOf(language: string): readonly string[] {
  return new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
}

/** Three words or more, beside values that are filled in. */
function isSentence(text: string): boolean {
  return (text.replace(/\{\{[^}]*\}\}/g, '').match(/\p{L}{2,}/gu) ?? []).length > 2;
}

/** Keys without their plural suffix, with the forms they have. */
function shapeOf(language: string) {
  const texts = textsOf(language);
  const forms = new Map<string, string[]>();
  const plain: string[] = [];
  for (const key of texts.keys()) {
    const [, base, form] = FORM.exec(key) ?? [];
    const isPlural = base !== undefined && texts.has(`${base}_other`) && texts.has(`${base}_one`);
    if (isPlural && form !== undefined && formsOf(language).includes(form)) {
      forms.set(base, [...(forms.get(base) ?? []), form]);
    } else plain.push(key);
  }
  return { forms, plain: plain.toSorted() };
}

const english = textsOf('en');

test('every language of the table has its folder', () => {
  expect(LANGUAGES.toSorted()).toEqual(LANGUAGE_CODES.toSorted());
});

describe.each(TRANSLATIONS)('%s', (language) => {
  const texts = textsOf(language);
  const [own, wanted] = [shapeOf(language), shapeOf('en')];

  test('has the same files', () => {
    expect(readdirSync(new URL(`${language}/`, FOLDER))).toEqual(files);
  });

  test('has the same keys', () => {
    expect(own.plain).toEqual(wanted.plain);
    expect([...own.forms.keys()].toSorted()).toEqual([...wanted.forms.keys()].toSorted());
  });

  test('leaves no sentence in English', () => {
    const untranslated = [...texts].filter(([key, text]) => text === english.get(key) && isSentence(text));
    expect(untranslated).toEqual([]);
  });

  test('fills in the same values', () => {
    const slots = (text = '') => [...text.matchAll(/\{\{ ?(\w+) ?\}\}/g)].map((match) => match[1]).toSorted();
    for (const key of wanted.plain) expect(slots(texts.get(key)), key).toEqual(slots(english.get(key)));
    for (const [base, forms] of wanted.forms) {
      const all = (source: ReadonlyMap<string, string>, of: readonly string[]) =>
        [...new Set(of.flatMap((form) => slots(source.get(`${base}_${form}`))))].toSorted();
      expect(all(texts, formsOf(language)), base).toEqual(all(english, forms));
    }
  });
});

test.each(LANGUAGES)('%s: every plural has all forms, and no text is empty', (language) => {
  for (const [base, forms] of shapeOf(language).forms)
    expect(forms.toSorted(), base).toEqual(formsOf(language));
  for (const [key, text] of textsOf(language)) expect(text.trim(), key).not.toBe('');
});

test.each(LANGUAGES)(
  '%s: a percent sign is separated from its figure by a non-breaking space',
  (language) => {
    const signs = [...textsOf(language)].filter(([, text]) => /[\d}] ?%/.test(text));
    expect(signs).toEqual([]);
  },
);

test.each(LANGUAGES)('%s: an apostrophe is a typographic one', (language) => {
  const ours = [...textsOf(language)].filter(([key]) => !key.startsWith('wallet-library.'));
  expect(ours.filter(([, text]) => /\p{L}'/u.test(text))).toEqual([]);
});

test('words of the specification are spelt as there', () => {
  const said = ['Extreme Fear', 'Fear', 'Neutral', 'Greed', 'Extreme Greed', 'No Data'];
  expect(said.map((word) => english.get(`market.mood.${word}`))).toEqual(said);
  expect(english.get('achievements.unknownBadge')).toBe('unknown badge');
});

test('Russian is in Russian', () => {
  const latin = [...textsOf('ru')].filter(([, text]) => !/[а-яё]/i.test(text.replace(/\{\{\w+\}\}/g, '')));
  const meant = latin.filter(([, text]) =>
    /[a-z]{3,}/i.test(text.replace(/\{\{\w+\}\}|\$[\w.]+|iRICH|SBT|CSV|Premium|Telegram|Toncoin/g, '')),
  );
  expect(meant).toEqual([]);
});

describe('texts used by the code', () => {
  const root = new URL('../../', import.meta.url);
  // The bot and tokens have their own texts, on the server.
  const places = ['src/**/*.{ts,tsx}', 'api/{bot,notifications,sbt,shared-images}/**/*.ts'];
  const code: readonly SourceFile[] = globSync(places, { cwd: root }).map((path) => ({
    path,
    text: readFileSync(new URL(path, root), 'utf8'),
  }));
  const planted = (text: string) => [...code, { path: 'src/planted.tsx', text }];

  test.each(LANGUAGES)('%s: every text is used, and every used text exists', (language) => {
    const keys = [...textsOf(language).keys()].filter((key) => !OF_THE_BUILD.test(key));
    expect(judgeKeys(code, keys)).toEqual({ unused: [], missing: [] });
  });

  test('an unused text is found, also in a group of computed keys', () => {
    const keys = [...english.keys(), 'common.planted', 'common.nav.planted', 'common.planted_one'];
    expect(judgeKeys(code, keys).unused.filter((key) => key.includes('planted'))).toEqual(keys.slice(-3));
  });

  test('a text of another namespace is another text', () => {
    const keys = [...english.keys(), 'offers.shareText.1'];
    expect(judgeKeys(code, keys).unused).toContain('offers.shareText.1');
  });

  test.each([
    ["useTranslation('offers'); t('planted')", 'planted'],
    ["useTranslation('offers'); t(x ? 'title' : 'planted.deep', { count: 1 })", 'planted.deep'],
    ["useTranslation(['offers', 'common']); t('common:planted')", 'common:planted'],
    [`useTranslation('offers'); t(\`planted.\${word}\`)`, 'planted.*'],
    ["i18next.t('planted')", 'planted'],
    ["const KEYS = ['offers:planted'] as const;", 'offers:planted'],
  ])('a missing text is found: %s', (text, key) => {
    const { missing } = judgeKeys(planted(text), [...english.keys()]);
    expect(missing).toContain(`src/planted.tsx: ${key}`);
  });

  test('a text that one language lacks is found', () => {
    const key = 'common.share';
    const all = [...textsOf('ru').keys()];
    const russian = all.filter((one) => one !== key);
    expect(russian.length).toBe(all.length - 1);
    expect(judgeKeys(code, russian).missing.length).toBeGreaterThan(0);
  });
});

describe('composed texts', () => {
  beforeAll(async () => {
    const common = (language: string) => ({
      common: JSON.parse(readFileSync(new URL(`${language}/common.json`, FOLDER), 'utf8')),
    });
    await i18next.init({
      lng: 'en',
      defaultNS: 'common',
      ns: ['common'],
      resources: Object.fromEntries(LANGUAGES.map((language) => [language, common(language)])),
      interpolation: { escapeValue: false },
    });
  });

  test('spans of time', async () => {
    expect(span(5 * 3_600_000 + 12 * 60_000)).toBe('5\u00a0h 12\u00a0min');
    expect(span(60 * 60_000)).toBe('1\u00a0h');
    expect(span(1)).toBe('1\u00a0min');
    await i18next.changeLanguage('ru');
    expect(span(5 * 3_600_000 + 11.5 * 60_000)).toBe('5\u00a0ч 12\u00a0мин');
    expect(wholeNumber(1204)).toBe('1\u00a0204');
    expect(wholeNumber(12_040)).toBe('12\u00a0040');
    await i18next.changeLanguage('es');
    expect(span(5 * 3_600_000 + 12 * 60_000)).toBe('5\u00a0h 12\u00a0min');
    expect(wholeNumber(1204)).toBe('1\u00a0204');
    await i18next.changeLanguage('en');
    expect(wholeNumber(1204)).toBe('1,204');
  });

  test('level names for anything called a level', () => {
    expect(levelNameKey(1)).toBe('levels:names.1');
    expect(levelNameKey(20)).toBe('levels:names.20');
    expect(levelNameKey(99)).toBe('levels:names.20');
    expect(levelNameKey(0)).toBe('levels:names.1');
    for (const language of LANGUAGES) {
      const names = Array.from({ length: 20 }, (_, i) => textsOf(language).get(`levels.names.${i + 1}`));
      expect(new Set(names).size).toBe(20);
    }
  });
});
