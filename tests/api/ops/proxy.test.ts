/** The files for Caddy and nginx, run by the real programs in front of the real server. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { type ClientHttp2Session, connect, type IncomingHttpHeaders } from 'node:http2';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keptCertificate } from '#api/ops/dev/certificate.ts';
import { ANONYMOUS_PER_MINUTE } from '#api/runtime/http/limits.ts';
import { MAX_BODY_BYTES } from '#core/contract/version.ts';
import { toolPath } from '#tests/support/operator-tools.ts';
import { freePort, startServer, type TestServer } from '#tests/support/server.ts';
import { auth, type Folder, makeFolder, PATIENCE, ROOT, record } from '../server/support.ts';

vi.setConfig(PATIENCE);

/** What an operator replaces in a file, and a test. */
interface Places {
  readonly folder: string;
  readonly server: string;
  readonly http: number;
  readonly https: number;
}
type Start = (places: Places) => ChildProcess;

const NAME = 'localhost';
const file = (name: string) => readFileSync(`${ROOT}api/ops/proxy/${name}`, 'utf8');

/** The file itself; everything else comes by its environment. */
const caddy: Start = ({ folder, server, http, https }) =>
  spawn(toolPath('caddy'), ['run', '--adapter', 'caddyfile', '--config', `${ROOT}api/ops/proxy/Caddyfile`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      HOME: folder,
      IRICH_NAME: NAME,
      IRICH_SERVER: server,
      IRICH_CADDY_TLS: `tls ${folder}/certificate.pem ${folder}/key.pem`,
      IRICH_CADDY_OPTIONS: `http_port ${http}\nhttps_port ${https}\ndefault_bind 127.0.0.1\nadmin off`,
    },
  });

const nginx: Start = ({ folder, server, http, https }) => {
  const replaced = replaceAll(file('nginx.conf'), {
    'server 127.0.0.1:8080;': `server ${server};`,
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen 443 ': `listen 127.0.0.1:${https} `,
    // Some machines have no IPv6.
    'listen [::]:80;': `listen 127.0.0.9:${http};`,
    'listen [::]:443 ': `listen 127.0.0.9:${https} `,
    'irich.example;': `${NAME};`,
    '/etc/letsencrypt/live/irich.example/fullchain.pem': `${folder}/certificate.pem`,
    '/etc/letsencrypt/live/irich.example/privkey.pem': `${folder}/key.pem`,
  });
  writeFileSync(join(folder, 'irich.conf'), replaced);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  for (const place of places) mkdirSync(join(folder, place));
  writeFileSync(
    join(folder, 'nginx.conf'),
    `daemon off; master_process off; user root; pid ${folder}/pid; error_log stderr;
     events {}
     http {
       access_log off;
       ${places.map((place) => `${place}_temp_path ${folder}/${place};`).join('\n')}
       include ${folder}/irich.conf;
     }`,
  );
  return spawn(toolPath('nginx'), ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

/** Fails where a text to be replaced is not there: the file would then be another one than was tested. */
function replaceAll(text: string, parts: Readonly<Record<string, string>>): string {
  return Object.entries(parts).reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replaceAll(from, to);
  }, text);
}

