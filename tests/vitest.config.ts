import { defineConfig } from 'vitest/config';

/** The whole API in each home, or in the one that `IRICH_HOME` names. */
const API = ['tests/api/routes/**/*.test.ts', 'tests/api/full-database.test.ts'];
const HOME = process.env['IRICH_HOME'];

/** Everything that needs neither a browser nor workerd. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    environment: 'node',
    pool: 'threads',
    // Ends a test that hangs, even on a busy machine.
    testTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'tests/core/**/*.test.ts',
            'tests/api/**/*.test.ts',
            'tests/{app,device,features,platform,ui,upgrade,worker}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
          exclude: API,
        },
      },
      ...(HOME === undefined ? ['machine', 'cloudflare'] : [HOME]).map((home) => ({
        extends: true as const,
        test: { name: home, include: API, env: { IRICH_HOME: home } },
      })),
    ],
  },
});
