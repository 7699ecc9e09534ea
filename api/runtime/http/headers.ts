/** The headers of every answer, and what a caller's tags say. */
import { PROOF_PAGE } from './asked-path.ts';

/**
 * Only pictures may come from other origins, connections go only to the configured wallets and to what the page itself holds
 * (`blob:`), and only the messaging app's own web client may frame the app. Inline styles are allowed, because the page carries those of its first screen and the wallet's
 * button brings its own. Of inline scripts only the page's own one is allowed.
 */
const contentSecurityPolicy = (connect: readonly string[], scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    ["connect-src 'self' blob:", ...connect].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors https://web.telegram.org',
  ].join('; ');

/**
 * `X-Frame-Options` is left out: it accepts no list, and would keep the messaging app's web client from framing the app.
 * @param connect origins that a page may connect to besides its own.
 * @param scripts of the page itself, by their hashes: see `scriptSources`.
 */
export function securityHeaders(
  connect: readonly string[],
  scripts: readonly string[] = [],
): Readonly<Record<string, string>> {
  return { ...SECURITY_HEADERS, 'content-security-policy': contentSecurityPolicy(connect, scripts) };
}

/** The security headers of a file of the built app. */
export function headersOf(
  file: string,
  connect: readonly string[],
  scripts: readonly string[],
): Readonly<Record<string, string>> {
  return file === PROOF_PAGE ? PROOF_PAGE_HEADERS : securityHeaders(connect, scripts);
}

/**
 * Headers of answers that are not pages of the app. The app's window is isolated from pages that open it, but may itself open
 * wallets and links: `same-origin` would cut those off from the page that waits for them. Inside the frame of the messaging
 * app's web client this header has no effect, because it applies only to whole windows.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([], []),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** The page of published totals speaks to its own server alone, stands in no frame, and may read codes with the camera. */
export const PROOF_PAGE_HEADERS: Readonly<Record<string, string>> = {
  ...SECURITY_HEADERS,
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' blob:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
};

/** API answers render nothing and must not be cached; headers that only concern pages are left out. */
export const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors https://web.telegram.org",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** For files that other origins show: the app's manifest for wallets, token metadata, and shared pictures. */
export const SHOWN_ELSEWHERE = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/**
 * For answers that are the same for every user: shared caches may keep them for a minute, and for another one while
 * they refresh.
 */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=60';

/** For data that changes only with a release. */
export const METADATA_CACHE_CONTROL = 'public, max-age=3600';

/** For static files of the log of published totals: a tile never changes, and a checkpoint is kept for a few seconds. */
export const TILE_CACHE_CONTROL = 'public, max-age=31536000, immutable';
export const CHECKPOINT_CACHE_CONTROL = 'public, max-age=5';

/** The longest time that a picture may be cached, seconds: it may be deleted before it expires. */
const PICTURE_KEPT_S = 600;

export function pictureCacheControl(expiresAt: number, now: number): string {
  return `public, max-age=${Math.min(PICTURE_KEPT_S, Math.floor((expiresAt - now) / 1000))}`;
}

/** Whether an `If-None-Match` header lists a tag, by weak comparison (RFC 9110, section 8.8.3.2). @param header such as `"a", W/"b"` or `*`; empty if absent. */
export function listsTag(header: string, tag: string): boolean {
  return header.split(',').some((part) => {
    const listed = part.trim();
    return listed === '*' || (listed.startsWith('W/') ? listed.slice(2) : listed) === tag;
  });
}
