/** `npm run doctor`: a good deployment has no finding, and each fault of its variables has one that says what to do. */
import { chmodSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { VARIABLE_TABLE } from '#api/config.ts';
import { DEPLOYMENT } from '#tests/support/deployment.ts';
import { type Env, NOW, openRig } from './doctor-rig.ts';

let rig: ReturnType<typeof openRig>;
beforeEach(() => {
  rig = openRig();
});
afterEach(() => rig.close());

const hoursAgo = (hours: number) => new Date(NOW - hours * 3_600_000).toISOString();
const OTHER_TOKEN = `7000000002:${'aB3_dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3h'}`;

test('a good production deployment has no finding', async () => {
  expect(await rig.diagnose()).toMatchObject({ code: 0, out: 'Nothing is wrong.\n', err: '' });
});

test.each<[string, Env, RegExp]>([
  [
    'every fault of the configuration',
    { PUBLIC_URL: 'nonsense' },
    /^ERROR {4}PUBLIC_URL: must be an https origin/,
  ],
  ['a variable that is missing', { BOT_USERNAME: '' }, /^ERROR {4}BOT_USERNAME: is not set/],
  [
    'a proxy that is not named',
    { TRUSTED_PROXIES: '' },
    /^WARNING {2}TRUSTED_PROXIES: is not set: all users/,
  ],
  [
    'a server on every address without a proxy',
    { TRUSTED_PROXIES: '', HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8080' },
    /^WARNING {2}TRUSTED_PROXIES: is not set/m,
  ],
  [
    'a proxy anywhere',
    { TRUSTED_PROXIES: '127.0.0.1, ::/0' },
    /^WARNING {2}TRUSTED_PROXIES: believes everybody/,
  ],
  [
    'public metrics',
    { METRICS_HOST: '0.0.0.0' },
    /^WARNING {2}METRICS_HOST: shows the metrics on 0\.0\.0\.0/,
  ],
  ['plain http', { PUBLIC_URL: 'http://localhost:8080' }, /^WARNING {2}PUBLIC_URL: is not https/],
  ['an address without a name', { PUBLIC_URL: 'https://203.0.113.7' }, /^WARNING {2}PUBLIC_URL: has no name/],
  ['workers.dev', { PUBLIC_URL: 'https://a.b.workers.dev' }, /^WARNING {2}PUBLIC_URL: is on workers\.dev/],
  ['an example', { PUBLIC_URL: 'https://irich.example' }, /^WARNING {2}PUBLIC_URL: is an example/],
  ['the sample market', { MARKET_PROVIDER: 'sample' }, /^WARNING {2}MARKET_PROVIDER: is sample/],
  ['a server that only reads', { READ_ONLY: '1' }, /^WARNING {2}READ_ONLY: is 1/],
  ['the test network', { TON_NETWORK: 'testnet' }, /^WARNING {2}TON_NETWORK: is testnet/],
  ['a bot that is off', { BOT_WEBHOOK_SECRET: '' }, /^WARNING {2}BOT_WEBHOOK_SECRET: is not set/],
  ['an invented token', { BOT_TOKEN: '123456789:AAH5YkoiEuPk8' }, /^WARNING {2}BOT_TOKEN: is no token/],
  [
    'a short secret',
    { BOT_WEBHOOK_SECRET: 'k3XzQ9vLm2Rt7Wy4B' },
    /^WARNING {2}BOT_WEBHOOK_SECRET: is shorter/,
  ],
  [
    'a repeated letter',
    { BOT_WEBHOOK_SECRET: 'a'.repeat(64) },
    /^ERROR {4}BOT_WEBHOOK_SECRET: can be guessed/,
  ],
  [
    'a repeated beginning',
    { CREDIT_SECRET: '1b7f93c5'.repeat(8) },
    /^ERROR {4}CREDIT_SECRET: can be guessed/,
  ],
  [
    'the secret of tests',
    { CREDIT_SECRET: DEPLOYMENT.CREDIT_SECRET },
    /^ERROR {4}CREDIT_SECRET: can be guessed/,
  ],
  [
    'a word as a secret',
    { BOT_WEBHOOK_SECRET: 'change-me-before-you-deploy-9Zk3Qw7X' },
    /^ERROR {4}BOT_WEBHOOK_SECRET: can be guessed/,
  ],
  [
    'a token that was rotated two days ago',
    { BOT_TOKEN_PREVIOUS: OTHER_TOKEN, BOT_TOKEN_ROTATED_AT: hoursAgo(48) },
    /^WARNING {2}BOT_TOKEN_PREVIOUS: is left/,
  ],
  [
    'a rotation that lies ahead',
    { BOT_TOKEN_PREVIOUS: OTHER_TOKEN, BOT_TOKEN_ROTATED_AT: hoursAgo(-1) },
    /^WARNING {2}BOT_TOKEN_ROTATED_AT: lies ahead/,
  ],
  ['no witnesses', { PROOF_WITNESSES: '' }, /^WARNING {2}PROOF_WITNESSES: is not set/m],
  [
    'a log without its key',
    { PROOF_SIGNING_KEY: '' },
    /^ERROR {4}PROOF_SIGNING_KEY: is not set, but PROOF_ORIGIN is/,
  ],
  ['half of the badges', { SBT_COLLECTION: '' }, /^WARNING {2}SBT_COLLECTION: is not set/],
  ['badges that no one looks at', { TON_API_URL: '' }, /^WARNING {2}TON_API_URL: is not set/],
])('%s', async (_, changed, expected) => {
  const { out, code, lines } = await rig.diagnose(changed);
  expect(out).toMatch(expected);
  expect(code).toBe(lines.some((line) => line.startsWith('ERROR')) ? 1 : 0);
});

test('a rotation of today, and a proxy where nothing is public, are no finding', async () => {
  const rotated = { BOT_TOKEN_PREVIOUS: OTHER_TOKEN, BOT_TOKEN_ROTATED_AT: hoursAgo(3) };
  expect((await rig.diagnose(rotated)).lines).toEqual([]);
  const local = await rig.diagnose({ TRUSTED_PROXIES: '', PUBLIC_URL: 'http://localhost:8080' });
  expect(local.out).not.toContain('TRUSTED_PROXIES');
  expect((await rig.diagnose({ METRICS_PORT: '', METRICS_HOST: '0.0.0.0' })).lines).toEqual([]);
});

test('one secret in two places is an error', async () => {
  const { CREDIT_SECRET = '' } = rig.env;
  const { code, lines } = await rig.diagnose({ BOT_WEBHOOK_SECRET: CREDIT_SECRET });
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/^ERROR {4}CREDIT_SECRET: is the same as BOT_WEBHOOK/)],
  ]);
});

