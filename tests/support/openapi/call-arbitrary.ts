/** Calls made of an OpenAPI document: right, nearly right, and hostile. */
import fc from 'fast-check';
import { type ApiDocument, operationsOf, type Parameter, type Placed, resolved } from './document.ts';
import { arbitraryOf, type Known } from './schema-arbitrary.ts';
import { hardlyJson, nearlyRight, written } from './spoil.ts';

/** Whose launch data a call carries, or what is wrong with them. */
export const WRONG_AUTH = [
  'none',
  'forged',
  'expired',
  'early',
  'of another bot',
  'another scheme',
  'noise',
] as const;
export type Auth = 'own' | 'stale' | 'of another user' | (typeof WRONG_AUTH)[number];

export interface FuzzCall {
  readonly operationId: string;
  readonly user: number;
  readonly auth: Auth;
  readonly method: string;
  /** With its query. */
  readonly path: string;
  /** False if the path or the method may be of no operation. */
  readonly isPlain: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** How the text of the body becomes bytes. */
  readonly encoding: 'utf-8' | 'utf-16' | 'broken';
  /** How much time passes before the call, milliseconds. */
  readonly waitMs: number;
}

export interface Made {
  readonly document: ApiDocument;
  readonly users: readonly number[];
  /** Values that a caller knows; see `Known`. */
  readonly known: (user: number, operationId: string) => Known;
  /** Whole bodies that no schema can tell, by operation. */
  readonly bodies: (user: number, operationId: string) => fc.Arbitrary<unknown> | undefined;
}

export function calls(made: Made): fc.Arbitrary<FuzzCall> {
  const every = operationsOf(made.document).flatMap((operation) =>
    made.users.map((user) => ({
      weight: WEIGHTS[operation.operationId] ?? (operation.requestBody === undefined ? 1 : 4),
      arbitrary: callsOf(made, operation, user),
    })),
  );
  return fc.oneof(...every);
}

/**
 * A body has the most to go wrong, so operations with one come more often than others; and most often those without which
 * others cannot succeed.
 */
const WEIGHTS: Readonly<Record<string, number>> = {
  onboarding: 12,
  linkWallet: 10,
  claimSbt: 8,
  revealPlan: 8,
  revealedPlan: 4,
  exported: 3,
  picture: 3,
  webhook: 1,
};

function callsOf(made: Made, operation: Placed, user: number): fc.Arbitrary<FuzzCall> {
  const { document } = made;
  const known = made.known(user, operation.operationId);
  const parameters = operation.parameters.map((one) => resolved<Parameter>(document, one));
  const values = (place: Parameter['in']) =>
    fc.record(
      Object.fromEntries(
        parameters
          .filter((one) => one.in === place)
          .map(({ name, schema }) => {
            const right = known(name) ?? arbitraryOf(document, schema, known);
            return [name, fc.oneof({ weight: 14, arbitrary: right }, { weight: 1, arbitrary: odd })] as const;
          }),
      ),
      place === 'path' ? {} : { requiredKeys: [] },
    );
  const schema = operation.requestBody?.content['application/json']?.schema;
  const right = schema === undefined ? null : arbitraryOf(document, schema, known);
  const whole = made.bodies(user, operation.operationId);
  return fc
    .record({
      auth,
      path: values('path'),
      query: values('query'),
      headers: fc.oneof(
        { weight: 8, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: values('header') },
      ),
      more: moreHeaders,
      type: contentType,
      body: right === null ? noBody : bodiesOf(whole === undefined ? right : fc.oneof(whole, whole, right)),
      encoding,
      twist,
      method: fc.constantFrom(...new Array<null>(100).fill(null), 'HEAD', 'PURGE', 'PUT', 'OPTIONS'),
      waitMs,
    })
    .map((said) => {
      const path = `${filled(operation.path, said.path)}${queryOf(said.query)}`;
      const method = said.method === 'HEAD' && operation.method !== 'GET' ? null : said.method;
      const isOther = method !== null && method !== 'HEAD' && method !== operation.method;
      return {
        operationId: operation.operationId,
        user,
        auth: said.auth,
        method: method ?? operation.method,
        path: said.twist(path),
        isPlain: said.twist(path) === path && isAt(operation.path, path) && !isOther,
        headers: {
          ...(said.body === null || said.type === null ? {} : { 'content-type': said.type }),
          ...asHeaders(said.headers),
          ...said.more,
        },
        body: ['GET', 'HEAD'].includes(method ?? operation.method) ? null : said.body,
        encoding: said.encoding,
        waitMs: said.waitMs,
      };
    });
}

function mostly<T>(usual: T, ...others: readonly T[]): fc.Arbitrary<T> {
  return fc.oneof(
    { weight: 30, arbitrary: fc.constant(usual) },
    { weight: 1, arbitrary: fc.constantFrom(...others) },
  );
}

