/** Parsing outside text takes time linear in its length, for any text. */
import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createAuthenticator } from '#api/auth/authenticate.ts';
import { launchKeys, readLaunchData } from '#api/auth/launch-data.ts';
import { createExportTokens, createShareTokens } from '#api/auth/tokens.ts';
import { cleanFeed } from '#api/calendar/feed.ts';
import { readImportFile } from '#api/calendar/import-file.ts';
import { readFriendCursor } from '#api/ledger/friend-cursor.ts';
import { cleanCoins } from '#api/market/clean.ts';
import { addressKeys, callerAddress, parseProxies } from '#api/runtime/http/address.ts';
import { askedBy } from '#api/runtime/http/asked-path.ts';
import { listsTag } from '#api/runtime/http/headers.ts';
import { createLimiter } from '#api/runtime/http/limits.ts';
import { staticFiles } from '#api/runtime/http/static.ts';
import { readRetryAfter } from '#api/runtime/upstream/fetch-json.ts';
import { plainText } from '#api/runtime/upstream/plain-text.ts';
import { jpegSize } from '#api/shared-images/jpeg.ts';
import { parseStartParameter } from '#core/launch/start-parameter.ts';
import { marketAmountShort, usdPriceDigits } from '#core/market/format.ts';
import { applyPaste, fieldText, plainDigits } from '#core/number-input.ts';
import { readNumber } from '#core/numbers.ts';
import { readFact } from '#core/points/facts.ts';
import { TOKEN } from '#tests/support/deployment.ts';
import { verifyExport } from '#tests/support/exports.ts';
import { growsTooFast } from '#tests/support/expressions.ts';
import { sha256Hex } from '#tests/support/hashing.ts';
import { hmac } from '#tests/support/test-deployment.ts';

const clock = { now: () => 1_800_000_000_000 };
const keys = launchKeys(hmac, TOKEN, null);
const authenticator = createAuthenticator({ keys, hmac, sha256: sha256Hex, clock, maxAgeS: 86_400 });
const random = () => 'a'.repeat(48);
const exportTokens = createExportTokens({ hmac, botToken: TOKEN, random });
const shareTokens = createShareTokens({ hmac, botToken: TOKEN, random });
const proxies = parseProxies('127.0.0.1,10.0.0.0/8') ?? [];

const FIELD = { language: 'en', decimals: 8 } as const;

const READERS: Readonly<Record<string, (text: string) => unknown>> = {
  'If-None-Match': (text) => listsTag(text, '"a"'),
  'a path': askedBy,
  'X-Forwarded-For': (text) => callerAddress('127.0.0.1', text, proxies),
  'an address': addressKeys,
  Authorization: (text) => authenticator.fromHeader(`tma ${text}`),
  'launch data': (text) => readLaunchData(text, keys, hmac),
  'a start parameter': parseStartParameter,
  'an export token': (text) => exportTokens.userOf(text),
  'a share token': (text) => shareTokens.userOf(text),
  'a cursor of friends': readFriendCursor,
  'Retry-After of a service': (text) => readRetryAfter(text, clock.now()),
  'text of a service': plainText,
  'the calendar feed': (text) =>
    cleanFeed(
      [{ title: text, country: text, date: text, impact: text, forecast: text, previous: text }],
      clock.now(),
    ),
  'a calendar file': readImportFile,
  'names of coins': (text) => cleanCoins([{ id: text, symbol: text, name: text, image: text }]),
  'a price': (text) => [usdPriceDigits(text), marketAmountShort(text, 'en')],
  'a typed number': (text) => [
    readNumber(text),
    plainDigits(text),
    fieldText(text, FIELD),
    applyPaste({ text: '', start: 0, end: 0 }, text, FIELD),
  ],
  'an export': (text: string) => verifyExport(text, sha256Hex),
  'data of an event': (text) => readFact('CalculationRecorded.v1', text),
  'a picture': (text) => jpegSize(Buffer.from(text, 'latin1')),
  'bytes of a picture': (text) => jpegSize(Buffer.from(`\xff\xd8\xff${text}`, 'latin1')),
};

test.each(Object.entries(READERS))('%s', { timeout: 60_000 }, (_name, read) => {
  expect(growsTooFast(read, '.,;:/=&% \t"W-')).toBe(false);
});

/** The server in front of an existing file; each header is passed on unchanged. */
function filesAnswer(): (path: string, headers: Record<string, string>) => Promise<Response> {
  const app = new Hono();
  const page = {
    bytes: new TextEncoder().encode('page'),
    tag: createHash('sha1').digest('hex'),
    text: () => 'page',
  };
  const files = staticFiles({
    read: async (path) => (path === 'index.html' ? page : null),
    connect: [],
    clock,
    requestId: () => '1',
    onRequest: () => undefined,
    limiter: createLimiter(clock),
    trustedProxies: proxies,
    socketAddress: () => '203.0.113.7',
  });
  app.notFound(files);
  return async (path, headers) => app.fetch(new Request(`http://irich.example${path}`, { headers }));
}

/** Milliseconds of CPU time for 20 answers. */
async function cost(ask: () => Promise<Response>, status: number): Promise<number> {
  const before = process.cpuUsage();
  for (let turn = 0; turn < 20; turn++) expect((await ask()).status).toBe(status);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('a header or path of maximum length costs the server almost nothing', async () => {
  const ask = filesAnswer();
  const long = ' '.repeat(8_000);
  await cost(() => ask('/', {}), 200);
  // Backtracking expressions took 433 ms (header) and 501 ms (path) of CPU time for 20 such texts.
  expect(await cost(() => ask('/', { 'if-none-match': `a${long}b` }), 200)).toBeLessThan(400);
  expect(await cost(() => ask('/', { 'accept-encoding': `a;q=0${long}b` }), 200)).toBeLessThan(400);
  expect(await cost(() => ask(`/${'.'.repeat(8_000)}/b`, {}), 404)).toBeLessThan(400);
  expect(await cost(() => ask(`/${'/'.repeat(8_000)}b`, {}), 200)).toBeLessThan(400);
});

test('longer ones are refused by name', async () => {
  const ask = filesAnswer();
  const path = await ask(`/${'.'.repeat(8_300)}`, {});
  expect([path.status, await path.text()]).toEqual([414, 'The address is longer than 8192 letters.\n']);
  for (const name of ['if-none-match', 'accept-encoding', 'x-forwarded-for']) {
    const header = await ask('/', { [name]: `a${' '.repeat(8_200)}b` });
    expect([header.status, await header.text()], name).toEqual([
      431,
      `${name} is longer than 8192 letters.\n`,
    ]);
  }
});

test('the files per minute of one address are limited', async () => {
  const ask = filesAnswer();
  for (let turn = 0; turn < 12_000; turn++) await ask('/missing.js', {});
  const refused = await ask('/', {});
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
});
