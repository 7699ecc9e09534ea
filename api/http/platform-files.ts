/**
 * What tells Cloudflare how to serve the built app by itself: the same headers as `static.ts` sends, and what is not for
 * the public. Format: developers.cloudflare.com/workers/static-assets/headers.
 */
import { NOT_SERVED } from './asked-path.ts';
import { securityHeaders } from './headers.ts';
import { CONTENT_TYPES, cacheControl, resourcePolicy } from './static.ts';

/** Files beside those of the app, by name. @param connect origins that pages may speak to beside their own. */
export function platformFiles(connect: readonly string[]): Readonly<Record<string, string>> {
  return {
    _headers: headersFile(connect),
    '.assetsignore': ['.*', '*.br', '*.gz', ...NOT_SERVED, ''].join('\n'),
  };
}

/** Rules are applied in their order; one that takes a header's value anew lets go of the earlier one first. */
function headersFile(connect: readonly string[]): string {
  const rules: (readonly [string, Readonly<Record<string, string>>])[] = [
    ['/*', { ...securityHeaders(connect), vary: 'accept-encoding', 'cache-control': cacheControl('') }],
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