describe.each([
  ['Caddy', caddy],
  ['nginx', nginx],
])('%s', (_, start) => {
  let app: Folder;
  let server: TestServer;
  let places: Places;
  let proxy: ChildProcess;
  let log = '';
  let tls: ConnectionOptions;
  const sessions: ClientHttp2Session[] = [];

  beforeAll(async () => {
    app = makeFolder();
    writeFileSync(join(app.dist, 'assets/large-abc123.js'), 'x'.repeat(LARGE));
    // As in the unit.
    const env = { TRUSTED_PROXIES: '127.0.0.1,::1', METRICS_PORT: '0' };
    server = await startServer({ deployment: 'machine', dist: app.dist, env });
    const folder = mkdtempSync(join(tmpdir(), 'irich-proxy-'));
    const { cert: ca } = await keptCertificate(folder, ['127.0.0.1']);
    const [http, https] = [await freePort(), await freePort()];
    places = { folder, server: new URL(server.origin).host, http, https };
    tls = { host: '127.0.0.1', port: https, servername: NAME, ca, ALPNProtocols: ['h2'] };
    proxy = start(places);
    for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', (chunk) => (log += chunk));
    await vi.waitFor(
      async () => {
        expect(proxy.exitCode, log).toBeNull();
        expect((await ask('127.0.0.1', '/api/health')).status, log).toBe(200);
      },
      { timeout: 20_000, interval: 50 },
    );
  });

  afterAll(async () => {
    for (const session of sessions) session.destroy();
    if (proxy !== undefined && proxy.exitCode === null) {
      proxy.kill('SIGKILL');
      await once(proxy, 'close');
    }
    await server?.stop();
    app?.remove();
    if (places !== undefined) rmSync(places.folder, { recursive: true, force: true });
  });

  interface Answer {
    readonly status: number;
    readonly headers: IncomingHttpHeaders;
    readonly text: string;
  }

  /** A session over TLS and HTTP/2 that comes from an address of this machine. */
  async function session(from: string): Promise<ClientHttp2Session> {
    const opened = connect(`https://${NAME}`, {
      createConnection: () => connectTls({ ...tls, localAddress: from } as ConnectionOptions),
    });
    sessions.push(opened);
    await once(opened, 'connect');
    expect(opened.alpnProtocol).toBe('h2');
    return opened;
  }

  async function askOn(
    opened: ClientHttp2Session,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<Answer> {
    const method = body === undefined ? 'GET' : 'POST';
    const stream = opened.request({ ':path': path, ':method': method, ...headers });
    // A proxy that refuses a body may end the stream under it.
    stream.on('error', () => {});
    stream.end(body);
    const [answered] = (await once(stream, 'response')) as [IncomingHttpHeaders & { ':status': number }];
    let text = '';
    stream.setEncoding('utf8').on('data', (chunk) => (text += chunk));
    await once(stream, 'close');
    return { status: answered[':status'], headers: answered, text };
  }

  async function ask(from: string, path: string, ...more: [Record<string, string>?, string?]) {
    const opened = await session(from);
    try {
      return await askOn(opened, path, ...more);
    } finally {
      opened.destroy();
    }
  }

  test('passes pages, files and both health calls on, over TLS and HTTP/2', async () => {
    expect(await ask('127.0.0.1', '/')).toMatchObject({
      status: 200,
      text: expect.stringContaining('<title>page</title>'),
      headers: { 'strict-transport-security': expect.stringContaining('max-age') },
    });
    expect((await ask('127.0.0.1', '/api/health/ready')).status).toBe(200);
    const large = await ask('127.0.0.1', '/assets/large-abc123.js');
    expect([large.status, large.text.length]).toEqual([200, LARGE]);
    expect(large.headers['cache-control']).toContain('immutable');
    const compressed = await ask('127.0.0.1', '/assets/index-abc123.js', { 'accept-encoding': 'br' });
    expect(compressed).toMatchObject({ text: 'as compressed', headers: { 'content-encoding': 'br' } });
  });

  test('redirects HTTP to HTTPS', async () => {
    const request = get({
      host: '127.0.0.1',
      port: places.http,
      path: '/market?x=1',
      headers: { host: NAME },
    });
    const [answer] = await once(request, 'response');
    answer.resume();
    expect([301, 308]).toContain(answer.statusCode);
    expect(answer.headers.location).toMatch(/^https:\/\/localhost(:\d+)?\/market\?x=1$/);
  });

  test('keeps no answer: the server is asked each time', async () => {
    await server.kill();
    expect((await ask('127.0.0.1', '/assets/index-abc123.js')).status).toBe(502);
    await server.restart();
    expect((await ask('127.0.0.1', '/assets/index-abc123.js')).status).toBe(200);
  });

  test('shows no metrics', async () => {
    expect((await ask('127.0.0.1', '/metrics')).text).not.toContain('irich_');
  });

  test('takes what the app sends, and no larger body', async () => {
    const send = (bytes: number) => {
      const sent = { ...record(), userId: 42, inputs: { text: 'x'.repeat(bytes) } };
      return ask('127.0.0.1', '/api/referral/calculations', auth(42), JSON.stringify(sent));
    };
    // The server's own answer, which the app understands.
    expect(await send(MAX_BODY_BYTES)).toMatchObject({
      status: 413,
      text: expect.stringContaining('body_too_large'),
    });
    // The proxy's own answer; that of the server is faster now and then.
    await vi.waitFor(async () => {
      const { status, text } = await send(2 * MAX_BODY_BYTES);
      expect([status, text]).toEqual([413, expect.not.stringContaining('body_too_large')]);
    }, 20_000);
    expect(await send(1000)).toMatchObject({ status: 404, text: expect.stringContaining('unknown_user') });
  });

  test('tells the server the address of the client, and no address that the client names', async () => {
    const [loud, other] = [await session('127.0.0.2'), await session('127.0.0.3')];
    const market = (on: ClientHttp2Session, forged?: string) =>
      askOn(on, '/api/market/overview', forged === undefined ? {} : { 'x-forwarded-for': forged });
    const statuses: number[] = [];
    for (let asked = 0; asked <= ANONYMOUS_PER_MINUTE; asked += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, () => market(loud)));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(ANONYMOUS_PER_MINUTE);
    expect(statuses.filter((status) => status === 429)).not.toHaveLength(0);
    expect((await market(loud, '127.0.0.4')).status).toBe(429);
    expect((await market(other)).status).toBe(200);
    expect((await market(other, '127.0.0.2')).status).toBe(200);
  });
});

/** More than a proxy holds in memory for one answer. */
const LARGE = 4_000_000;
