/** Builds the lean page with the app's own tools, and serves it by the app's own server. */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { publishRelease } from '#api/ops/release.ts';
import type { Served } from '#tests/bench/browser.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { startServer } from '#tests/support/server.ts';
import { APP } from '../../../vite.config.ts';

/** Stops and removes it after `work`. */
export function withLean<T>(work: (lean: Served) => Promise<T>): Promise<T> {
  return withScratch(1, async (folder) => {
    const built = join(folder, 'built');
    await build({
      root: fileURLToPath(new URL('.', import.meta.url)),
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: { outDir: built, emptyOutDir: true, target: APP.build?.target ?? 'modules' },
      plugins: [
        react(),
        VitePWA({ injectRegister: false, manifest: false, workbox: { clientsClaim: true } }),
      ],
    });
    const dist = join(folder, 'dist');
    await publishRelease(built, dist);
    const server = await startServer({
      dist,
      logTo: join(folder, 'server.log'),
      database: join(folder, 'irich.sqlite'),
    });
    try {
      return await work({ server, dist });
    } finally {
      await server.stop();
    }
  });
}
