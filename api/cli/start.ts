/**
 * `npm start`: the whole product on this machine, ready to click. Builds the app where it is missing or older than its
 * sources, serves it with an SQLite file under .data/, and prints signed launch links for an Android phone. Without
 * BOT_TOKEN it is a local demo under a random token that is kept under .data/.
 *
 * `npm run cloudflare` (this with `cloudflare`) is the same in the home on Cloudflare, which runs in workerd then, with its
 * objects under .data/cloudflare/ or in the folder that `--state` names.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { signLaunchData } from '../auth/launch-data.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const DATA = join(ROOT, '.data');
const TOKEN_FILE = join(DATA, 'demo-bot-token');
const CREDIT_SECRET_FILE = join(DATA, 'demo-credit-secret');
/** What the build reads; a change in any of it makes dist/ old. */
const SOURCES = [
  ...['src', 'worker', 'locales', 'public', 'index.html', 'vite.config.ts', 'package-lock.json'],
  ...['api/http', 'api/cli/release.ts'],
];

const LIGHT_THEME = {
  bg_color: '#ffffff',
  secondary_bg_color: '#efeff4',
  text_color: '#000000',
  hint_color: '#8e8e93',
  link_color: '#2481cc',
  button_color: '#2481cc',
  button_text_color: '#ffffff',
};

const FIRST = { id: 1001, first_name: 'Ada', username: 'ada_demo' };
const PEOPLE = [
  { title: 'A regular user', user: FIRST },
  {
    title: 'A premium user',
    user: { id: 1002, first_name: 'Boris', username: 'boris_demo', is_premium: true },
  },
  {
    title: 'A user invited by the first',
    user: { id: 1003, first_name: 'Clara', username: 'clara_demo' },
    startParam: `${FIRST.id}`,
  },
];

mkdirSync(DATA, { recursive: true });
const given = process.env['BOT_TOKEN']?.trim() ?? '';
const token =
  given === ''
    ? kept(TOKEN_FILE, () => `${randomBytes(4).readUInt32BE()}:${random(27, 'base64url')}`)
    : given;
const port = process.env['PORT']?.trim() || '8080';
const distPath = process.env['DIST_PATH']?.trim() || 'dist';
const dist = resolve(ROOT, distPath);

if (isOld(dist)) build();
const server = process.argv[2] === 'cloudflare' ? serveOnCloudflare() : serve();
createInterface({ input: output(server) }).on('line', heard);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => {
  endGroup(server);
  process.exit(signal === null ? (code ?? 1) : 1);
});

/** The production server. */
function serve(): ChildProcess {
  return run(['api/node.ts'], { DATABASE_PATH: join(DATA, 'irich.sqlite') });
}

/** The runtime of objects closes them where it is asked to end; Ctrl+C therefore reaches it through this process. */
function serveOnCloudflare(): ChildProcess {
  const host = process.env['HOST']?.trim() || '127.0.0.1';
  const options = ['--port', port, '--host', host, '--dist', dist, '--state', join(DATA, 'cloudflare')];
  const creditSecret = kept(CREDIT_SECRET_FILE, () => random(32, 'hex'));
  // Who clicks through a demo does not wait ten minutes for a friend's points.
  const defaults = { CREDIT_SECRET: creditSecret, POST_EVERY_S: '5' };
  return run(['api/cli/cloudflare.ts', ...options, ...process.argv.slice(3)], defaults);
}

/**
 * Starts a home, in a process group of its own, with what the environment leaves open filled in. It ends when this process
 * does.
 */
function run(args: readonly string[], defaults: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, args, {
    cwd: ROOT,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...defaults,
      BOT_USERNAME: 'irich_demo_bot',
      APP_SHORT_NAME: 'app',
      PUBLIC_URL: `http://localhost:${port}`,
      MARKET_PROVIDER: 'sample',
      ...withoutEmpty(process.env),
      BOT_TOKEN: token,
      PORT: port,
    },
  });
}

