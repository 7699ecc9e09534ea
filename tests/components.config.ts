import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { APP as app } from '../vite.config.ts';
import { CHROMIUM_ARGS, findChromium } from './support/chromium.ts';
import { OPERATOR_VALUES } from './support/operator.ts';
import { PINS } from './support/proof/test-keys.ts';

const executablePath = findChromium('shell');
if (executablePath === null)
  throw new Error('No Chromium. Set CHROMIUM_PATH, or let `npm test` install one.');

/** The log whose totals the app of these tests checks. */
const PINNED = Object.fromEntries(
  Object.entries(PINS).map(([name, text]) => [
    `import.meta.env.VITE_PROOF_${name.toUpperCase()}`,
    JSON.stringify(text),
  ]),
);

/** Screens of the whole app in a real browser, over a fake server and without a build. */
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  define: { ...app.define, ...OPERATOR_VALUES, ...PINNED },
  resolve: app.resolve ?? {},
  // All plugins of the build but the service worker's.
  plugins: (app.plugins ?? [])
    .flat()
    .filter((plugin) => plugin && 'name' in plugin && !plugin.name.startsWith('vite-plugin-pwa')),
  // Everything that the app imports, found at once: a package that is found during a run reloads the page.
  optimizeDeps: { entries: ['src/app/main.tsx', 'src/**/screen.tsx', 'tests/**/*.browser.tsx'] },
  // Over the screen, it would take the taps of the tests after a failure.
  server: { hmr: { overlay: false } },
  test: {
    name: 'components',
    include: ['tests/features/**/*.browser.tsx', 'tests/app/**/*.browser.tsx'],
    // One page for all files: every test leaves it as it was.
    isolate: false,
    fileParallelism: false,
    silent: 'passed-only',
    testTimeout: 30_000,
    expect: { poll: { timeout: 10_000, interval: 20 } },
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { executablePath, args: CHROMIUM_ARGS },
        contextOptions: {
          locale: 'en-US',
          timezoneId: 'UTC',
          hasTouch: true,
          deviceScaleFactor: 1,
          permissions: ['clipboard-read', 'clipboard-write'],
        },
        actionTimeout: 10_000,
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 390, height: 844 },
      // As journeys search.
      locators: { exact: false },
      screenshotFailures: false,
      traceView: 'off',
      ui: false,
    },
  },
});
