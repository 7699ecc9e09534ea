import { defineConfig } from 'playwright/test';
import { CHROMIUM_ARGS, findChromium } from '../support/chromium.ts';

const executablePath = findChromium('shell');
if (executablePath === null)
  throw new Error('No Chromium. Set CHROMIUM_PATH, or let `npm test` install one.');

/** Journeys in a real browser against the real server and the built app (`npm run build` first). */
export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  // Beside the gallery: a run empties its folder.
  outputDir: '../../test-results/journeys',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: { executablePath, args: CHROMIUM_ARGS },
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 1,
    hasTouch: true,
    isMobile: true,
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    serviceWorkers: 'allow',
    trace: 'off',
  },
});
