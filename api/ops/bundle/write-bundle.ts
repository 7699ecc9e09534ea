/**
 * A bundle: a folder that runs on plain Node, without npm and without the checkout. It is made aside and takes the place of
 * the one before, so a crash leaves no half of it. A crash between the two steps leaves the one before under another name, which
 * the next run puts back.
 */
import { execFileSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { buildServerCode, COMMANDS } from './server-code.ts';

/** The folder exists and no bundle made it: it stays as it is. */
export class NoBundle extends Error {
  constructor(out: string) {
    super(`${out} is no bundle, and is left as it is`);
  }
}

export interface BundleOptions {
  /** The checkout, absolute. */
  readonly root: string;
  /** The built app, absolute. */
  readonly dist: string;
  /** The folder of the bundle, absolute. An earlier bundle there is replaced; meanwhile it is `OUT.before`. */
  readonly out: string;
}

/** Writes a bundle; returns its version. The same sources and the same built app give the same bytes. Throws `NoBundle`. */
export async function writeBundle({ root, dist, out }: BundleOptions): Promise<string> {
  const before = `${out}.before`;
  for (const folder of [out, before]) if (!(await isReplaceable(folder))) throw new NoBundle(folder);
  if (!(await exists(out)) && (await exists(before))) await rename(before, out);
  await mkdir(dirname(out), { recursive: true });
  const aside = await mkdtemp(`${out}.`);
  try {
    await chmod(aside, 0o755);
    const version = await versionOf(root);
    await buildServerCode(root, aside);
    await cp(dist, join(aside, 'dist'), {
      recursive: true,
      // What only a build and Cloudflare read.
      filter: (file) => file === dist || !/^(\.|_headers$)/.test(basename(file)),
    });
    await copySqlite(root, aside);
    // The doctor compares it with the Node that runs.
    await cp(join(root, '.node-version'), join(aside, '.node-version'));
    await writeOperatorFiles(root, aside);
    await cp(join(root, 'api/ops/container/Containerfile'), join(aside, 'Containerfile'));
    await writeFile(join(aside, 'README.md'), readme(version));
    await writeFile(join(aside, MARK), `${version}\n`);
    await rm(before, { recursive: true, force: true });
    if (await exists(out)) await rename(out, before);
    await rename(aside, out);
    await rm(before, { recursive: true, force: true });
    return version;
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Marks a folder as a bundle: its version, and `+COMMIT` where it was made from one. */
const MARK = 'VERSION';

async function isReplaceable(out: string): Promise<boolean> {
  if (!(await exists(out))) return true;
  if (!(await lstat(out)).isDirectory()) return false;
  const names = await readdir(out);
  return names.length === 0 || (names.includes(MARK) && names.includes('server.mjs'));
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(nullIfMissing)) !== null;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}

/** Of package.json, with the commit. `.changed` says that files differ from it. */
async function versionOf(root: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  // An unpacked archive may lie in a repository of something else.
  if (!(await exists(join(root, '.git')))) return version;
  try {
    const describe = ['describe', '--always', '--abbrev=12', '--exclude=*', '--dirty=.changed'];
    const commit = execFileSync('git', describe, {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return `${version}+${commit.trim()}`;
  } catch {
    // No git here, or none that may read this checkout.
    return version;
  }
}

/** With its native parts for every Linux, so that a bundle fits each server, and for this system. */
async function copySqlite(root: string, out: string): Promise<void> {
  const from = join(root, 'node_modules/better-sqlite3');
  const to = join(out, 'node_modules/better-sqlite3');
  for (const name of ['package.json', 'LICENSE', 'lib']) {
    await cp(join(from, name), join(to, name), { recursive: true });
  }
  const here = `${process.platform}-${process.arch}.node`;
  for (const name of await readdir(join(from, 'prebuilds'))) {
    if (name.startsWith('linux') || name === here) {
      await cp(join(from, 'prebuilds', name), join(to, 'prebuilds', name));
    }
  }
}

/** Of a unit for the checkout: what a bundle has in its place. */
const IN_BUNDLE = [
  ['/usr/bin/node api/node.ts', '/usr/bin/node --enable-source-maps server.mjs'],
  ['/usr/bin/node api/ops/ledger.ts', '/usr/bin/node --enable-source-maps ledger.mjs'],
] as const;

/** Units, proxy and continuous backup stand where they stand in a checkout, so that the same commands copy them. */
async function writeOperatorFiles(root: string, out: string): Promise<void> {
  const [from, to] = [root, out].map((folder) => join(folder, 'api/ops')) as [string, string];
  await mkdir(join(to, 'systemd'), { recursive: true });
  for (const name of ['irich', 'proxy', 'litestream.yml', 'alerts.yml', 'grafana.json'])
    await cp(join(from, name), join(to, name), { recursive: true });
  for (const name of await readdir(join(from, 'systemd'))) {
    const unit = await readFile(join(from, 'systemd', name), 'utf8');
    const changed = IN_BUNDLE.reduce((text, [before, after]) => text.replaceAll(before, after), unit);
    await writeFile(join(to, 'systemd', name), changed);
  }
}

function readme(version: string): string {
  const commands = Object.keys(COMMANDS).map((name) => `\`node ${name}.mjs\``);
  return `# iRICH ${version}

The server of one machine with the built app, for Node 24. It needs neither npm nor a checkout.

- Start: \`node --enable-source-maps server.mjs\`, with the variables of the configuration in the environment. What is
  missing or wrong is said, one line each. It serves the app in \`dist\`, unless \`DIST_PATH\` names another.
- Commands: ${commands.join(', ')}. Each prints its usage when it is called wrongly.
- Before the first start, and after each change of the configuration: \`node doctor.mjs\`, as the server's user and with its
  variables, says what is wrong or risky. \`--cloudflare\` needs a checkout.
- systemd: \`api/ops/systemd\` has the units, for a link \`/opt/irich/current\` to this folder.
- Continuous backup: its unit starts \`/usr/local/bin/litestream\`, which is not in here. Take version 0.3.13 from
  <https://github.com/benbjohnson/litestream/releases/tag/v0.3.13>; or, where there is npm, run
  \`npm pack @flydotio/litestream-linux-x64@1.0.1\`, and unpack \`package/litestream\` from that file. Then
  \`install -m 755 litestream /usr/local/bin/\`. \`litestream version\` must print \`v0.3.13\`.
- Container: \`podman build --format docker --tag irich .\`
`;
}
