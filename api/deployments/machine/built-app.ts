/** Reads files of the built app. */
import { hash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { StaticFile } from '#api/runtime/http/static.ts';

/** Bytes and tag of the same file, even while a new release replaces it. Null where there is no such file. */
export async function readBuiltFile(dist: string, path: string): Promise<StaticFile | null> {
  try {
    const file = await open(join(dist, path));
    try {
      if (!(await file.stat()).isFile()) return null;
      const bytes = new Uint8Array(await file.readFile());
      return { bytes, tag: hash('sha1', bytes, 'base64url'), text: () => unpacked(path, bytes).toString() };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null;
    throw error;
  }
}

/** @param bytes in the format that the ending of `path` names. */
function unpacked(path: string, bytes: Uint8Array): Buffer {
  const format = extname(path);
  if (format === '.br') return brotliDecompressSync(bytes);
  return format === '.gz' ? gunzipSync(bytes) : Buffer.from(bytes);
}
