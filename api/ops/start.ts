/**
 * `npm start`: runs the whole product on this machine. Builds the app if it is missing or older than its sources, serves it
 * with an SQLite file under .data/, and prints signed launch links for an Android phone. Without BOT_TOKEN it is a local
 * demo under a random token that is kept under .data/. Totals are published under a key that is kept there too, and that the
 * build pins.
 *
 * `npm run cloudflare` (this with `cloudflare`) does the same with the Cloudflare deployment in workerd; its objects are
 * under .data/cloudflare/, or in the folder that `--state` names.
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoEnvironment, demoLinks, demoLog, demoToken, keptSecret, registerReferrer } from './demo.ts';
import { isBuildOutdated } from './outdated-build.ts';
import { type ServerProcess, startServer } from './server-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DATA = join(ROOT, '.data');
const TOKEN_FILE = join(DATA, 'demo-bot-token');
const CREDIT_SECRET_FILE = join(DATA, 'demo-credit-secret');
const SIGNING_KEY_FILE = join(DATA, 'demo-signing-key');

mkdirSync(DATA, { recursive: true });
const given = process.env['BOT_TOKEN']?.trim() ?? '';
const token = given === '' ? demoToken(TOKEN_FILE) : given;
const port = process.env['PORT']?.trim() || '8080';
const distPath = process.env['DIST_PATH']?.trim() || 'dist';
const dist = resolve(ROOT, distPath);
const log = demoLog(SIGNING_KEY_FILE);

if (isBuildOutdated(ROOT, dist, demoEnvironment(log, {}))) build();
const server = process.argv[2] === 'cloudflare' ? serveOnCloudflare() : serve();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
void server.listening.then((url) => url && greet(url));
process.exit(await server.ended);

/** The production server. */
function serve(): ServerProcess {
  return run(['api/node.ts'], { DATABASE_PATH: join(DATA, 'irich.sqlite') });
}

/** The runtime of objects closes them where it is asked to end; Ctrl+C therefore reaches it through this process. */
function serveOnCloudflare(): ServerProcess {
  const host = process.env['HOST']?.trim() || '127.0.0.1';
  const options = ['--port', port, '--host', host, '--dist', dist, '--state', join(DATA, 'cloudflare')];
  const creditSecret = keptSecret(CREDIT_SECRET_FILE, () => randomBytes(32).toString('hex'));
  // Who clicks through a demo does not wait ten minutes for a friend's points.
  const defaults = { CREDIT_SECRET: creditSecret, POST_EVERY_S: '5' };
  return run(['api/ops/cloudflare.ts', ...options, ...process.argv.slice(3)], defaults);
}

function run(args: readonly string[], defaults: NodeJS.ProcessEnv): ServerProcess {
  const publicUrl = { PUBLIC_URL: `http://localhost:${port}` };
  return startServer(
    args,
    demoEnvironment({ ...defaults, ...log, ...publicUrl }, { BOT_TOKEN: token, PORT: port }),
  );
}

async function greet(url: URL): Promise<void> {
  // Browsers treat localhost as a secure context, but not a network address.
  const origin = ['127.0.0.1', '0.0.0.0', '[::]', '[::1]'].includes(url.hostname)
    ? `http://localhost:${url.port}`
    : url.origin;
  await registerReferrer(url.origin, token);
  const kind =
    given === ''
      ? `This is a local demo: its bot token is random and kept in ${TOKEN_FILE}.`
      : 'Launch links are signed with BOT_TOKEN.';
  process.stdout.write(
    [
      `\niRICH runs at ${origin}. ${kind}`,
      'Open a link as an Android phone would (good for 24 hours, new ones at each start):\n',
      ...demoLinks(origin, token),
      'Ctrl+C ends it.\n',
    ].join('\n'),
  );
}

function build(): void {
  process.stdout.write('Building the app…\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--out', distPath], {
    cwd: ROOT,
    env: demoEnvironment(log, {}),
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    process.stderr.write('The build failed.\n');
    process.exit(1);
  }
}
