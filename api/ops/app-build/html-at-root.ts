/** Where the build writes pages. */
import { basename } from 'node:path';
import type { Plugin } from 'vite';

/** A page is written where it is served, not into the folders of its source. */
export function htmlAtRoot(): Plugin {
  return {
    name: 'irich:html-at-root',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.fileName.endsWith('.html')) file.fileName = basename(file.fileName);
      }
    },
  };
}
