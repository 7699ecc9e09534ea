/**
 * The built app: files with cache headers, compressed where the build made compressed copies. Hashed files are for ever;
 * a missing one is 404 and never the page, so that an open page of an older release notices.
 */
import type { Context } from 'hono';
import type { RequestLine } from './endpoint.ts';
import { securityHeaders } from './headers.ts';

export interface StaticFile {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Differs wherever the bytes do: a release that keeps size and time of a file is noticed too. Letters, digits, `-`, `_`. */
  readonly tag: string;
}

export interface StaticDeps {
  /** A file of the built app by its path without a leading slash; null where there is none. */
  readonly read: (path: string) => Promise<StaticFile | null>;
  /** Origins that pages may speak to beside their own. */
  readonly connect: readonly string[];
  readonly clock: { now(): number };
  readonly requestId: () => string;
  readonly onRequest: (line: RequestLine) => void;
}

export function staticFiles(deps: StaticDeps): (context: Context) => Promise<Response> {
  return async (context) => {
    const started = deps.clock.now();
    const id = deps.requestId();
    const { method, path } = context.req;
    const accepts = context.req.header('accept-encoding') ?? '';
    const known = context.req.header('if-none-match') ?? '';
    const isRead = method === 'GET' || method === 'HEAD';
    let response: Response;
    let fault: string | undefined;
    try {
      response = isRead ? await answer(deps, path, accepts, known) : methodNotAllowed(deps);
    } catch (cause) {
      fault = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
      response = plain(deps, 500, 'Something went wrong on the server');
    }
    const now = deps.clock.now();
    const time = new Date(now).toISOString();
    const { status } = response;
    // Odd paths are not repeated: a client that encodes the whole link sends the launch data of its fragment with it.
    const said = PLAIN_PATH.test(path) ? path.slice(0, 200) : '/*';
    const line = { time, id, method, path: said, status, ms: now - started };
    deps.onRequest(fault === undefined ? line : { ...line, fault });
    return response;
  };
}

async function answer(deps: StaticDeps, path: string, accepts: string, known: string): Promise<Response> {
  const file = filePath(path);
  const direct = file === null ? null : await serve(deps, file, accepts, known);
  if (direct !== null) return direct;
  const isFile = /^\/+assets(\/|$)/.test(path) || /\.[^/]*\/?$/.test(path) || /\/\.|[\0\\]/.test(path);
  const page = isFile ? null : await serve(deps, 'index.html', accepts, known);
  return page ?? plain(deps, 404, 'Not found');
}

const PLAIN_PATH = /^[\w./~@-]+$/;

/** What the build writes for whoever serves its files, beside what has a dot at its beginning. */
export const NOT_SERVED: ReadonlySet<string> = new Set(['releases.json', '_headers']);

/** The file that a path names; null for what can be none. */
function filePath(path: string): string | null {
  const file = path.replace(/^\//, '');
  if (file === '') return 'index.html';
  if (!PLAIN_PATH.test(file) || /(^|\/)\.|\/\/|\.(br|gz)$/.test(file)) return null;
  return NOT_SERVED.has(file) ? null : file.replace(/\/$/, '');
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
      ...securityHeaders(deps.connect),
      'content-type': contentType(file),
      'cache-control': cacheControl(file),
      vary: 'accept-encoding',
      etag,
      ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    };
    if (known.split(/\s*,\s*/).some((tag) => tag.replace(/^W\//, '') === etag)) {
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
      .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
      .map((part) => part.split(';', 1)[0]?.trim()),
  );
  const order = [
    ['br', '.br'],
    ['gzip', '.gz'],
    ['identity', ''],
  ] as const;
  return order.filter(([encoding]) => encoding === 'identity' || accepted.has(encoding));
}

/** Only names with a hash may be kept without asking again. */
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

function methodNotAllowed(deps: StaticDeps): Response {
  return plain(deps, 405, 'Method not allowed', { allow: 'GET, HEAD' });
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
