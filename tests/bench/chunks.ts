/** Files that a page loads, according to the build's manifest. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

interface ManifestEntry {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
}

const CALCULATORS = /^src\/features\/calculators\/([^/]+\/)?screen\.tsx/;

/** Paths of the files that only the calculators' screens need, without those shared with other screens. */
export async function calculatorsOwn(dist: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(dist, '.vite/manifest.json'), 'utf8');
  const manifest = JSON.parse(text) as Readonly<Record<string, ManifestEntry>>;
  const isTheirs = (key: string) => CALCULATORS.test(key) || /^locales\/\w+\/calculators\.json$/.test(key);

  const shared = new Set<string>();
  const visit = (key: string) => {
    const entry = manifest[key];
    if (entry === undefined || shared.has(key) || isTheirs(key)) return;
    shared.add(key);
    for (const next of [...(entry.imports ?? []), ...(entry.dynamicImports ?? [])]) visit(next);
  };
  visit('index.html');
  const own = Object.entries(manifest).filter(([key]) => !shared.has(key));
  return new Set(own.map(([, entry]) => `/${entry.file}`));
}

export interface Weight {
  readonly gzip: number;
  readonly brotli: number;
  readonly raw: number;
}

/** Bytes of files as served under each compression; a file too small to be compressed counts as it is. */
export async function weigh(dist: string, paths: Iterable<string>): Promise<Weight> {
  const weight = { gzip: 0, brotli: 0, raw: 0 };
  for (const path of paths) {
    weight.gzip += await sizeOf(dist, path, '.gz');
    weight.brotli += await sizeOf(dist, path, '.br');
    weight.raw += await sizeOf(dist, path, '');
  }
  return weight;
}

async function sizeOf(dist: string, path: string, suffix: string): Promise<number> {
  const compressed = await stat(join(dist, path + suffix)).catch(() => null);
  return (compressed ?? (await stat(join(dist, path)))).size;
}
