/** Addresses of an operator and of their partners stand in the operator's file alone: the code names services, and no one else. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const EXAMPLE = 'api/ops/operator.example.json';
const PLACES = ['src', 'locales', 'api', 'worker', 'public', 'index.html', 'vite.config.ts', 'wrangler.toml'];

/** Services that configuration asks by default, their pages, names of XML, and examples in messages. */
const KNOWN = [
  'www.w3.org',
  'irich.example',
  'calendar.example',
  ...['developers.cloudflare.com', 'github.com'],
  ...['api.coingecko.com', 'docs.coingecko.com', 'www.coingecko.com', 'alternative.me', 'api.alternative.me'],
  ...['api.telegram.org', 'web.telegram.org'],
  ...['config.ton.org', 'walletbot.me', 'bridge.tonapi.io', 'tonconnectbridge.mytonwallet.org'],
  ...['connect.tonhubapi.com', 'toncenter.com', 'tonviewer.com', 'testnet.tonviewer.com'],
];
/** Telegram's own, and links that are made of what is configured. */
const TELEGRAM = /^t\.me(?:\/|\/premium|\/share\/url|\/BOT\/APP|\/?\$\{.*)?$/;

/** Each address in a text that the code must not name. */
function foreign(text: string): string[] {
  const found = text.matchAll(/\b(?:https?:\/\/((?:[a-z\d-]+\.)+[a-z]{2,})|(?=t\.me\/))([^\s"'`…,)<>?]*)/gi);
  return [...found].flatMap(([, host = '', path = '']) => {
    const address = `${host.toLowerCase()}${path}`;
    return KNOWN.includes(host.toLowerCase()) || TELEGRAM.test(address) ? [] : [address];
  });
}

test('no source names a partner, a channel or a help page', () => {
  const listed = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard', ...PLACES], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed
    .split('\0')
    .filter((path) => !/(\.(md|png)|^)$/.test(path) && path !== EXAMPLE && existsSync(`${ROOT}/${path}`));
  expect(files.length).toBeGreaterThan(500);
  const named = files.flatMap((path) =>
    foreign(readFileSync(`${ROOT}/${path}`, 'utf8')).map((address) => `${path}: ${address}`),
  );
  expect(named).toEqual([]);
});

test('the example names only made-up partners', () => {
  const hosts = foreign(readFileSync(`${ROOT}/${EXAMPLE}`, 'utf8'));
  expect(hosts.length).toBeGreaterThan(10);
  for (const host of hosts) expect(host).toMatch(/^([a-z]+\.example\.com\/|t\.me\/example_)/);
});

test.each([
  'https://partner.com/?ref=1',
  'https://help.irich.app/en/',
  "'https://t.me/some_channel'",
  't.me/some_channel',
  'https://t.me/premiums',
  'https://config.ton.org.evil.com/',
  'HTTPS://WWW.PARTNER.COM',
])('it finds %s', (text) => {
  expect(foreign(text)).toHaveLength(1);
});
