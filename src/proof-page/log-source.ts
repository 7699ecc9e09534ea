/** The files of the log from the server of this page: bounded in size, and fetched ahead of the check that reads them. */
import { joined } from '#core/proof/bytes.ts';
import type { LogFiles } from '#core/proof/check-log.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import { tilePath, tilesOf } from '#core/proof/tiles.ts';

/** Four times the largest bundle. What comes after that is cut off, and what is left fails the check. */
const MOST_BYTES = 262_144;
/** Longer logs are refused by the check, so nothing of them is fetched. */
const MOST_ENTRIES = 100_000;
const REQUESTS_AT_ONCE = 6;
/** A frame: the page answers taps while it computes. */
const LONGEST_WORK_MS = 12;

/** A file that did not arrive: no network, or a server in trouble. Says nothing about the log. */
export class Unreachable extends Error {
  readonly file: string;
  constructor(file: string, cause?: unknown) {
    super(`${file} did not arrive`, { cause });
    this.file = file;
  }
}

export interface SourceOptions {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** How many files the check has read, and of how many. */
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

/** Both functions reject with `Unreachable`. @returns `note`: the text of the checkpoint, once it has been read */
export function logSource({
  fetch,
  onProgress,
  signal,
}: SourceOptions): LogFiles & { readonly note: () => string } {
  const asked = new Map<string, Promise<Uint8Array | null>>();
  let planned: readonly string[] = [];
  let done = 0;
  let note = '';
  let pausedAt = performance.now();

  const ask = (path: string) => {
    const known = asked.get(path);
    if (known !== undefined) return known;
    const answer = fetchFile(path, { fetch, signal });
    // The check may have ended before it reads this one.
    answer.catch(() => undefined);
    asked.set(path, answer);
    return answer;
  };
  const askAhead = () => {
    for (const path of planned.slice(done, done + REQUESTS_AT_ONCE)) ask(path);
  };
  return {
    note: () => note,
    async text(path) {
      const bytes = await fetchFile(path, { fetch, signal });
      if (bytes === null) return null;
      const text = new TextDecoder().decode(bytes);
      // Changes of the key are asked for after the checkpoint.
      if (path !== 'checkpoint') return text;
      note = text;
      const size = readCheckpoint(note)?.size ?? 0;
      if (size <= MOST_ENTRIES) planned = tilesOf(size).map(tilePath);
      onProgress(done, planned.length);
      askAhead();
      return note;
    },
    async bytes(path) {
      const bytes = await ask(path);
      asked.delete(path);
      done = Math.max(done, planned.indexOf(path) + 1);
      askAhead();
      onProgress(done, planned.length);
      if (performance.now() - pausedAt > LONGEST_WORK_MS) {
        await new Promise((resolve) => setTimeout(resolve));
        pausedAt = performance.now();
      }
      return bytes;
    },
  };
}

/** Null for a file that the server does not have. */
async function fetchFile(
  path: string,
  { fetch, signal }: Pick<SourceOptions, 'fetch' | 'signal'>,
): Promise<Uint8Array | null> {
  try {
    const answer = await fetch(`/proof/${path}`, {
      credentials: 'omit',
      // Tiles never change.
      cache: path.startsWith('tile/') ? 'default' : 'no-cache',
      signal,
    });
    if (answer.status === 404 || answer.status === 410) return null;
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return await boundedBytes(answer, MOST_BYTES);
  } catch (failure) {
    throw new Unreachable(path, failure);
  }
}

/** What comes after `most` bytes is cut off. */
export async function boundedBytes({ body }: Response, most: number): Promise<Uint8Array> {
  const reader = body?.getReader();
  const parts: Uint8Array[] = [];
  for (let room = most; reader !== undefined; ) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value.subarray(0, room));
    room -= value.length;
    if (room >= 0) continue;
    await reader.cancel();
    break;
  }
  return joined(...parts);
}
