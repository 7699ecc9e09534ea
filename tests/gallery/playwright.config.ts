import { defineConfig } from 'playwright/test';
import journeys from '../journeys/playwright.config.ts';

/** Opens every screen and takes its picture: no check, see gallery.ts. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  testMatch: process.env['GALLERY_README'] === '1' ? 'readme.shots.ts' : 'gallery.shots.ts',
  outputDir: '../../test-results/gallery/playwright',
  timeout: 600_000,
  use: { ...journeys.use, serviceWorkers: 'block', screenshot: 'off' },
});
