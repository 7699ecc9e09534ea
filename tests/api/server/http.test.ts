/**
 * What only the real server shows, in both deployments: large bodies over a socket, files with their headers,
 * request lines.
 */
import { createHash } from 'node:crypto';
import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { DEPLOYMENTS, startServer, type TestServer } from '#tests/support/server.ts';
import { auth, type Folder, makeFolder, PATIENCE, SCRIPT } from './support.ts';

vi.setConfig(PATIENCE);

const WALLETS = {
  WALLETS_LIST_URL: 'http://127.0.0.1:9/wallets.json',
  WALLET_BRIDGES: 'https://one.example,https://two.example',
  PREFERRED_WALLET: 'tonkeeper',
  TERMS_URL: 'https://irich.example/terms',
};

describe.each(DEPLOYMENTS)('%s', (deployment) => {
  let folder: Folder;
  let server: TestServer;
  beforeAll(async () => {
    folder = makeFolder();
    server = await startServer({ deployment, dist: folder.dist, env: WALLETS });
  });
  afterAll(async () => {
    await server.stop();
    folder.remove();
  });

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.origin + path, { headers: { 'accept-encoding': 'identity', ...headers } });

  test('every route of the app gets the page, uncached, framed by the messaging app only', async () => {
    for (const path of ['/', '/index.html', '/riskmoney', '/SBT', '/profile?checkin=1', '/some/where/']) {
      const reply = await get(path);
      expect(reply.status, path).toBe(200);
      expect(await reply.text()).toContain('<title>page</title>');
      expect(reply.headers.get('cache-control')).toBe('no-cache');
      expect(reply.headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = reply.headers.get('content-security-policy');
      expect(policy).toContain("default-src 'none'; script-src 'self';");
      expect(policy).toContain('frame-ancestors https://web.telegram.org');
      expect(reply.headers.get('x-frame-options')).toBeNull();
      expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  test('a page may connect to the configured wallets, which the app and wallets learn', async () => {
    const connect = "; connect-src 'self' blob: http://127.0.0.1:9 https://one.example https://two.example; ";
    for (const path of ['/', '/profile']) {
      expect((await get(path)).headers.get('content-security-policy'), path).toContain(connect);
    }
    expect(await (await get('/api/wallet/options')).json()).toMatchObject({
      walletsListUrl: WALLETS.WALLETS_LIST_URL,
      bridges: ['https://one.example', 'https://two.example'],
      preferredWallet: 'tonkeeper',
    });
    const manifest = await get('/tonconnect-manifest.json', { origin: 'https://wallet.example' });
    expect(manifest.headers.get('access-control-allow-origin')).toBe('*');
    expect(manifest.headers.get('content-type')).toContain('application/json');
    expect(await manifest.json()).toMatchObject({ name: 'iRICH', termsOfUseUrl: WALLETS.TERMS_URL });
  });

  test('hashed files are cached forever, and the service worker is revalidated each time', async () => {
    const script = await get('/assets/index-abc123.js');
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect((await get('/sw.js')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/mark.svg')).headers.get('content-type')).toBe('image/svg+xml');
    expect((await get('/manifest.webmanifest')).headers.get('cache-control')).toBe('no-cache');
  });

  test('a missing file is 404, never the page', async () => {
    const spelled = [
      '//releases.json',
      '/releases.json/',
      '/RELEASES.JSON',
      '/releases%252ejson',
      '/_headers',
      '/_headers/',
      '//_headers',
      '/index.html/',
      '/index.html.gz/',
      // The platform reads two slashes as one; the file is public in both forms.
      ...(deployment === 'machine' ? ['/assets//index-abc123.js', '//sw.js'] : []),
    ];
    const missing = [
      '/assets/old-123.js',
      '/assets/',
      '/assets/x',
      '/favicon.ico',
      '/x.map',
      '/releases.json',
    ];
    const hidden = ['/.env', '/assets/.git', '/assets/index-abc123.js.br', '/%2e%2e/package.json', '/a%00b'];
    for (const path of [...missing, ...hidden, ...spelled]) {
      const reply = await get(path);
      expect(reply.status, path).toBe(404);
      expect(reply.headers.get('cache-control')).toBe('no-store');
      expect(await reply.text()).toBe('Not found\n');
    }
    const posted = await fetch(`${server.origin}/profile`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('an address or a header that is too long is refused by name', async () => {
    expect((await get(`/${'.'.repeat(8_300)}`)).status).toBe(414);
    const call = await get(`/api/health?${'x'.repeat(8_300)}`);
    expect([call.status, await call.json()]).toMatchObject([414, { error: { code: 'uri_too_long' } }]);
    const long = `a${' '.repeat(8_300)}b`;
    expect((await get('/profile', { 'if-none-match': long })).status).toBe(431);
    const header = await get('/api/market/overview', { 'if-none-match': long });
    expect([header.status, await header.json()]).toMatchObject([
      431,
      { error: { code: 'headers_too_large' } },
    ]);
  });

  test("foreign pages may show pictures and manifests, and get no handle on the app's window", async () => {
    const policy = async (path: string) => (await get(path)).headers.get('cross-origin-resource-policy');
    for (const path of [
      '/mark.svg',
      '/manifest.webmanifest',
      '/tonconnect-manifest.json',
      '/sbt/collection.json',
    ])
      expect(await policy(path), path).toBe('cross-origin');
    for (const path of ['/', '/profile', '/sw.js', '/assets/index-abc123.js', '/api/health', '/missing.png'])
      expect(await policy(path), path).toBe('same-origin');
    for (const path of ['/', '/profile'])
      expect((await get(path)).headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
  });

  test('the page of published totals may use the camera, which the app may not, and speaks to its own server alone', async () => {
    const CAMERA = /(^|, )camera=\(self\)/;
    for (const path of ['/proof', '/proof/', '/proof.html']) {
      const reply = await get(path);
      expect([reply.status, await reply.text()], path).toEqual([
        200,
        expect.stringContaining('published totals'),
      ]);
      expect(reply.headers.get('permissions-policy'), path).toMatch(CAMERA);
      const policy = reply.headers.get('content-security-policy') ?? '';
      expect(policy.split('; '), path).toEqual(
        expect.arrayContaining(["default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'"]),
      );
      expect(policy, path).not.toMatch(/unsafe|https:|\*/);
      expect(reply.headers.get('set-cookie'), path).toBeNull();
    }
    for (const path of ['/', '/profile', '/proofs', '/index.html', '/assets/index-abc123.js', '/proof/gone'])
      expect((await get(path)).headers.get('permissions-policy'), path).not.toMatch(CAMERA);
    expect((await get('/proof/gone')).status).toBe(404);
  });

  test('an odd path gets the page like any unknown one, and is not repeated in the log', async () => {
    for (const path of ['/%23tgWebAppData=user%3Dodd%26hash%3Dodd', '/%D0%BF%D1%80', '/a%20b', '/a%2Fb']) {
      const reply = await get(path);
      expect([reply.status, await reply.text()], path).toEqual([200, expect.stringContaining('<title>page')]);
    }
    // Other tests send unknown paths to this server too, with the same log text.
    await expect.poll(() => server.log().match(/"path":"\/\*"/g)?.length).toBeGreaterThanOrEqual(4);
    expect(server.log()).not.toMatch(/odd|tgWebAppData/);
  });

  test('an unchanged file is not sent again', async () => {
    for (const path of ['/sw.js', '/profile']) {
      const tag = (await get(path)).headers.get('etag') ?? '';
      const same = await get(path, { 'if-none-match': tag });
      expect([same.status, await same.text()], path).toEqual([304, '']);
      // For several tags, the platform matches none for files that it serves itself, and sends them again.
      const several = await get(path, { 'if-none-match': `"other", W/${tag}` });
      expect(several.status, path).toBe(deployment === 'cloudflare' && path === '/sw.js' ? 200 : 304);
      expect((await get(path, { 'if-none-match': '"other"' })).status, path).toBe(200);
    }
  });

  test('request lines are single lines of JSON without launch data', async () => {
    await get('/api/user/42?tgWebAppData=leak', auth(42));
    await get('/riskmoney?tgWebAppData=leak');
    await expect.poll(() => server.log()).toContain('"/riskmoney"');
    for (const line of server.log().trim().split('\n')) expect(() => JSON.parse(line), line).not.toThrow();
    expect(server.log()).not.toMatch(/hash=|leak|User 42/);
  });

  // The platform compresses its files itself, and a deployment's files never change.
  // This runs after the check of the log, since wrangler's own server logs a connection that was cut off.
  test('a body that is too large is refused, with and without its length', async () => {
    const huge = JSON.stringify({ id: 42, more: 'x'.repeat(300_000) });
    const inPieces = () =>
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (let at = 0; at < huge.length; at += 50_000) {
            controller.enqueue(new TextEncoder().encode(huge.slice(at, at + 50_000)));
          }
          controller.close();
        },
      });
    let cutOff = 0;
    /**
     * Workerd may close the connection while the client still writes a refused request, so the client never
     * sees the answer.
     */
    const code = async (body: () => BodyInit) => {
      try {
        const init = { method: 'POST', headers: auth(42), body: body(), duplex: 'half' };
        const reply = await fetch(`${server.origin}/api/user/register`, init as RequestInit);
        return [reply.status, ((await reply.json()) as { error: { code: string } }).error.code];
      } catch (cause) {
        if (!/EPIPE|ECONNRESET|other side closed/.test(inspect(cause))) throw cause;
        cutOff += 1;
        return 'cut off';
      }
    };
    for (const body of [() => huge, inPieces]) {
      await expect.poll(() => code(body), { timeout: 20_000 }).toEqual([413, 'body_too_large']);
    }
    if (deployment === 'machine') expect(cutOff).toBe(0);
    expect((await get('/api/user/42', auth(42))).status).toBe(404);
  });

  if (deployment === 'cloudflare') return;

  test("a forwarded address from an untrusted peer is logged once with the setting's name", async () => {
    for (let turn = 0; turn < 3; turn++) await get('/profile', { 'x-forwarded-for': '198.51.100.1' });
    await expect.poll(() => server.log()).toContain('TRUSTED_PROXIES');
    expect(server.log().match(/X-Forwarded-For came from (::ffff:)?127\.0\.0\.1/g)).toHaveLength(1);
  });

  test('clients that accept compression get compressed copies', async () => {
    const encoding = async (accepts: string) =>
      (await get('/assets/index-abc123.js', { 'accept-encoding': accepts })).headers.get('content-encoding');
    expect(await encoding('gzip;q=1.0, deflate')).toBe('gzip');
    expect(await encoding('identity')).toBeNull();
    expect(await encoding('br;q=0, gzip;q=0')).toBeNull();
    const head = await fetch(`${server.origin}/assets/index-abc123.js`, {
      method: 'HEAD',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(head.headers.get('content-encoding')).toBe('br');
    expect(head.headers.get('content-length')).toBe(`${'as compressed'.length}`);
    expect(head.headers.get('vary')).toBe('accept-encoding');
    const script = await get('/assets/index-abc123.js', { 'accept-encoding': 'gzip' });
    expect(await script.text()).toBe(SCRIPT);
  });

  test('a page may run its own script, and no other inline one', async () => {
    const path = join(folder.dist, 'forms.html');
    for (const script of ['self.one;', 'self.two;']) {
      writeFileSync(path, `<script>${script}</script>`);
      const hash = createHash('sha256').update(script).digest('base64');
      expect((await get('/forms.html')).headers.get('content-security-policy')).toContain(
        `; script-src 'self' 'sha256-${hash}';`,
      );
    }
  });

  test('the own script of a compressed page runs while a new release has not replaced the other copies', async () => {
    const path = join(folder.dist, 'forms.html');
    const script = 'self.three;'.repeat(10);
    const page = `<script>${script}</script>`;
    const hash = createHash('sha256').update(script).digest('base64');
    writeFileSync(path, '<script>self.old;</script>');
    writeFileSync(`${path}.br`, brotliCompressSync(page));
    writeFileSync(`${path}.gz`, gzipSync(page));
    for (const accepts of ['br', 'gzip']) {
      const reply = await get('/forms.html', { 'accept-encoding': accepts });
      expect(await reply.text(), accepts).toBe(page);
      expect(reply.headers.get('content-security-policy'), accepts).toContain(` 'sha256-${hash}';`);
    }
  });

  test('a changed file of the same size and time is sent again', async () => {
    const path = join(folder.dist, 'boot.js');
    const tags: (string | null)[] = [];
    for (const text of ['self.one;', 'self.two;']) {
      writeFileSync(path, text);
      utimesSync(path, 1, 1);
      tags.push((await get('/boot.js')).headers.get('etag'));
    }
    expect(tags[0]).not.toBe(tags[1]);
    expect((await get('/boot.js', { 'if-none-match': `${tags[0]}` })).status).toBe(200);
  });
});
