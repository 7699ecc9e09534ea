/** Configuration: defaults, one clear line per fault, and no secret in any of them. */
import { describe, expect, test } from 'vitest';
import { readCloudflareConfig, readConfig, VARIABLE_TABLE } from '#api/config.ts';

const GOOD = {
  DATABASE_PATH: '/var/lib/irich/irich.sqlite',
  BOT_TOKEN: '1111111111:TEST-token-of-these-vectors-only_0000',
  BOT_USERNAME: 'irich_bot',
  APP_SHORT_NAME: 'app',
  PUBLIC_URL: 'https://irich.example',
  MARKET_PROVIDER: 'sample',
};

const COLLECTION = 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs';

/** The same in both deployments, with defaults for optional variables. */
const ANYWHERE = {
  botToken: GOOD.BOT_TOKEN,
  previousToken: null,
  botUsername: 'irich_bot',
  appName: 'iRICH',
  appShortName: 'app',
  publicUrl: 'https://irich.example',
  initDataMaxAgeS: 86_400,
  marketProvider: 'sample',
  marketApiUrl: 'https://api.coingecko.com/api/v3',
  marketApiKey: null,
  fearGreedUrl: 'https://api.alternative.me/fng/',
  calendarFeedUrl: null,
  trustedProxies: [],
  readOnly: false,
  botApiUrl: 'https://api.telegram.org',
  botWebhookSecret: null,
  wallets: {
    listUrl: 'https://config.ton.org/wallets-v2.json',
    bridges: [
      'https://walletbot.me',
      'https://bridge.tonapi.io',
      'https://tonconnectbridge.mytonwallet.org',
      'https://connect.tonhubapi.com',
    ],
    preferred: null,
    termsUrl: null,
    privacyUrl: null,
  },
  sbt: {
    network: 'mainnet',
    apiUrl: null,
    apiKey: null,
    collection: null,
    signingKey: null,
    delivery: 'link',
    linkTemplate: 'ton://transfer/{address}?amount={amount}&bin={bin}&exp={exp}',
    explorerTemplate: 'https://tonviewer.com/{address}',
  },
  proofSigningKey: null,
  proofOrigin: null,
  proofKeyChanges: null,
  proofWitnesses: [],
};

const faultsOf = (env: Record<string, string | undefined>) => {
  const result = readConfig(env);
  return result.ok ? [] : result.faults;
};

test('optional variables have defaults', () => {
  const result = readConfig(GOOD);
  expect(result).toEqual({
    ok: true,
    config: {
      port: 8080,
      host: '127.0.0.1',
      metricsPort: null,
      metricsHost: '127.0.0.1',
      databasePath: GOOD.DATABASE_PATH,
      proofDatabasePath: '/var/lib/irich/proof.sqlite',
      backupPath: null,
      creditSecret: null,
      distPath: 'dist',
      unreadLimitS: 30,
      ...ANYWHERE,
    },
  });
});

test('wallet bridges are reduced to distinct origins', () => {
  const read = readConfig({
    ...GOOD,
    WALLET_BRIDGES: ' https://One.example/ ,http://localhost:8081,https://one.example',
  });
  expect(read.ok && read.config.wallets.bridges).toEqual(['https://one.example', 'http://localhost:8081']);
});

test('an empty environment gives one line per required variable', () => {
  expect(faultsOf({})).toEqual([
    'DATABASE_PATH: is not set',
    'BOT_TOKEN: is not set',
    'BOT_USERNAME: is not set',
    'APP_SHORT_NAME: is not set',
    'PUBLIC_URL: is not set',
    'MARKET_PROVIDER: is not set',
  ]);
  expect(faultsOf({ ...GOOD, BOT_TOKEN: '  ' })).toEqual(['BOT_TOKEN: is not set']);
});

