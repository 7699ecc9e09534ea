import { defineConfig } from 'vitest/config';

/** Everything that needs neither a browser nor workerd. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: [
      'tests/core/**/*.test.ts',
      'tests/api/**/*.test.ts',
      'tests/app/**/*.test.{ts,tsx}',
      'tests/*.test.ts',
    ],
    environment: 'node',
    pool: 'threads',
  },
});