test('errors come first, and the last line counts', async () => {
  const { code, lines, last } = await rig.diagnose({
    MARKET_PROVIDER: 'sample',
    READ_ONLY: '1',
    TERMS_URL: 'x',
  });
  expect(lines.map((line) => line.slice(0, 7))).toEqual(['ERROR  ', 'WARNING', 'WARNING']);
  expect([code, last]).toEqual([1, '1 errors, 2 warnings.']);
});

test('an older Node is an error, and a newer one is not', async () => {
  const version = (nodeVersion: string) => rig.diagnose({}, { system: { ...rig.system, nodeVersion } });
  expect((await version('22.4.0')).lines).toEqual([expect.stringMatching(/^ERROR {4}Node: is 22\.4\.0/)]);
  expect((await version('25.0.0')).lines).toEqual([]);
});

describe('a file of variables', () => {
  const write = (text: string) => rig.put('irich.env', text);
  const read = (changed: Env = {}) => rig.diagnose(changed, {}, '--env-file', rig.file('irich.env'));

  test('wins over the environment, with quotes and comments', async () => {
    write('# the market\nMARKET_PROVIDER="sample"\n\nREAD_ONLY=0\n');
    expect((await read({ READ_ONLY: '1' })).lines).toEqual([
      expect.stringContaining('MARKET_PROVIDER: is sample'),
    ]);
  });

  test('that others can read is a warning', async () => {
    write('READ_ONLY=0\n');
    expect((await read()).lines).toEqual([]);
    chmodSync(rig.file('irich.env'), 0o640);
    expect((await read()).lines).toEqual([
      expect.stringMatching(/^WARNING .*irich\.env: can be read by other/),
    ]);
  });

  test('that is not there ends with one line', async () => {
    expect(await read()).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/^ENOENT[^\n]*\n$/) });
  });
});

test.each(['\u001b[2J', 'x'.repeat(100_000), '\n\nERROR all: is lost', '{"a":1}', '-1', '::'])(
  'hostile values (%j) neither break a line nor the terminal, and end in an exit code',
  async (value) => {
    const names = VARIABLE_TABLE.map(({ name }) => name).filter((name) => name !== 'DATABASE_PATH');
    const { code, lines, out } = await rig.diagnose(Object.fromEntries(names.map((name) => [name, value])));
    expect(code).toBe(1);
    for (const line of lines) expect(line).toMatch(/^(ERROR {4}|WARNING {2}|NOTE {5})[^\p{Cc}]{3,700}$/u);
    expect(out).not.toContain('x'.repeat(400));
  },
);

test('no secret is printed, whatever is wrong with it', async () => {
  const names = ['BOT_TOKEN', 'BOT_TOKEN_PREVIOUS', 'BOT_WEBHOOK_SECRET', 'CREDIT_SECRET', 'MOVE_SECRET'];
  const keys = ['SBT_SIGNING_KEY', 'PROOF_SIGNING_KEY', 'MARKET_API_KEY', 'TON_API_KEY'];
  for (const secret of ['marker-7', '7:marker-7', 'marker-7'.repeat(8)]) {
    const { out, err } = await rig.diagnose(
      Object.fromEntries([...names, ...keys].map((name) => [name, secret])),
    );
    expect(out + err).not.toContain('marker');
  }
  const good = await rig.diagnose({ MARKET_PROVIDER: 'sample', TERMS_URL: 'x' });
  for (const name of [...names, ...keys]) if (rig.env[name]) expect(good.out).not.toContain(rig.env[name]);
});

test('the configuration of the demo has no error but what a demo lacks', async () => {
  const { out } = await rig.diagnose({
    ...Object.fromEntries(Object.keys(rig.env).map((name) => [name, ''])),
    DATABASE_PATH: rig.env['DATABASE_PATH'] ?? '',
    DIST_PATH: rig.file('dist'),
    BOT_TOKEN: OTHER_TOKEN,
    BOT_USERNAME: 'irich_demo_bot',
    APP_SHORT_NAME: 'app',
    MARKET_PROVIDER: 'sample',
    PUBLIC_URL: 'http://localhost:8080',
  });
  expect(out).not.toContain('ERROR');
  expect(out).toMatch(/^0 errors, 3 warnings\.$/m);
});

test('a wrong option shows the usage', async () => {
  expect(await rig.diagnose({}, {}, '--nonsense')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Usage:'),
  });
});