test.each([
  ['PORT', ['-1', '65536', 'http', '80.5', '1e3']],
  ['HOST', ['a b', 'http://x']],
  ['BOT_TOKEN', ['secretsecret', '12:', ':abcdef', '1111111111:with space']],
  ['BOT_USERNAME', ['@irich_bot', '1bot', 'x', 'https://t.me/irich_bot']],
  ['APP_SHORT_NAME', ['a/b', 'a']],
  ['APP_NAME', ['x', 'a<b>', 'a&b', 'a\nb', 'a\u202eb', ' -a', 'a  b', 'x'.repeat(31)]],
  [
    'PUBLIC_URL',
    ['irich.example', 'http://irich.example', 'https://irich.example/app', 'ftp://x', 'https://u@x'],
  ],
  ['INIT_DATA_MAX_AGE_S', ['0', '59', 'day', '-5']],
  ['MARKET_PROVIDER', ['real', 'Sample']],
  [
    'MARKET_API_URL',
    ['api.coingecko.com', 'http://api.coingecko.com', 'https://x/?a=1', 'https://u@x/', 'https://:p@x/'],
  ],
  ['MARKET_API_KEY', ['short', 'with a space', 'x'.repeat(201)]],
  ['CALENDAR_FEED_URL', ['calendar.example', 'http://calendar.example/week.json', 'https://x/w.json?v=1']],
  ['FEAR_GREED_URL', ['ftp://x/', 'http://api.alternative.me/fng/', 'https://x/#a']],
  ['WALLETS_LIST_URL', ['wallets.example', 'http://wallets.example/list.json', 'https://x/list.json?v=2']],
  [
    'WALLET_BRIDGES',
    ['bridge.example', 'https://x/bridge', 'https://x,', 'https://x https://y', "https://x;'*'"],
  ],
  ['PREFERRED_WALLET', ['Wallet in Telegram', 'x'.repeat(65)]],
  ['TERMS_URL', ['terms', 'http://x/terms']],
  ['PRIVACY_URL', ['privacy', 'ftp://x/privacy']],
  ['BOT_API_URL', ['api.telegram.org', 'http://api.telegram.org', 'https://api.telegram.org/bot', 'ftp://x']],
  [
    'BOT_WEBHOOK_SECRET',
    ['short', 'with a space in it and long', 'ünïcode-ünïcode-ünïcode', 'x'.repeat(257)],
  ],
  ['TON_NETWORK', ['-239', 'Testnet']],
  ['TON_API_URL', ['toncenter.com', 'http://toncenter.com/api/v2', 'https://x/?a=1']],
  ['TON_API_KEY', ['short', 'with a space']],
  ['SBT_COLLECTION', ['EQ', `${COLLECTION.slice(0, -1)}A`, '0:12', 'https://tonviewer.com/x']],
  ['SBT_SIGNING_KEY', ['07'.repeat(31), '07'.repeat(33), 'g'.repeat(64)]],
  ['SBT_DELIVERY', ['Link', 'tonconnect']],
  [
    'SBT_LINK_TEMPLATE',
    [
      'ton://transfer/{address}?amount={amount}',
      'http://x/{address}?amount={amount}&bin={bin}',
      'https://x/{address}?amount={amount}&bin={bin}&to={to}',
      'javascript:{address}{amount}{bin}',
      'https://x/{address} {amount} {bin}',
    ],
  ],
  ['PROOF_ORIGIN', ['a b', 'a+b', 'ключ', 'x'.repeat(201)]],
  ['TRUSTED_PROXIES', ['proxy', '10.0.0.0/33', '10.0.0', '10.0.0.1,x', '::1/129', '1:2', '10.0.0.0/8/8']],
])('%s gives one line per bad value, without the value', (name, values) => {
  for (const value of values) {
    const faults = faultsOf({ ...GOOD, [name]: value });
    expect(faults.length, value).toBe(1);
    expect(faults[0]).toMatch(new RegExp(`^${name}: must be [^\\n]+$`));
    if (/TOKEN|SECRET|KEY/.test(name)) expect(faults[0]).not.toContain(value);
  }
});

test('an address is refused with its own message when only its query is wrong', () => {
  expect(faultsOf({ ...GOOD, CALENDAR_FEED_URL: 'https://calendar.example/week.json?v=1' })).toEqual([
    'CALENDAR_FEED_URL: must be an https address without a query, such as https://calendar.example/this-week.json (http only on localhost)',
  ]);
});

test('valid values of every kind are accepted', () => {
  const result = readConfig({
    ...GOOD,
    PORT: '0',
    HOST: '::1',
    PUBLIC_URL: 'http://localhost:8080/',
    TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,::1, 2001:db8::/32',
    INIT_DATA_MAX_AGE_S: '172800',
  });
  expect(result.ok && result.config).toMatchObject({
    port: 0,
    host: '::1',
    publicUrl: 'http://localhost:8080',
    initDataMaxAgeS: 172_800,
  });
});

test('a rotated token needs both variables', () => {
  const rotated = { ...GOOD, BOT_TOKEN_PREVIOUS: '1111111111:TEST-token-before-the-rotation__0000' };
  expect(faultsOf(rotated)).toEqual(['BOT_TOKEN_ROTATED_AT: is not set, but BOT_TOKEN_PREVIOUS is']);
  expect(faultsOf({ ...GOOD, BOT_TOKEN_ROTATED_AT: '2026-07-01T12:00:00Z' })).toEqual([
    'BOT_TOKEN_PREVIOUS: is not set, but BOT_TOKEN_ROTATED_AT is',
  ]);
  for (const moment of ['yesterday', '2026-07-01', '1790000000', '2026-13-01T00:00:00Z']) {
    expect(faultsOf({ ...rotated, BOT_TOKEN_ROTATED_AT: moment }), moment).toEqual([
      'BOT_TOKEN_ROTATED_AT: must be a time, such as 2026-07-01T12:00:00Z',
    ]);
  }
  const result = readConfig({ ...rotated, BOT_TOKEN_ROTATED_AT: '2026-07-01T12:00:00Z' });
  expect(result.ok && result.config.previousToken).toEqual({
    token: rotated.BOT_TOKEN_PREVIOUS,
    rotatedAtS: Date.UTC(2026, 6, 1, 12) / 1000,
  });
});

