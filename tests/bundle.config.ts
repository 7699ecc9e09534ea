import { defineConfig } from 'vitest/config';

/** What runs without the checkout: the bundle of the built app, and a container made of it. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    environment: 'node',
    include: ['tests/bundle/**/*.bundle.ts'],
    // These end a test that hangs, and no other, even on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
