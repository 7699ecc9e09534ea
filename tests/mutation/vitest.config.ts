import { defineConfig } from 'vitest/config';

/** Only the tests that judge the file under mutation; `mutate.ts` names them. */
export default defineConfig({
  root: new URL('../..', import.meta.url).pathname,
  test: {
    environment: 'node',
    pool: 'threads',
    setupFiles: ['tests/mutation/fewer-cases.ts'],
    include: (process.env['IRICH_MUTATION_TESTS'] ?? '').split(','),
  },
});
