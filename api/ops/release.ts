/**
 * A release of the app: built in a staging folder, compressed, then moved into the served folder in an order that never
 * serves a page before its files. Hashed files of the last three releases stay, so that open pages keep working.
 */
import { randomUUID } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { walletOrigins } from '../config/wallets.ts';
import { readWallets } from '../config.ts';
import { scriptSources } from '../runtime/http/inline-script.ts';
import { platformFiles } from '../runtime/http/platform-files.ts';
import { type Chunks, findCycle } from './chunk-cycle.ts';
import { operatorDigest } from './operator-file.ts';
import { pinsOf } from './pins.ts';

const RELEASES_KEPT = 3;
const DEFAULT_CONNECT = connectOf({});
const COMPRESSED = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
/** Below this size a compressed copy saves no packet. */
const COMPRESSED_FROM_BYTES = 512;

/** One entry of dist/releases.json, newest first: the hashed files that pages of this release may request. */
interface Release {
  readonly builtAt: string;
  readonly assets: readonly string[];
  /** What it pins of published totals. */
  readonly pins: string;
  /** Whose app it is: see `operatorDigest`. */
  readonly operator: string;
}

export interface BuildOptions {
  /** The checkout. */
  readonly root: string;
  /** The served folder, absolute or relative to the checkout. */
  readonly out: string;
  /** The version that the app shows; by default that of package.json. */
  readonly version?: string;
  /** Origins that pages may connect to besides their own; by default those of the configured wallets. */
  readonly connect?: readonly string[];
}

/** Builds and publishes a release; returns its number of files, and how many files of earlier releases stayed. */
export async function buildRelease(options: BuildOptions): Promise<{ files: number; kept: number }> {
  const staging = await mkdtemp(join(tmpdir(), 'irich-build-'));
  try {
    const { build } = await import('vite');
    const version = options.version;
    await build({
      root: options.root,
      configFile: join(options.root, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir: staging, emptyOutDir: true },
      ...(version === undefined
        ? {}
        : { define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) } }),
    });
    await buildProofPage(options.root, staging);
    const manifest = await readFile(join(staging, '.vite/manifest.json'), 'utf8');
    const cycle = findCycle(JSON.parse(manifest) as Chunks);
    if (cycle !== null) throw new Error(`Built files import each other in a circle: ${cycle.join(' → ')}`);
    const { renderPictures } = await import('./render-pictures.ts');
    // Stored beside the app, not in it: only wallets and explorers that show tokens fetch them.
    await renderPictures(staging, (name) => name.startsWith('badges/'));
    const { connect } = options;
    return await publishRelease(staging, resolve(options.root, options.out), connect && { connect });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * Builds the page of published totals into a folder.
 * @param define replaces the pins of the environment
 */
export async function buildProofPage(
  root: string,
  outDir: string,
  define: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { build } = await import('vite');
  await build({
    root,
    configFile: join(root, 'vite.config.ts'),
    mode: 'proof-page',
    logLevel: 'warn',
    define,
    build: { outDir },
  });
}

/**
 * Makes a built folder the newest release in `out`. `compressed: false` skips the slow part; the server then sends
 * uncompressed files.
 */
export async function publishRelease(
  built: string,
  out: string,
  {
    compressed = true,
    connect = DEFAULT_CONNECT,
  }: { readonly compressed?: boolean; readonly connect?: readonly string[] } = {},
): Promise<{ files: number; kept: number }> {
  const files = (await listFiles(built)).filter((file) => !/\.(br|gz)$/.test(file));
  if (compressed) await Promise.all(files.map((file) => compress(join(built, file))));
  await mkdir(out, { recursive: true });

  const isAsset = (file: string) => file.startsWith('assets/');
  const assets = files.filter(isAsset).sort();
  const before = await readReleases(out);
  const same = (release: Release) => release.assets.join() === assets.join();
  const releases = [
    {
      builtAt: new Date().toISOString(),
      assets,
      pins: pinsOf(process.env),
      operator: operatorDigest(process.env),
    },
    ...before.filter((release) => !same(release)),
  ].slice(0, RELEASES_KEPT);
  const keep = new Set(releases.flatMap((release) => release.assets));

  // Assets first, then the files that refer to them; the page and the service worker last.
  const last = ['index.html', 'sw.js'];
  const others = files.filter((file) => !isAsset(file) && !last.includes(file));
  for (const file of [...assets, ...others, ...last.filter((name) => files.includes(name))]) {
    for (const suffix of ['.br', '.gz', ''])
      await place(join(built, file + suffix), join(out, file + suffix));
  }
  await writeWhole(join(out, 'releases.json'), `${JSON.stringify(releases, null, 2)}\n`);
  const pages = files.filter((file) => file.endsWith('.html'));
  const scripts = await Promise.all(
    pages.map(async (file) => scriptSources(await readFile(join(built, file), 'utf8'))),
  );
  const platform = platformFiles(connect, [...new Set(scripts.flat())]);
  for (const [name, text] of Object.entries(platform)) await writeWhole(join(out, name), text);

  const current = new Set([...keep, ...others, ...last, 'releases.json', ...Object.keys(platform)]);
  for (const file of await listFiles(out)) {
    const plain = file.replace(/\.(br|gz)$/, '');
    if (!current.has(plain)) await rm(join(out, file));
  }
  return { files: files.length, kept: keep.size - assets.length };
}

async function readReleases(out: string): Promise<readonly Release[]> {
  try {
    return JSON.parse(await readFile(join(out, 'releases.json'), 'utf8')) as Release[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

async function compress(path: string): Promise<void> {
  if (!COMPRESSED.has(extname(path))) return;
  const bytes = await readFile(path);
  if (bytes.length < COMPRESSED_FROM_BYTES) return;
  const brotli = await promisify(brotliCompress)(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  await writeFile(`${path}.br`, brotli);
  await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }));
}

/** Copies to a temporary name and renames, so that a running server never serves half a file. */
async function place(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  const aside = `${to}.${randomUUID()}`;
  try {
    await cp(from, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    await rm(to, { force: true });
    return;
  }
  await rename(aside, to);
}

async function writeWhole(path: string, text: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  await writeFile(aside, text);
  await rename(aside, path);
}

/** The origins that pages may connect to, from the wallet variables. Throws if these are faulty. */
export function connectOf(env: Readonly<Record<string, unknown>>): readonly string[] {
  const read = readWallets(env);
  if (!read.ok) throw new Error(read.faults.join('\n'));
  return walletOrigins(read.config);
}
