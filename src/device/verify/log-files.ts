/** Fetches the log's public files (c2sp.org/tlog-tiles), as many as one check needs and no more. */

import { asciiText, joined } from '#core/proof/bytes.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import { readBundle, type Tile, tilePath, WIDTH } from '#core/proof/tiles.ts';
import type { Clock } from '#platform/clock.ts';
import type { Fetch } from '../sync/api-client.ts';

export interface LogFilesOptions {
  readonly fetch: Fetch;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly log: (message: string, cause?: unknown) => void;
}

export interface LogFetched {
  /** The signed note. */
  readonly note: string;
  /** Hashes of the log's entries from the first on, 32 bytes each; fewer than the note says if files are missing. */
  readonly hashes: Uint8Array;
  readonly entries: readonly string[];
  /** The place of the first of the entries. */
  readonly from: number;
}

export interface LogWanted {
  /** Hashes that are known already, from the first entry on. */
  readonly hashes: Uint8Array;
  /** The first entry whose text is wanted. */
  readonly from: number;
}

const PATIENCE_MS = 20_000;
const LONGEST_NOTE = 131_072;
/** An entry has at most 400 bytes, with 2 for its length. */
const LONGEST_BUNDLE = WIDTH * 402;
/** 273 years of days. */
const MOST_ENTRIES = 100_000;
/** Texts of entries that one check fetches at most: the newest ones. */
const MOST_BUNDLES = 4;
const HASH = 32;

/** Changes of the log's key as the log shows them; empty where it was never replaced. Null without an answer. */
export async function fetchKeyChanges(options: LogFilesOptions): Promise<string | null> {
  const bytes = await fetchFile(options, 'keys', LONGEST_NOTE, new Uint8Array());
  return bytes === null ? null : new TextDecoder().decode(bytes);
}

/** Null without an answer, or if there is no readable checkpoint. */
export async function fetchLog(
  options: LogFilesOptions,
  { hashes, from }: LogWanted,
): Promise<LogFetched | null> {
  const bytes = await fetchFile(options, 'checkpoint', LONGEST_NOTE);
  const note = bytes === null ? null : new TextDecoder().decode(bytes);
  const size = note === null ? null : readCheckpoint(note)?.size;
  if (note === null || size === null || size === undefined || size > MOST_ENTRIES) return null;

  const parts = [hashes.slice(0, Math.floor(hashes.length / HASH / WIDTH) * WIDTH * HASH)];
  const first = Math.min(parts[0]?.length ?? 0, size * HASH) / HASH / WIDTH;
  for (let index = Math.floor(first); index * WIDTH < size; index += 1) {
    const tile = await fetchTile(options, { level: 0, index, width: widthOf(index, size) }, WIDTH * HASH);
    if (tile === null) break;
    parts.push(tile.slice(0, widthOf(index, size) * HASH));
  }

  const least = Math.max(0, Math.ceil(size / WIDTH) - MOST_BUNDLES);
  const begin = Math.max(least, Math.floor(Math.min(from, size - 1) / WIDTH));
  const entries: string[] = [];
  for (let index = begin; index >= 0 && index * WIDTH < size; index += 1) {
    const tile = { level: 'entries', index, width: widthOf(index, size) } as const;
    const bundle = readBundle((await fetchTile(options, tile, LONGEST_BUNDLE)) ?? new Uint8Array());
    if (bundle === null || bundle.length < tile.width) break;
    entries.push(...bundle.slice(0, tile.width).map((entry) => asciiText(entry) ?? ''));
  }
  return { note, hashes: joined(...parts), entries, from: begin * WIDTH };
}

const widthOf = (index: number, size: number) => Math.min(WIDTH, size - index * WIDTH);

/** A partial tile may be gone once the full one exists. */
async function fetchTile(options: LogFilesOptions, tile: Tile, most: number): Promise<Uint8Array | null> {
  const found = await fetchFile(options, tilePath(tile), most);
  if (found !== null || tile.width === WIDTH) return found;
  return fetchFile(options, tilePath({ ...tile, width: WIDTH }), most);
}

/** Null without an answer, for any but 200, and for more than `most` bytes. @param absent for 404 */
async function fetchFile(
  { fetch, baseUrl, clock, log }: LogFilesOptions,
  path: string,
  most: number,
  absent: Uint8Array | null = null,
): Promise<Uint8Array | null> {
  const abort = new AbortController();
  const cancel = clock.after(PATIENCE_MS, () => abort.abort());
  try {
    const answer = await fetch(`${baseUrl}/proof/${path}`, {
      method: 'GET',
      headers: {},
      signal: abort.signal,
      cache: 'no-store',
      credentials: 'omit',
    });
    if (answer.status === 404) return absent;
    if (answer.status !== 200 || !answer.body) return null;
    return await readAtMost(answer.body, most);
  } catch (cause) {
    log(`The log's file ${path} did not arrive`, cause);
    return null;
  } finally {
    cancel();
  }
}

async function readAtMost(body: ReadableStream<Uint8Array>, most: number): Promise<Uint8Array | null> {
  const reader = body.getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return joined(...parts);
    length += value.length;
    if (length > most) {
      await reader.cancel();
      return null;
    }
    parts.push(value);
  }
}
