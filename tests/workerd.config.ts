import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { DEPLOYMENT, MOVE_SECRET } from './support/deployment.ts';

// Nothing is asked of the network.
process.env['CLOUDFLARE_CF_FETCH_ENABLED'] ??= 'false';
process.env['WRANGLER_SEND_METRICS'] ??= 'false';

/** What the deployment on Cloudflare imports that a test holds in its hand. */
const IN_HAND = [
  '#api/runtime/http/limits.ts',
  '#api/calendar/sample.ts',
  '#api/config.ts',
  './readiness.ts',
];
const WIRING = /\/api\/deployments\/durable-objects\/(platform|front|classes)\.ts$/;

/** All of the API's suite where this is the chosen deployment; else what depends most on the platform. */
const ROUTES =
  process.env['IRICH_DEPLOYMENT'] === 'cloudflare'
    ? '*'
    : '{edge,friends,newer-code,restart,sbt,sbt-claims,seals,share,strangers,wallet}';

/** The platform's store of the app's files: here the page alone. */
const filesOfApp = (request: { readonly url: string }) =>
  new URL(request.url).pathname === '/index.html'
    ? new Response('the page')
    : new Response('the page that says 404', { status: 404 });

/**
 * The suites that must hold in workerd too: the ledger and its SQLite port in a Durable Object, and the whole API in the
 * deployment on Cloudflare.
 */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  plugins: [
    {
      name: 'in the hand of the test',
      enforce: 'pre',
      resolveId: (source, importer) =>
        importer !== undefined && WIRING.test(importer) && IN_HAND.includes(source)
          ? fileURLToPath(new URL('support/durable-seams.ts', import.meta.url))
          : null,
    },
    cloudflareTest({
      main: 'tests/support/durable-object-entry.ts',
      config: false,
      miniflare: {
        compatibilityDate: '2026-10-01',
        compatibilityFlags: ['nodejs_compat'],
        bindings: { ...DEPLOYMENT, MOVE_SECRET, IRICH_DEPLOYMENT: 'cloudflare' },
        serviceBindings: { ASSETS: filesOfApp },
        analyticsEngineDatasets: { METRICS: { dataset: 'irich' } },
        durableObjects: {
          TEST_OBJECT: { className: 'TestObject', useSQLite: true },
          USER: { className: 'UserObject', useSQLite: true },
          DIRECTORY: { className: 'DirectoryObject', useSQLite: true },
          PUBLIC: { className: 'PublicObject', useSQLite: true },
          WALLET: { className: 'WalletObject', useSQLite: true },
          PROOF: { className: 'ProofObject', useSQLite: true },
          SENDER: { className: 'SenderObject', useSQLite: true },
        },
      },
    }),
  ],
  test: {
    include: ['tests/api/**/*.workerd.ts', `tests/api/routes/${ROUTES}.test.ts`],
    testTimeout: 60_000,
    globalSetup: ['tests/upstream/bot-api-setup.ts', 'tests/upstream/ton-center-setup.ts'],
  },
});