/** Where a home was killed, what it had started goes too. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** What the server says is for a machine; people see the links, and what went wrong. */
function heard(text: string): void {
  const line = parse(text);
  if (line?.['message'] === 'listening') void greet(new URL(String(line['url'])));
  else if (line === null || line['fault'] !== undefined || Number(line['status']) >= 500) {
    process.stderr.write(`${text}\n`);
  }
}

async function greet(url: URL): Promise<void> {
  // A page has the abilities of a secure one on localhost, and not on an address of the network.
  const origin = ['127.0.0.1', '0.0.0.0', '[::]', '[::1]'].includes(url.hostname)
    ? `http://localhost:${url.port}`
    : url.origin;
  await registerFirst(url.origin);
  const kind =
    given === ''
      ? `This is a local demo: its bot token is random and kept in ${TOKEN_FILE}.`
      : 'Launch links are signed with BOT_TOKEN.';
  const links = PEOPLE.map(({ title, user, startParam }) => {
    return `${title}:\n  ${launchLink(origin, { language_code: 'en', ...user }, startParam)}\n`;
  });
  process.stdout.write(
    [
      `\niRICH runs at ${origin}. ${kind}`,
      'Open a link as an Android phone would (good for 24 hours, new ones at each start):\n',
      ...links,
      'Ctrl+C ends it.\n',
    ].join('\n'),
  );
}

/** Who invites must be registered first, in whatever order the links are opened. */
async function registerFirst(origin: string): Promise<void> {
  const answer = await fetch(`${origin}/api/user/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `tma ${launchData(FIRST)}` },
    body: JSON.stringify({ id: FIRST.id }),
  });
  if (!answer.ok) process.stderr.write(`Registering the first user failed: ${await answer.text()}\n`);
}

function launchData(user: object, startParam?: string): string {
  return signLaunchData(
    {
      auth_date: `${Math.floor(Date.now() / 1000)}`,
      query_id: randomBytes(12).toString('base64url'),
      user: JSON.stringify(user),
      ...(startParam === undefined ? {} : { start_param: startParam }),
    },
    token,
    (key, text) => createHmac('sha256', key).update(text).digest(),
  );
}

function launchLink(origin: string, user: object, startParam?: string): string {
  const fragment = new URLSearchParams({
    tgWebAppData: launchData(user, startParam),
    tgWebAppVersion: '8.0',
    tgWebAppPlatform: 'android',
    tgWebAppThemeParams: JSON.stringify(LIGHT_THEME),
    ...(startParam === undefined ? {} : { tgWebAppStartParam: startParam }),
  });
  return `${origin}/#${fragment}`;
}

/** A secret of this demo, made once: links and ledgers outlive a restart. */
function kept(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const made = make();
  writeFileSync(file, `${made}\n`, { mode: 0o600 });
  return made;
}

function random(bytes: number, encoding: 'base64url' | 'hex'): string {
  return randomBytes(bytes).toString(encoding);
}

function build(): void {
  process.stdout.write('Building the app…\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build', '--', '--out', distPath], {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) {
    process.stderr.write('The build failed.\n');
    process.exit(1);
  }
}

/** Whether there is no built app, or any of its sources is newer. */
function isOld(folder: string): boolean {
  const built = modifiedAt(join(folder, 'releases.json'));
  if (built === 0 || modifiedAt(join(folder, 'index.html')) === 0) return true;
  return SOURCES.some((source) => newest(join(ROOT, source)) > built);
}

function newest(path: string): number {
  const own = statSync(path, { throwIfNoEntry: false });
  if (own === undefined) return 0;
  if (!own.isDirectory()) return own.mtimeMs;
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  // The router writes its list of routes while it builds.
  const written = files.filter((file) => !file.name.includes('.gen.'));
  return Math.max(0, ...written.map((file) => modifiedAt(join(file.parentPath, file.name))));
}

function modifiedAt(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function output(child: ChildProcess): NodeJS.ReadableStream {
  if (child.stdout === null) throw new Error('The server has no output');
  return child.stdout;
}

function withoutEmpty(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim() !== ''));
}

function parse(text: string): Readonly<Record<string, unknown>> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Not a line of the server's own, such as a warning of the runtime: shown as it is.
    return null;
  }
}
