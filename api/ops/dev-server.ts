/**
 * `npm run dev [-- --host] [-- --console] [-- --port N] [-- --data FOLDER]`: Vite with hot reload, and behind it the API,
 * which starts again when its code changes. A stand-in for the messaging app lets the page open in any browser. Totals are
 * published under a key of the data folder; `/proof` checks them.
 *
 * `--host` listens on all interfaces, for a phone in the same network, over HTTPS with a certificate of its own; `--console`
 * puts a console into the page. The bot token is random and the database lies in the data folder, so nothing that happens
 * here counts elsewhere.
 */
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer as createVite, type Plugin, type ViteDevServer } from 'vite';
import { exitWithUsage, scriptArguments } from './arguments.ts';
import { demoEnvironment, demoLinks, demoLog, demoToken, registerReferrer } from './demo.ts';
import { keptCertificate } from './dev/certificate.ts';
import { developmentPage } from './dev/page.ts';
import { keepRunning } from './dev/restarting-server.ts';
import { startServer } from './server-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = 'npm run dev [-- --host --console --port N --data FOLDER]';
/** What the API is made of. */
const SERVER_CODE = /^(api\/(?!ops\/)|src\/core\/|locales\/).*\.(ts|json)$/;

const { values } = scriptArguments(USAGE, {
  options: {
    host: { type: 'boolean', default: false },
    console: { type: 'boolean', default: false },
    port: { type: 'string', default: '5173' },
    data: { type: 'string', default: '.data/dev' },
  },
});
const { host: isShared, console: hasConsole } = values;
if (!/^\d+$/.test(values.port) || Number(values.port) >= 65_536)
  exitWithUsage(USAGE, `--port must be a number below 65536, not ${values.port}`);
const port = Number(values.port) || (await freePort());
const data = resolve(ROOT, values.data);
const host = isShared ? '0.0.0.0' : '127.0.0.1';
const addresses = isShared ? networkAddresses() : [];
mkdirSync(data, { recursive: true });
const token = demoToken(join(data, 'demo-bot-token'));
// Vite reads from here what the pages pin, and the operator's file.
Object.assign(process.env, demoEnvironment({}, demoLog(join(data, 'demo-signing-key'))));
const origin = `${isShared ? 'https' : 'http'}://localhost:${port}`;
const apiOrigin = `http://127.0.0.1:${await freePort()}`;
let vite: ViteDevServer | null = null;
let isGreeted = false;
let isEnding = false;

const server = isShared ? createHttpsServer(await keptCertificate(data, addresses)) : createHttpServer();
const api = keepRunning({
  start: startApi,
  onListening: () => isGreeted && process.stdout.write('The API runs the changed code.\n'),
  onCrash(code) {
    process.stderr.write(`The API ended with ${code}.\n`);
    void end(1);
  },
  onBroken: () => process.stderr.write('The API did not start. The next change of its code tries again.\n'),
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(0));
server.on('error', (error) => {
  process.stderr.write(`Cannot listen on ${host}:${port}: ${error.message}\n`);
  void end(1);
});

vite = await createVite({
  configFile: join(ROOT, 'vite.config.ts'),
  clearScreen: false,
  plugins: [developmentPage({ token, hasConsole }), apiRestarts()],
  server: {
    middlewareMode: { server },
    ws: { server },
    proxy: { '/api': apiOrigin, '^/proof/.': apiOrigin },
    watch: {
      ignored: [data, ...['.data', '.mutation', 'dist', 'tests']].map((name) =>
        join(resolve(ROOT, name), '**'),
      ),
    },
    // Vite's own list, and the secrets and databases of demos: the network must not read them.
    fs: { deny: ['.env', '.env.*', '*.{crt,pem}', '**/.git/**', '**/.data/**', join(data, '**')] },
  },
});
server.on('request', vite.middlewares);
server.listen(port, host, () => void greet());

function startApi() {
  // The API serves no page in development, and refuses to start without one.
  const dist = join(data, 'page');
  mkdirSync(dist, { recursive: true });
  writeFileSync(
    join(dist, 'index.html'),
    `<!doctype html><title>iRICH</title><a href="${origin}">${origin}</a>\n`,
  );
  return startServer(
    ['api/node.ts'],
    demoEnvironment(
      {},
      {
        BOT_TOKEN: token,
        DATABASE_PATH: join(data, 'irich.sqlite'),
        DIST_PATH: dist,
        HOST: '127.0.0.1',
        PORT: new URL(apiOrigin).port,
        PUBLIC_URL: origin,
      },
    ),
  );
}

/** Requests wait for a restart instead of failing. */
function apiRestarts(): Plugin {
  return {
    name: 'irich:api-restarts',
    apply: 'serve',
    configureServer({ watcher, middlewares }) {
      watcher.on('all', (event, path) => {
        const isChange = event === 'add' || event === 'change' || event === 'unlink';
        if (isChange && SERVER_CODE.test(relative(ROOT, path).replaceAll('\\', '/'))) api.restart();
      });
      middlewares.use('/api', (_request, _response, next) => void api.settled().then(() => next(), next));
    },
  };
}

async function greet(): Promise<void> {
  await api.settled();
  if (isEnding) return;
  await registerReferrer(apiOrigin, token);
  isGreeted = true;
  process.stdout.write(
    [
      `\niRICH runs at ${origin}, for development. A page opened without a link is the regular user's.`,
      `The database and a random bot token are kept in ${data}.\n`,
      ...demoLinks(origin, token),
      ...addresses.map(
        (address) =>
          `On a phone in the same network, past the warning about the certificate:\n  https://${address}:${port}\n`,
      ),
      'Ctrl+C ends it.\n',
    ].join('\n'),
  );
}

function networkAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((found) => found ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address);
}

/** Ends everything; where this process is killed instead, the API notices by itself. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  server.close();
  server.closeAllConnections();
  await Promise.all([api.stop(), vite?.close()]);
  process.exit(code);
}

/** The API keeps its port from restart to restart. */
async function freePort(): Promise<number> {
  const probe = createSocketServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return free;
}