test('a collection needs the voucher key and must be on the configured network', () => {
  const collection = { ...GOOD, SBT_COLLECTION: COLLECTION };
  expect(faultsOf(collection)).toEqual(['SBT_SIGNING_KEY: is not set, but SBT_COLLECTION is']);
  const minting = { ...collection, SBT_SIGNING_KEY: '07'.repeat(32) };
  const result = readConfig({ ...minting, TON_API_URL: 'https://toncenter.com/api/v2/' });
  expect(result.ok && result.config.sbt).toMatchObject({
    collection: COLLECTION,
    signingKey: '07'.repeat(32),
    apiUrl: 'https://toncenter.com/api/v2',
  });
  const ofTests = { ...minting, SBT_COLLECTION: 'kQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_ntm' };
  expect(faultsOf(ofTests)).toEqual([
    'SBT_COLLECTION: is an address of the test network, but TON_NETWORK is mainnet',
  ]);
  expect(faultsOf({ ...ofTests, TON_NETWORK: 'testnet' })).toEqual([]);
});

test("a token's page follows the network unless it is set", () => {
  const templateOf = (env: Record<string, string>) => {
    const result = readConfig({ ...GOOD, ...env });
    return result.ok ? result.config.sbt.explorerTemplate : result.faults;
  };
  expect(templateOf({ TON_NETWORK: 'testnet' })).toBe('https://testnet.tonviewer.com/{address}');
  const own = 'https://scan.example/nft/{address}?tab=owner';
  expect(templateOf({ TON_EXPLORER_TEMPLATE: own })).toBe(own);
  for (const template of [
    'http://x.example/{address}',
    'https://{address}',
    'https://x.example/',
    'https://x.example:99999/{address}',
    'https://x.example/{address}/{id}',
    'https://x.example/{address}/{address}',
    'https://x.example/a b/{address}',
  ]) {
    expect(templateOf({ TON_EXPLORER_TEMPLATE: template }), template).toEqual([
      'TON_EXPLORER_TEMPLATE: must be a link of https:// with {address} after its host',
    ]);
  }
});

describe('on Cloudflare', () => {
  const { DATABASE_PATH: _, ...shared } = GOOD;
  const deployed = { ...shared, CREDIT_SECRET: '0123456789abcdef0123456789ABCDEF' };

  test("optional variables have defaults, and the machine's own variables are not needed", () => {
    expect(readCloudflareConfig({ ...deployed, USER: {}, ASSETS: {}, PORT: 'http' })).toEqual({
      ok: true,
      config: {
        ...ANYWHERE,
        creditSecret: deployed.CREDIT_SECRET,
        moveSecret: null,
        postEveryS: 600,
      },
    });
    // Cloudflare allows numbers as variables.
    const more = readCloudflareConfig({ ...deployed, POST_EVERY_S: 60, MOVE_SECRET: 'f'.repeat(32) });
    expect(more.ok && more.config).toMatchObject({ postEveryS: 60, moveSecret: 'f'.repeat(32) });
  });

  test('every fault has its own line without a secret', () => {
    const faults = (env: Record<string, string>) => {
      const result = readCloudflareConfig(env);
      return result.ok ? [] : result.faults;
    };
    expect(faults(shared)).toEqual(['CREDIT_SECRET: is not set']);
    expect(
      faults({
        ...shared,
        CREDIT_SECRET: 'abcdef',
        MOVE_SECRET: 'not hexadecimal'.repeat(4),
        POST_EVERY_S: '0',
      }),
    ).toEqual([
      'CREDIT_SECRET: must be at least 32 hexadecimal digits',
      'MOVE_SECRET: must be at least 32 hexadecimal digits',
      'POST_EVERY_S: must be a whole number from 1 to 86400',
    ]);
  });
});

test('every fault is reported at once', () => {
  expect(faultsOf({ PORT: 'x', MARKET_PROVIDER: 'real' }).length).toBe(7);
});

test("the README's table lists every variable once", () => {
  expect(new Set(VARIABLE_TABLE.map((row) => row.name)).size).toBe(VARIABLE_TABLE.length);
  const must = VARIABLE_TABLE.filter((row) => row.fallback === null && row.deployment !== 'Cloudflare');
  expect(must.map((row) => row.name)).toEqual(Object.keys(GOOD).sort((a, b) => order(a) - order(b)));
  for (const row of VARIABLE_TABLE) expect(row.meaning).toMatch(/\.$/);
});

function order(name: string): number {
  return VARIABLE_TABLE.findIndex((row) => row.name === name);
}
