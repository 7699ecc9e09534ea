/** A served folder for one test, with releases that differ from each other like two builds. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { publishRelease } from '#api/ops/release.ts';

const PAGES = ['index.html', 'shell.html', 'forms.html'];

export interface Releases {
  /** The folder to serve. */
  readonly dist: string;
  /** Publishes the build under file names of this release. @param change may alter its files first. */
  publish(release: string, change?: (built: string) => void): Promise<void>;
  /** Publishes an earlier release again, byte for byte. */
  rollBack(release: string): Promise<void>;
  remove(): void;
}

/** @param built the result of `npm run build`. */
export function createReleases(built: string): Releases {
  const folder = mkdtempSync(join(tmpdir(), 'irich-releases-'));
  const dist = join(folder, 'dist');
  async function rollBack(release: string): Promise<void> {
    await publishRelease(join(folder, release), dist, { compressed: false });
  }
  return {
    dist,
    rollBack,
    async publish(release, change = () => {}) {
      const copy = join(folder, release);
      copyNewest(built, copy);
      rename(copy, release);
      change(copy);
      await rollBack(release);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The hashed files of the newest release in a served folder. */
export function assetsOf(served: string): readonly string[] {
  const releases = JSON.parse(readFileSync(join(served, 'releases.json'), 'utf8')) as { assets: string[] }[];
  return releases[0]?.assets ?? [];
}

/** The build without files of earlier releases, and without compressed copies, which a change would miss. */
export function copyNewest(built: string, to: string): void {
  const newest = new Set(assetsOf(built));
  cpSync(built, to, {
    recursive: true,
    filter: (path) => {
      const file = relative(built, path);
      if (/\.(br|gz)$/.test(file) || file === 'releases.json') return false;
      return !file.startsWith('assets/') || newest.has(file);
    },
  });
}

/** Gives every hashed file a new name, as new contents would. */
function rename(built: string, release: string): void {
  const manifest = JSON.parse(readFileSync(join(built, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >;
  const files = [...new Set(Object.values(manifest).map(({ file }) => file))].filter((file) =>
    file.endsWith('.js'),
  );
  const renamed = new Map(files.map((file) => [file, file.replace(/\.js$/, `-${release}.js`)]));
  const translate = (text: string) => {
    let result = text;
    for (const [from, to] of renamed) {
      result = result.replaceAll(from.slice('assets/'.length), to.slice('assets/'.length));
    }
    return result;
  };
  for (const [from, to] of renamed) {
    writeFileSync(join(built, to), translate(readFileSync(join(built, from), 'utf8')));
    rmSync(join(built, from));
  }
  for (const file of [...PAGES, 'sw.js', '.vite/manifest.json']) {
    writeFileSync(join(built, file), translate(readFileSync(join(built, file), 'utf8')));
  }
  for (const page of PAGES) {
    writeFileSync(
      join(built, page),
      readFileSync(join(built, page), 'utf8').replace('<html ', `<html data-release="${release}" `),
    );
  }
  // The service worker knows files by name and its pages by revision.
  const worker = readFileSync(join(built, 'sw.js'), 'utf8');
  writeFileSync(
    join(built, 'sw.js'),
    worker.replaceAll(
      /"revision":"[0-9a-f]{32}","url":"(?:shell|forms).html"|\{revision:"[0-9a-f]{32}",url:"(?:shell|forms).html"/g,
      (entry) => entry.replace(/[0-9a-f]{32}/, release.padEnd(32, '0')),
    ),
  );
}
