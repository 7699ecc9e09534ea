/** The build's way of importing code on demand. */
import type { Plugin } from 'vite';
import { here } from './paths.ts';

/**
 * Puts importChunk around every dynamic import, in place of Vite's own preload: that one adds `<link>` elements, whose
 * failures engines remember as they do those of imports.
 */
export function chunkLoader(): Plugin {
  return {
    name: 'irich:chunk-loader',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () =>
        `export { importChunk as __vitePreload } from ${JSON.stringify(here('src/platform/chunks/import-chunk.ts'))};`,
    },
  };
}
