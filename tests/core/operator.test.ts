/** The operator's file is read as a whole or refused, with a line for each fault. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_FILE } from '#api/ops/operator-file.ts';
import { readOperator } from '#core/operator.ts';

const TEXT = readFileSync(EXAMPLE_FILE, 'utf8');
type Json = Record<string, unknown>;

/** The example with another value at a path, or without it. */
function changed(path: string, value?: unknown): string {
  const file = JSON.parse(TEXT) as Json;
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const place = keys.reduce<Json>((at, key) => at[key] as Json, file);
  if (value === undefined) delete place[last];
  else place[last] = value;
  return JSON.stringify(file);
}

function faultsOf(json: string): readonly string[] {
  const read = readOperator(json);
  return read.ok ? [] : read.faults;
}

test('the example is right, and its values arrive unchanged', () => {
  expect(readOperator(TEXT)).toEqual({ ok: true, operator: JSON.parse(TEXT) });
});

test('every section may be left out, and other languages than English', () => {
  expect(readOperator('{}')).toEqual({ ok: true, operator: {} });
  const paths = [
    ...[
      'help',
      'help.ru',
      'feedback',
      'beginners',
      'advert',
      'advert.promo',
      'advert.title.ru',
      'advert.shop.ru',
    ],
    ...['offers', 'offers.wallets', 'offers.wallets.promo', 'offers.tools', 'offers.exchanges'],
  ];
  for (const path of paths) expect(faultsOf(changed(path)), path).toEqual([]);
});

test.each([
  'help.en',
  'advert.title',
  'advert.title.en',
  'advert.points',
  'advert.shop.en',
  'advert.promo.code',
  'advert.promo.percent',
  'offers.wallets.links',
  'offers.tools.rewardUsd',
  'offers.tools.links.0.name',
  'offers.exchanges.rewardCurrency',
  'offers.exchanges.links.6.url',
])('%s is missing', (path) => {
  expect(faultsOf(changed(path))).toHaveLength(1);
  expect(faultsOf(changed(path))[0]).toMatch(new RegExp(`^${path}: (is missing|must be)`));
});

test.each(['extra', 'help.de', 'advert.html', 'offers.loans', 'offers.tools.links.0.logo', 'constructor'])(
  'the unknown key %s is refused',
  (path) => {
    expect(faultsOf(changed(path, 'https://x.example.com/'))).toEqual([`${path}: is not a key of this file`]);
  },
);

describe('addresses', () => {
  const LONG = `https://x.example.com/${'a'.repeat(478)}`;

  test.each([
    'https://partner.example.com/join?ref=1&utm_source=a%20b#top',
    'https://a-b.example.co:8443/x',
    'https://xn--e1afmkfd.xn--p1ai/',
    LONG,
  ])('with a query, a port and up to 500 characters: %#', (url) => {
    expect(faultsOf(changed('offers.tools.links.0.url.en', url))).toEqual([]);
  });

  test.each([
    ['empty', ''],
    ['code', 'javascript:alert(1)'],
    ['code in other letters', 'JaVaScRiPt:alert(1)//https://x.example.com/'],
    ['data', 'data:text/html,https://x.example.com'],
    ['without TLS', 'http://x.example.com/'],
    ['without a scheme', '//x.example.com/'],
    ['a space before it', ' https://x.example.com/'],
    ['a space after it', 'https://x.example.com/ '],
    ['a break', 'https://x.example.com/a\nb'],
    ['a tab', 'https://x.example.com/\t'],
    ['a mark of direction', 'https://x.example.com/\u202e'],
    ['a null', 'https://x.example.com/\0'],
    ['letters beyond ASCII', 'https://пример.рф/'],
    ['a user', 'https://user@x.example.com/'],
    ['a password', 'https://user:word@x.example.com/'],
    ['a backslash', 'https://t.me\\@evil.example.com/'],
    ['a quotation mark', 'https://x.example.com/"onclick="a'],
    ['an apostrophe', "https://x.example.com/'"],
    ['markup', 'https://x.example.com/<script>'],
    ['no domain', 'https://localhost/'],
    ['an IPv4 address', 'https://10.0.0.1/'],
    ['a port that is none', 'https://x.example.com:word/'],
    ['a user behind a port', 'https://x.example.com:80@evil.example.com/'],
    ['no host', 'https://'],
    ['an IPv6 address', 'https://[::1]/'],
    ['too long', `${LONG}a`],
    ['far too long', `https://x.example.com/${'a'.repeat(60_000)}`],
    ['a number', 7],
    ['null', null],
    ['an object', { en: 'https://x.example.com/' }],
  ])('are refused: %s', (_, url) => {
    expect(faultsOf(changed('offers.tools.links.0.url.en', url))).toEqual([
      expect.stringMatching(/^offers\.tools\.links\.0\.url\.en: must be an (https )?address/),
    ]);
  });

  test('of the help end with a slash and have no query', () => {
    for (const url of ['https://a.example.com/en', 'https://a.example.com/?a=/', 'https://a.example.com/#/'])
      expect(faultsOf(changed('help.ru', url)), url).toEqual([
        'help.ru: must end with a slash, without a query',
      ]);
  });

  test.each(['feedback', 'beginners'])('of %s are links of the messaging app', (path) => {
    for (const url of ['https://t.me/some_chat', 'https://t.me/+AbC-12', 'https://t.me/bot?start=a'])
      expect(faultsOf(changed(path, url)), url).toEqual([]);
    const wrong = [
      'https://t.me/',
      'http://t.me/x',
      'https://t.me.example.com/x',
      'https://evil.example.com/https://t.me/x',
      'https://t.me@evil.example.com/x',
      'tg://resolve?domain=x',
      `https://t.me/${'x'.repeat(201)}`,
      'https://t.me/x y',
    ];
    for (const url of wrong) expect(faultsOf(changed(path, url)), url).toHaveLength(1);
  });
});

