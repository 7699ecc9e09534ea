/** `npm run doctor` with `--cloudflare` reads `wrangler.toml`, and with `--online` asks services. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openRig } from './doctor-rig.ts';

let rig: ReturnType<typeof openRig>;
beforeEach(() => {
  rig = openRig();
});
afterEach(() => rig.close());

const about = (text: string) => expect.stringContaining(text);

describe('--cloudflare', () => {
  const GOOD = {
    BOT_USERNAME: 'irich_bot',
    APP_SHORT_NAME: 'app',
    PUBLIC_URL: 'https://irich.app',
    MARKET_PROVIDER: 'live',
  };

  /** The file of the checkout, filled in. @param more lines of `[vars]`. */
  function configure(vars: object, more = '', edit: (toml: string) => string = (toml) => toml): void {
    const lines = Object.entries(vars).map(([name, value]) => `${name} = "${value}"`);
    const toml = readFileSync('wrangler.toml', 'utf8')
      .replace('# routes =', 'routes =')
      .replace('irich.example', 'irich.app')
      .replace(/^\[vars\]$[\s\S]*?(?=^POST_EVERY_S)/m, `[vars]\n${[...lines, more].join('\n')}\n`);
    rig.put('wrangler.toml', edit(toml));
  }
  const diagnose = async (...args: string[]) => {
    const { code, lines, err } = await rig.diagnose({}, {}, '--cloudflare', ...args);
    return { code, err, findings: lines.filter((line) => !line.startsWith('NOTE')), lines };
  };

  beforeEach(() => {
    const origins = ['https://config.ton.org', 'https://walletbot.me', 'https://bridge.tonapi.io'];
    const more = ['https://tonconnectbridge.mytonwallet.org', 'https://connect.tonhubapi.com'];
    rig.put('dist/_headers', [...origins, ...more].join(' '));
  });

  test('a file that is filled in has no finding but what cannot be read', async () => {
    configure(GOOD);
    const { code, err, lines } = await diagnose();
    expect([code, err]).toEqual([0, '']);
    expect(lines).toEqual([
      about(
        'NOTE     Secrets: cannot be read: `npx wrangler secret list` must name BOT_TOKEN, CREDIT_SECRET',
      ),
      about(
        'NOTE     MOVE_SECRET: opens every ledger: it may be in that list only while a command with --from or --to works',
      ),
    ]);
  });

  test('the file of the checkout names each variable that is missing', async () => {
    rig.put('wrangler.toml', readFileSync('wrangler.toml', 'utf8'));
    const { code, findings } = await diagnose();
    expect(code).toBe(1);
    expect(findings).toEqual([
      about('ERROR    BOT_USERNAME: is not set'),
      about('ERROR    APP_SHORT_NAME: is not set'),
      about('ERROR    PUBLIC_URL: is not set'),
      about('WARNING  MARKET_PROVIDER: is sample'),
    ]);
  });

  test.each([
    ['a secret', 'TON_API_KEY = "marker-7f3a9c"', 'ERROR    TON_API_KEY: stands in wrangler.toml'],
    ['a fault', 'TERMS_URL = "x"', 'ERROR    TERMS_URL: must be'],
    ['a log', 'PROOF_ORIGIN = "points.irich.app/log"', 'WARNING  PROOF_WITNESSES: is not set'],
  ])('%s in its variables', async (_, line, expected) => {
    configure(GOOD, line);
    const { findings, lines } = await diagnose();
    expect(findings).toEqual([about(expected)]);
    expect(lines.join()).not.toContain('marker');
    if (line.startsWith('PROOF')) expect(lines.join()).toContain('CREDIT_SECRET, PROOF_SIGNING_KEY,');
  });

  test('a domain that no route names, and a second address', async () => {
    configure({ ...GOOD, PUBLIC_URL: 'https://other.app' });
    expect((await diagnose()).findings).toEqual([about('ERROR    routes: do not name the host')]);
    configure(GOOD, '', (toml) => toml.replace('workers_dev = false', 'workers_dev = true'));
    expect((await diagnose()).findings).toEqual([about('WARNING  workers_dev: is on')]);
  });

  test('wallets that have changed since the build', async () => {
    configure({ ...GOOD, WALLET_BRIDGES: 'https://bridge.irich.app' });
    expect((await diagnose()).findings).toEqual([
      about('ERROR    WALLET_BRIDGES: or WALLETS_LIST_URL has changed'),
    ]);
  });

  test('staging is read with its own variables', async () => {
    configure(GOOD);
    const { findings } = await diagnose('--env', 'staging');
    expect(findings).toContainEqual(about('ERROR    PUBLIC_URL: is not set'));
  });

  test.each(['[vars', 'name = 1\nname = 2', ''])(
    'a file that cannot be read (%j) ends with one line',
    async (text) => {
      rig.put('wrangler.toml', text);
      const { code, err } = await diagnose();
      expect(code === 2 ? err : '').toMatch(/^(wrangler\.toml: [^\n]+\n)?$/);
      expect(code).toBeGreaterThan(0);
    },
  );
});

describe('--online', () => {
  const URLS = {
    '/getMe': { ok: true, result: { username: 'irich_bot' } },
    '/getWebhookInfo': {
      ok: true,
      result: { url: 'https://irich.app/api/bot/webhook', pending_update_count: 0 },
    },
  };

  /** @param down what does not answer. */
  const asked = (down: RegExp) => {
    const urls: string[] = [];
    const ask = async (url: Parameters<typeof fetch>[0]) => {
      urls.push(`${url}`);
      if (down.test(`${url}`)) throw new TypeError(`fetch failed for ${url}`);
      const [, found = { ok: true, result: {} }] =
        Object.entries(URLS).find(([end]) => `${url}`.endsWith(end)) ?? [];
      return Response.json(found);
    };
    return { urls, fetch: ask as typeof fetch };
  };

  test('without it nothing is asked', async () => {
    const { urls, fetch } = asked(/./);
    expect((await rig.diagnose({}, { fetch })).code).toBe(0);
    expect(urls).toEqual([]);
  });

  test('says what does not answer or is set wrongly, and never shows the token', async () => {
    const { urls, fetch } = asked(/irich\.app|getMe/);
    const { code, lines, out } = await rig.diagnose({}, { fetch }, '--online');
    expect(code).toBe(1);
    expect(lines).toContainEqual(about('ERROR    PUBLIC_URL: '));
    expect(lines).toContainEqual(about('ERROR    Bot: the token is that of @irich_bot'));
    expect(lines).toContainEqual(
      about('ERROR    Bot: updates go to https://irich.app/api/bot/webhook: not asked for'),
    );
    expect(lines).toContainEqual(about('WARNING  MARKET_API_URL: '));
    expect(urls.join()).toContain('https://irich.app/api/health/ready');
    expect(out).not.toContain((rig.env['BOT_TOKEN'] ?? '').split(':')[1]);
  });

  test('an app that answers is no finding', async () => {
    const { fetch } = asked(/nothing/);
    const quiet = { BOT_WEBHOOK_SECRET: '', MARKET_PROVIDER: 'sample' };
    const { out } = await rig.diagnose(quiet, { fetch }, '--online');
    expect(out).not.toContain('PUBLIC_URL');
  });
});
