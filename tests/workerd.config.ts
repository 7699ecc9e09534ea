import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';

// Nothing is asked of the network.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] ??= 'false';
process.env['WRANGLER_SEND_METRICS'] ??= 'false';

/** The suites that must hold in workerd too, against a SQLite-backed Durable Object. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [
    cloudflareTest({
      main: 'tests/support/durable-object-entry.ts',
      config: false,
      miniflare: {
        compatibilityDate: '2026-10-01',
        compatibilityFlags: ['nodejs_compat'],
        durableObjects: { TEST_OBJECT: { className: 'TestObject', useSQLite: true } },
      },
    }),
  ],
  test: { include: ['tests/api/**/*.workerd.ts'], testTimeout: 60_000 },
});
