import { defineConfig } from 'vitest/config';
import { OPERATOR_VALUES } from './support/operator.ts';

/** The whole API in each deployment, or in the one that `IRICH_DEPLOYMENT` names. */
const API = ['tests/api/routes/**/*.test.ts', 'tests/api/full-database.test.ts'];
const CHOSEN = process.env['IRICH_DEPLOYMENT'];

/** Everything that needs neither a browser nor workerd. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  define: OPERATOR_VALUES,
  test: {
    environment: 'node',
    // As threads of one process they would end together: Node 24 can abort as it frees WebAssembly (nodejs/node#64500).
    pool: 'forks',
    // These end a test that hangs, and no other, even on a busy machine.
    testTimeout: 30_000,
    hookTimeout: 30_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'tests/core/**/*.test.ts',
            'tests/api/**/*.test.ts',
            'tests/{app,device,features,platform,proof-page,ui,upgrade,worker}/**/*.test.{ts,tsx}',
            'tests/*.test.ts',
          ],
          exclude: API,
        },
      },
      ...(CHOSEN === undefined ? ['machine', 'cloudflare'] : [CHOSEN]).map((deployment) => ({
        extends: true as const,
        test: { name: deployment, include: API, env: { IRICH_DEPLOYMENT: deployment } },
      })),
    ],
  },
});
