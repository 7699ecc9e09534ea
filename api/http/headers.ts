/** Headers of every answer. */

/**
 * Nothing is loaded from elsewhere but pictures, nobody is spoken to but the wallets that are configured, and only the
 * messaging app's own web client may frame the app.
 * Styles may be inline: the page carries those of its first screen, the wallet's button brings its own.
 */
const contentSecurityPolicy = (connect: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    ["connect-src 'self'", ...connect].join(' '),
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors https://web.telegram.org',
  ].join('; ');

/**
 * `X-Frame-Options` is left out: it knows no list, and would keep the messaging app's web client from framing the app.
 * @param connect origins that a page may speak to beside its own.
 */
export function securityHeaders(connect: readonly string[]): Readonly<Record<string, string>> {
  return { ...SECURITY_HEADERS, 'content-security-policy': contentSecurityPolicy(connect) };
}

/**
 * Of what is no page of the app. The app's window is kept apart from pages that open it, and may itself open wallets and
 * links: `same-origin` would cut those off from the page that waits for them. Inside the frame of the messaging app's web
 * client this header says nothing, because it concerns whole windows alone.
 */
export const SECURITY_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy([]),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** An answer of the API renders nothing and is kept nowhere; what only concerns pages is left out. */
export const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors https://web.telegram.org",
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Of what pages of others show: the manifest of the app for wallets, what badges are as tokens, and shared pictures. */
export const SHOWN_ELSEWHERE = { 'cross-origin-resource-policy': 'cross-origin' } as const;

/** Of what is the same for everybody: whatever stands between may keep it for a minute, and for another while it asks anew. */
export const PUBLIC_CACHE_CONTROL = 'public, max-age=60, stale-while-revalidate=60';

/** Of what changes with a release at most. */
export const METADATA_CACHE_CONTROL = 'public, max-age=3600';

/** A picture may be kept until it expires, but no longer than this, seconds: it may be deleted before. */
const PICTURE_KEPT_S = 600;

export function pictureCacheControl(expiresAt: number, now: number): string {
  return `public, max-age=${Math.min(PICTURE_KEPT_S, Math.floor((expiresAt - now) / 1000))}`;
}
