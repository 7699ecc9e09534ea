/** Which paths lead to a file, a page or nothing, in every spelling. */
import { getPath } from 'hono/utils/url';
import { expect, test } from 'vitest';
import { askedBy } from '#api/runtime/http/asked-path.ts';

/** As the server reads it from the first line of a request. */
const asked = (path: string) => askedBy(getPath({ url: `http://irich.example${path}` } as Request));

test.each([
  ['/index.html', 'index.html'],
  ['/sw.js', 'sw.js'],
  ['/assets/index-abc123.js', 'assets/index-abc123.js'],
  ['/badges/lev_1.png', 'badges/lev_1.png'],
  ['/%73w.js', 'sw.js'],
])('%s is a file', (path, file) => {
  expect(asked(path)).toEqual({ type: 'file', file });
});

test.each([
  ['/'],
  ['//'],
  ['/riskmoney'],
  ['/some/where/'],
  ['/v1.2/where'],
  ['/%D0%BF%D1%80'],
  ['/a%20b'],
  ['/a%2Fb'],
  ['/100%'],
  ['/%23tgWebAppData=user%3Dodd%26photo%3Dt.me%2Fa.svg'],
  ['/profile%3Fcheckin=1.5'],
  ['/proofs'],
])('%s is a page of the app', (path) => {
  expect(asked(path)).toEqual({ type: 'page', file: 'index.html' });
});

test.each([['/proof'], ['/proof/'], ['//proof//'], ['/proof%3Flang=ru'], ['/proof%23plan=a.b']])(
  '%s is the page of published totals',
  (path) => {
    expect(asked(path)).toEqual({ type: 'page', file: 'proof.html' });
  },
);

test.each([['/proof/checkpoint'], ['/proof/tile/0/000'], ['/proof/x.html'], ['/proof%2Fcheckpoint']])(
  'no page stands in for %s, a file of the log',
  (path) => {
    expect(asked(path)).toEqual({ type: 'nothing' });
  },
);

const HIDDEN = [
  'releases.json',
  '_headers',
  '.env',
  '.assetsignore',
  'index.html.gz',
  'assets/a.js.br',
  'assets/.git',
];
const SPELLINGS: readonly ((name: string) => string)[] = [
  (name) => `/${name}`,
  (name) => `//${name}`,
  (name) => `///${name}`,
  (name) => `/${name}/`,
  (name) => `/${name}//`,
  (name) => `//${name}//`,
  (name) => `/${name.toUpperCase()}`,
  (name) => `/${name}%00`,
  (name) => `/${name}%3F`,
  (name) => `/${name}%23x`,
  (name) => `/\\${name}`,
  (name) => `/%5C${name}`,
  (name) => `/%2F${name}`,
  (name) => `/%252F${name}`,
  (name) => `/${name}%2F`,
  (name) => `/.%2F${name}`,
  (name) => `/x/..%2F${name}`,
  (name) => `/${[...name].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')}`,
  (name) => `/${[...name].map((letter) => `%25${letter.charCodeAt(0).toString(16)}`).join('')}`,
  (name) => `/${[...name].map((letter) => `%2525${letter.charCodeAt(0).toString(16)}`).join('')}`,
  (name) => `/${name.replaceAll('.', '%252e')}`,
];

test.each(HIDDEN)('%s is hidden in every spelling', (name) => {
  for (const spell of SPELLINGS) expect(asked(spell(name)), spell(name)).toEqual({ type: 'nothing' });
});

test('a file has one spelling', () => {
  for (const path of [
    '//sw.js',
    '/sw.js/',
    '/assets//a.js',
    '/assets/./a.js',
    '/assets',
    '/ASSETS/a.js%20',
    '/a\\b.js',
  ])
    expect(asked(path).type, path).not.toBe('page');
  for (const path of ['//sw.js', '/sw.js/', '/assets//a.js', '/assets/../sw.js', '/%2573w.js'])
    expect(asked(path), path).toEqual({ type: 'nothing' });
});

test('a path encoded several times leads nowhere', () => {
  let path = 'riskmoney%2e';
  for (let round = 0; round < 8; round++) path = path.replaceAll('%', '%25');
  expect(asked(`/${path}`)).toEqual({ type: 'nothing' });
});
