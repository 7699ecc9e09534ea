/**
 * Tells Cloudflare how to serve the built app itself: the same headers as `static.ts`, and the files that are not public.
 * Format: developers.cloudflare.com/workers/static-assets/headers.
 */
import { NOT_SERVED, PROOF_PAGE } from './asked-path.ts';
import { headersOf, securityHeaders } from './headers.ts';
import { CONTENT_TYPES, cacheControl, resourcePolicy } from './static.ts';

/**
 * Files beside those of the app, by name.
 * @param connect origins that pages may connect to besides their own.
 * @param scripts of these pages, by their hashes: see `scriptSources`.
 */
export function platformFiles(
  connect: readonly string[],
  scripts: readonly string[],
): Readonly<Record<string, string>> {
  return {
    _headers: headersFile(connect, scripts),
    '.assetsignore': ['.*', '*.br', '*.gz', ...NOT_SERVED, ''].join('\n'),
  };
}

/** Rules apply in order; a rule that sets a header again must remove the earlier value first. */
function headersFile(connect: readonly string[], scripts: readonly string[]): string {
  const rules: (readonly [string, Readonly<Record<string, string>>])[] = [
    [
      '/*',
      { ...securityHeaders(connect, scripts), vary: 'accept-encoding', 'cache-control': cacheControl('') },
    ],
    ...Object.entries(CONTENT_TYPES).map(
      ([kind, type]) =>
        [
          `/*.${kind}`,
          {
            'content-type': type,
            'cache-control': cacheControl(`a.${kind}`),
            'cross-origin-resource-policy': resourcePolicy(`a.${kind}`),
          },
        ] as const,
    ),
    [`/${PROOF_PAGE}`, headersOf(PROOF_PAGE, connect, [])],
    [
      '/assets/*',
      { 'cache-control': cacheControl('assets/'), 'cross-origin-resource-policy': resourcePolicy('assets/') },
    ],
  ];
  return rules
    .map(([path, headers]) => {
      const lines = Object.entries(headers).map(([name, value]) =>
        path === '/*' ? `  ${name}: ${value}` : `  ! ${name}\n  ${name}: ${value}`,
      );
      return `${path}\n${lines.join('\n')}\n`;
    })
    .join('\n');
}
