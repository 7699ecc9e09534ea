/** Maps a path outside the API to a file of the built app, a page, or nothing. */

/** Files that the build writes for its host, besides those whose names begin with a dot. */
export const NOT_SERVED: ReadonlySet<string> = new Set(['releases.json', '_headers']);

/** The page that checks the published totals in any browser. */
export const PROOF_PAGE = 'proof.html';

export type Asked =
  | { readonly type: 'file'; readonly file: string }
  /** `file` holds the page. */
  | { readonly type: 'page'; readonly file: 'index.html' | typeof PROOF_PAGE }
  | { readonly type: 'nothing' };

/** A path that still changes after this many rounds of decoding was encoded to hide something. */
const MOST_DECODINGS = 4;
const APP: Asked = { type: 'page', file: 'index.html' };
const PLAIN = /^[\w./~@-]+$/;

/** Whether the log may repeat a path: an encoded one may hold launch data. */
export function isPlain(path: string): boolean {
  return PLAIN.test(path);
}

/**
 * A file has one spelling: an encoded, doubled, backslashed or trailing slash never leads to it, and names that are not
 * served are hidden in every spelling.
 * @param path begins with a slash.
 */
export function askedBy(path: string): Asked {
  const decoded = decode(path);
  if (decoded === null || /[\p{Cc}\\]/u.test(decoded)) return { type: 'nothing' };
  // A client that encodes the whole link sends its query and its fragment as part of the path.
  const plain = decoded.split(/[?#]/, 1)[0] ?? '';
  const parts = plain.split('/').filter((part) => part !== '');
  if (parts.length === 0) return APP;
  // Below it are files of the log, which no page may stand in for.
  if (parts[0] === 'proof')
    return parts.length === 1 ? { type: 'page', file: PROOF_PAGE } : { type: 'nothing' };
  const file = parts.join('/');
  const name = file.toLowerCase();
  const isFile = parts.at(-1)?.includes('.') === true || parts[0]?.toLowerCase() === 'assets';
  const isHidden = parts.some((part) => part.startsWith('.')) || NOT_SERVED.has(name);
  if (!isFile && !isHidden) return APP;
  const isCompressedCopy = name.endsWith('.br') || name.endsWith('.gz');
  return isHidden || isCompressedCopy || path !== `/${file}` || !isPlain(file)
    ? { type: 'nothing' }
    : { type: 'file', file };
}

/** Null if no number of decodings gives plain text. Text that cannot be decoded stays unchanged. */
function decode(path: string): string | null {
  let text = path;
  for (let round = 0; round < MOST_DECODINGS; round++) {
    let next: string;
    try {
      next = decodeURIComponent(text);
    } catch {
      return text;
    }
    if (next === text) return text;
    text = next;
  }
  return null;
}