describe('texts', () => {
  test.each(['x', 'Ünïted & Söns', 'Биржа №1', '<b>Bold</b>', '😀'.repeat(20)])('%j is one', (name) => {
    expect(faultsOf(changed('offers.tools.links.0.name', name))).toEqual([]);
  });

  test.each([
    '',
    ' ',
    ' a',
    'a ',
    'a\nb',
    'a\u202eb',
    'a\u2066b',
    'a\u200fb',
    'a\u0000',
    'a\u2028b',
    '\ud800',
    'x'.repeat(41),
  ])('%j is none', (name) => {
    expect(faultsOf(changed('offers.tools.links.0.name', name))).toHaveLength(1);
  });

  test('of the advert are short, and few', () => {
    expect(faultsOf(changed('advert.title.ru', 'я'.repeat(91)))).toHaveLength(1);
    expect(
      faultsOf(
        changed(
          'advert.points',
          Array.from({ length: 7 }, () => ({ en: 'x' })),
        ),
      ),
    ).toEqual(['advert.points: must have at most 6 points']);
  });
});

test.each([
  ['A', 'TEN OFF', 'code"', 'КОД', 'x'.repeat(25), 7].map(
    (code) => ['offers.wallets.promo.code', code] as const,
  ),
  [0, -1, 101, 1.5, '10', null, 1e9].map((percent) => ['advert.promo.percent', percent] as const),
  [0, 100_001, 0.5].map((amount) => ['offers.tools.rewardUsd', amount] as const),
  [['offers.exchanges.links', []] as const],
  [['offers', {}] as const],
  [['mark', 'mark.png'] as const, ['mark', `${'m'.repeat(201)}.svg`] as const, ['mark', 'a\0.svg'] as const],
])('codes, numbers, lists and paths have their limits: %j', (...cases) => {
  for (const [path, value] of cases) {
    const faults = faultsOf(changed(path, value));
    expect(faults, JSON.stringify(value)).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${path}: must `));
  }
});

test('a partner twice is refused, and more than twenty', () => {
  const link = (n: number) => ({ name: `P${n}`, url: { en: 'https://x.example.com/' } });
  const links = (...numbers: number[]) => changed('offers.exchanges.links', numbers.map(link));
  expect(faultsOf(links(1, 2, 1))).toEqual(['offers.exchanges.links: names a partner twice']);
  expect(faultsOf(links(...Array.from({ length: 20 }, (_, n) => n)))).toEqual([]);
  expect(faultsOf(links(...Array.from({ length: 21 }, (_, n) => n)))).toEqual([
    'offers.exchanges.links: must have at most 20 partners',
  ]);
});

test('each fault has its line', () => {
  const file = { ...(JSON.parse(TEXT) as Json), feedback: 'x', beginners: 'y', extra: 1 };
  expect(faultsOf(JSON.stringify(file)).map((line) => line.split(':')[0])).toEqual([
    'feedback',
    'beginners',
    'extra',
  ]);
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '7',
  '"x"',
  '{"__proto__": {"feedback": "https://t.me/x"}}',
  `"${'x'.repeat(70_000)}"`,
])('another text is refused: %#', (text) => {
  expect(faultsOf(text)).toHaveLength(1);
});