const auth = fc.oneof(
  { weight: 16, arbitrary: fc.constant<Auth>('own') },
  { weight: 1, arbitrary: fc.constantFrom<Auth>('stale', 'of another user') },
  { weight: 2, arbitrary: fc.constantFrom<Auth>(...WRONG_AUTH) },
);

const contentType = mostly<string | null>(
  'application/json',
  ...['Application/JSON; charset=utf-8', 'application/json;charset=utf-16', 'application/json; charset="'],
  ...[
    'text/plain',
    'application/json5',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    '',
    null,
  ],
);
const encoding = mostly<FuzzCall['encoding']>('utf-8', 'utf-16', 'broken');
const noBody = mostly<string | null>(null, '{}', 'x'.repeat(1000));
const waitMs = fc.oneof(
  { weight: 200, arbitrary: fc.nat({ max: 400 }) },
  { weight: 2, arbitrary: fc.nat({ max: 120_000 }) },
  { weight: 1, arbitrary: fc.nat({ max: 90_000_000 }) },
);

function bodiesOf(right: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const text = right.map(written);
  return fc.oneof(
    { weight: 6, arbitrary: text },
    { weight: 5, arbitrary: nearlyRight(right) },
    { weight: 1, arbitrary: hardlyJson(text) },
    { weight: 1, arbitrary: fc.json() },
  );
}

const odd = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(
    ...[
      '',
      ' ',
      '.',
      '..',
      '0',
      '-1',
      '1e3',
      '1.5',
      'NaN',
      '__proto__',
      'constructor',
      '\0',
      '\ud800',
      'null',
    ],
    ...['9007199254740993', '9'.repeat(400), 'a/b', 'a\\b', '%', '%00', '%2e%2e', '?', '#', "1' OR '1'='1"],
  ),
);

const HEADERS: readonly Readonly<Record<string, string>>[] = [
  ...['0', '1', '-1', ' 11 ', '999999', '9999999', '1e1', 'latest', '', '9'.repeat(300)].map((version) => ({
    'x-contract-version': version,
  })),
  ...['0', '1', '-1', 'x', '999999999', '9'.repeat(20)].map((generation) => ({ 'x-generation': generation })),
  ...['*', 'W/"x"', ',,,', '"', 'x'.repeat(9000)].map((tag) => ({ 'if-none-match': tag })),
  ...['x', 'x'.repeat(9000), 'é'].map((proof) => ({ 'x-deletion-proof': proof })),
  ...['0', '-1', '999999999', 'x'].map((length) => ({ 'content-length': length })),
  ...['x'.repeat(9000), '1.2.3.4', '::1, x'].map((address) => ({ 'x-forwarded-for': address })),
  ...['gzip', 'x'.repeat(9000)].map((coding) => ({ 'accept-encoding': coding })),
  { 'x-telegram-bot-api-secret-token': 'x' },
  { 'content-encoding': 'gzip' },
  { range: 'bytes=0-1' },
  { expect: '200-ok' },
];
const moreHeaders = mostly<Readonly<Record<string, string>>>({}, ...HEADERS);

const twist = mostly<(path: string) => string>(
  (path) => path,
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => path.replace(/\/(\w)/g, (_, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replaceAll('/', '%2f').replace('%2f', '/'),
  (path) => path.toUpperCase(),
  (path) => `${path}%00`,
  (path) => `${path}%zz`,
  (path) => `${path}%c0%af`,
  (path) => `${path};v=1`,
  (path) => `${path}/../..`,
  (path) => path.replace(/[^/]+$/, '..%2f..%2fetc'),
  (path) => `${path}${path.includes('?') ? '&' : '?'}${'a=1&'.repeat(3000)}`,
  (path) => `${path}?limit=1&limit=2&after[]=1&__proto__=1&%=&=`,
);

/** Whether the path, as a URL has it, is still the one of its operation: without an empty or a relative part. */
function isAt(pattern: string, path: string): boolean {
  const parts = new URL(path, 'https://irich.example').pathname.split('/');
  const words = pattern.split('/');
  return (
    parts.length === words.length &&
    words.every((word, at) => (word.includes('{') ? parts[at] !== '' : word === parts[at]))
  );
}

function filled(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encoded(values[name]));
}

function queryOf(values: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(values).map(([name, value]) => `${name}=${encoded(value)}`);
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function encoded(value: unknown): string {
  try {
    return encodeURIComponent(`${value}`);
  } catch {
    // Half of a pair has no encoding.
    return '%ed%a0%80';
  }
}

/** What a header can hold. */
function asHeaders(values: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      `${value}`.replace(/[^\x20-\x7e\x80-\xff]/g, '').trim(),
    ]),
  );
}
