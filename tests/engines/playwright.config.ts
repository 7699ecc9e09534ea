import { defineConfig } from 'playwright/test';
import { enginesOfRun } from '../support/engines.ts';
import type { EngineOptions } from './fixtures.ts';

/** The same journeys in every engine, each in its browser's own project (`npm run build` first). */
export default defineConfig<object, EngineOptions>({
  testDir: '.',
  testMatch: '*.engine.ts',
  outputDir: '../../test-results/engines',
  // An engine's journeys run one after the other in one browser.
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  reporter: 'list',
  projects: enginesOfRun().map((engine) => ({ name: engine.name, use: { engine } })),
});
