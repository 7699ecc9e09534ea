/**
 * Chromium of a given version from npm: `@sparticuz/chromium` contains a compressed headless one for Linux on
 * x86-64. It is stored outside of the project, so that clones share it.
 */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { runProcess } from './run-process.ts';

export interface ChromiumPackage {
  /** Version of `@sparticuz/chromium`; its first number is Chromium's. */
  readonly version: string;
  /** SHA-512 of the package, base64, as in lock files. */
  readonly integrity: string;
}

/** The registry was unreachable, which says nothing about the app. */
export class Unreachable extends Error {}

const DOWNLOAD_LIMIT_MS = 180_000;
/** An interrupted run leaves its unfinished download behind; no download takes this long. */
const ABANDONED_MS = 3_600_000;
const EXECUTABLE = 'chromium';
const UNFINISHED = 'unfinished-';

const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

/**
 * The path of its executable, downloaded if this machine lacks it.
 * @throws Unreachable without a network; Error if the package is not the expected one or cannot be unpacked.
 */
export async function fetchChromium(
  { version, integrity }: ChromiumPackage,
  cache: string = engineCache(),
): Promise<string> {
  const kept = join(cache, `chromium-${version}`);
  const executable = join(kept, EXECUTABLE);
  if (existsSync(executable)) return executable;
  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache);
  const folder = await mkdtemp(join(cache, UNFINISHED));
  try {
    const unpacked = join(folder, 'unpacked');
    await mkdir(unpacked);
    const archive = await download(version, integrity, folder);
    await unpack(archive, unpacked);
    await keep(unpacked, kept, executable);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return executable;
}

/** The path of its executable if this machine has it, or null. */
export function findChromiumPackage(
  { version }: ChromiumPackage,
  cache: string = engineCache(),
): string | null {
  const executable = join(cache, `chromium-${version}`, EXECUTABLE);
  return existsSync(executable) ? executable : null;
}

function engineCache(): string {
  const base = process.env['XDG_CACHE_HOME']?.trim() || join(homedir(), '.cache');
  return join(base, 'irich', 'engines');
}

async function download(version: string, integrity: string, folder: string): Promise<string> {
  const name = `@sparticuz/chromium@${version}`;
  process.stderr.write(`Fetching ${name}\n`);
  const { code, output } = await runProcess(
    ['npm', 'pack', name, '--pack-destination', folder, '--loglevel=error'],
    { cwd: folder, limitMs: DOWNLOAD_LIMIT_MS },
  );
  if (code !== 0) {
    const reason = `npm could not fetch ${name}: ${UNREACHABLE.exec(output)?.[0] ?? `it ended with ${code}`}`;
    throw code === 124 || UNREACHABLE.test(output)
      ? new Unreachable(reason)
      : new Error(`${reason}\n${output}`);
  }
  const file = (await readdir(folder)).find((entry) => entry.endsWith('.tgz'));
  if (file === undefined) throw new Error(`npm fetched no package for ${name}:\n${output}`);
  const archive = join(folder, file);
  const hash = createHash('sha512');
  for await (const chunk of createReadStream(archive)) hash.update(chunk);
  const found = hash.digest('base64');
  if (found !== integrity) throw new Error(`${name} is not the expected package: its SHA-512 is ${found}`);
  return archive;
}

async function unpack(archive: string, folder: string): Promise<void> {
  const file = 'package/bin/chromium.br';
  const { code, output } = await runProcess(['tar', '-xzf', archive, '-C', folder, file], {
    cwd: folder,
    limitMs: DOWNLOAD_LIMIT_MS,
  });
  if (code !== 0) throw new Error(`${archive} could not be unpacked: ${output}`);
  await pipeline(
    createReadStream(join(folder, file)),
    createBrotliDecompress(),
    createWriteStream(join(folder, EXECUTABLE), { mode: 0o755 }),
  );
  await rm(join(folder, 'package'), { recursive: true });
}

/** A rename is atomic, and another run may have been faster. */
async function keep(unpacked: string, kept: string, executable: string): Promise<void> {
  try {
    await rename(unpacked, kept);
  } catch (error) {
    if (!existsSync(executable)) throw error;
  }
}

async function removeAbandoned(cache: string): Promise<void> {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(UNFINISHED)) continue;
    const path = join(cache, name);
    const since = await stat(path).catch(() => null);
    if (since !== null && Date.now() - since.mtimeMs > ABANDONED_MS)
      await rm(path, { recursive: true, force: true });
  }
}
