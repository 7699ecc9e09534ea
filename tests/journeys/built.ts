/** Built files by their source. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The code of a screen that no first screen needs. */
export const HISTORY = 'src/app/screens/history.tsx';
/** The code of the device's calls, such as the check-in. */
export const CALLS = 'src/device/calls/browser-calls.ts';

/** The code that verifies the user's points in the page. */
export const VERIFICATION = 'src/device/verify/in-place.ts';

export interface BuiltChunk {
  /** Relative to the root of the site. */
  readonly file: string;
  readonly name?: string;
  /** Keys of the chunks that it imports. */
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}

export function readManifest(dist: string): Readonly<Record<string, BuiltChunk>> {
  return JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, BuiltChunk>;
}

/** The styles of all screens but Home. */
export const LATE_STYLES = 'late.css';

/** The path of a built file by its source, or by its name for one with several sources. */
export function fileOf(dist: string, source: string): string {
  const manifest = readManifest(dist);
  if (source === LATE_STYLES) {
    const late = Object.values(manifest).find(({ file }) => /^assets\/late-[^/]+\.css$/.test(file));
    if (late !== undefined) return `/${late.file}`;
  }
  const shared = Object.entries(manifest).find(([key, { name }]) => key.startsWith('_') && name === source);
  const file = (manifest[source] ?? shared?.[1])?.file;
  if (file === undefined) throw new Error(`${source} is not in the build`);
  return `/${file}`;
}
