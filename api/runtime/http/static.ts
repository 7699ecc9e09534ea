/**
 * Serves the built app: files with cache headers, compressed if the build made compressed copies. Hashed files never change.
 * A missing one is 404 and never the page, so that an open page of an older release notices.
 */
import type { Context } from 'hono';
import { askedBy, isPlain } from './asked-path.ts';
import { takeForAddress, tooLong } from './bounds.ts';
import { type EdgeDeps, faultOf } from './endpoint.ts';
import { headersOf, listsTag, securityHeaders } from './headers.ts';
import { scriptSources } from './inline-script.ts';
import { FILES_PER_MINUTE } from './limits.ts';

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Differs for different bytes, even if a release keeps size and time of a file. Letters, digits, `-`, `_`. */
  readonly tag: string;
  /** The file's text, unpacked if these are the bytes of a compressed copy. */
  readonly text: () => string;
}

export interface StaticDeps extends Omit<EdgeDeps, 'sha256'> {
  /** A file of the built app by its path without a leading slash; null if it does not exist. */
  readonly read: (path: string) => Promise<StaticFile | null>;
  /** Origins that pages may connect to besides their own. */
  readonly connect: readonly string[];
}

export function staticFiles(deps: StaticDeps): (context: Context) => Promise<Response> {
  return async (context) => {
    const started = deps.clock.now();
    const id = deps.requestId();
    const { method, path } = context.req;
    const accepts = context.req.header('accept-encoding') ?? '';
    const known = context.req.header('if-none-match') ?? '';
    let response: Response;
    let fault: string | undefined;
    try {
      response = refused(deps, context) ?? (await answer(deps, path, accepts, known));
    } catch (cause) {
      fault = faultOf(cause);
      response = plain(deps, 500, 'Something went wrong on the server');
    }
    const now = deps.clock.now();
    const time = new Date(now).toISOString();
    const { status } = response;
    // Do not log odd paths: a client that encodes the whole link sends the launch data of its fragment with it.
    const said = isPlain(path) ? path.slice(0, 200) : '/*';
    const line = { time, id, method, path: said, status, ms: now - started };
    deps.onRequest(fault === undefined ? line : { ...line, fault });
    return response;
  };
}

async function answer(deps: StaticDeps, path: string, accepts: string, known: string): Promise<Response> {
  const asked = askedBy(path);
  const found = asked.type === 'nothing' ? null : await serve(deps, asked.file, accepts, known);
  return found ?? plain(deps, 404, 'Not found');
}

async function serve(
  deps: StaticDeps,
  file: string,
  accepts: string,
  known: string,
): Promise<Response | null> {
  for (const [encoding, suffix] of encodings(accepts)) {
    const found = await deps.read(`${file}${suffix}`);
    if (found === null) continue;
    const etag = `"${found.tag}${suffix}"`;
    const headers: Record<string, string> = {
      ...headersOf(file, deps.connect, file.endsWith('.html') ? await scriptSources(found.text()) : []),
      'cross-origin-resource-policy': resourcePolicy(file),
      'content-type': contentType(file),
      'cache-control': cacheControl(file),
      vary: 'accept-encoding',
      etag,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    if (listsTag(known, etag)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(found.bytes, {
      headers: { ...headers, 'content-length': `${found.bytes.byteLength}` },
    });
  }
  return null;
}

function encodings(accepts: string): (readonly [string, string])[] {
  const accepted = new Set(
    accepts
      .toLowerCase()
      .split(',')
      .map((part) => part.split(';').map((word) => word.trim()))
      .filter(([, ...parameters]) => !parameters.some((word) => Number(word.split('q=', 2)[1]) === 0))
      .map(([name]) => name),
  );
  const order = [
    ['br', '.br'],
    ['gzip', '.gz'],
    ['identity', ''],
  ] as const;
  return order.filter(([encoding]) => encoding === 'identity' || accepted.has(encoding));
}

/** Wallets, explorers and launchers show pictures and the manifest on their own pages; only the app uses other files. */
export function resourcePolicy(file: string): 'cross-origin' | 'same-origin' {
  const kind = file.slice(file.lastIndexOf('.') + 1);
  return !file.startsWith('assets/') && SHOWN_ELSEWHERE.has(kind) ? 'cross-origin' : 'same-origin';
}

const SHOWN_ELSEWHERE: ReadonlySet<string> = new Set(['png', 'svg', 'webp', 'jpg', 'ico', 'webmanifest']);

/** Only names with a hash may be cached without revalidation. */
export function cacheControl(file: string): string {
  if (file.startsWith('assets/')) return 'public, max-age=31536000, immutable';
  return /\.(png|svg|webp|jpg)$/.test(file) ? 'public, max-age=86400' : 'no-cache';
}

export const CONTENT_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webmanifest: 'application/manifest+json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  txt: 'text/plain; charset=utf-8',
};

function contentType(file: string): string {
  return CONTENT_TYPES[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

/** The refusal of a request; null if it may be answered with a file. */
function refused(deps: StaticDeps, { req, env }: Context): Response | null {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    return plain(deps, 405, 'Method not allowed', { allow: 'GET, HEAD' });
  }
  const long = tooLong(req);
  if (long !== null)
    return long.code === 'uri_too_long' ? plain(deps, 414, long.message) : plain(deps, 431, long.message);
  // Browsers cache hashed files, and many users behind one carrier address update at once after a release.
  if (req.path.startsWith('/assets/')) return null;
  const retryAfterS = takeForAddress(deps, req, env, 'file', FILES_PER_MINUTE);
  return retryAfterS === 0
    ? null
    : plain(deps, 429, 'Too many requests', { 'retry-after': `${retryAfterS}` });
}

function plain(
  { connect }: StaticDeps,
  status: number,
  text: string,
  more: Readonly<Record<string, string>> = {},
): Response {
  const headers = {
    ...securityHeaders(connect),
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    ...more,
  };
  return new Response(`${text}\n`, { status, headers });
}
