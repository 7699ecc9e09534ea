/** The page of later visits. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { FirstFiles } from './first-screen-at-once.ts';
import { here } from './paths.ts';

/**
 * The page as the service worker keeps it, in place of index.html. No network can lose its files, so the engine may load
 * them itself, and compiles them meanwhile. It names those of all first screens: public/boot.js requests the ones it needs.
 * It has all first screens themselves too, so that a form takes digits before any code is there.
 */
export function shellOfWorker(firstFiles: FirstFiles): Plugin {
  return {
    name: 'irich:shell-of-worker',
    apply: 'build',
    async writeBundle({ dir = here('dist') }) {
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const files = `<meta name="first-files" content='${JSON.stringify(firstFiles.ofScreens)}' />`;
      await writeFile(
        join(dir, 'shell.html'),
        page
          .replaceAll('rel="preload" as="fetch" crossorigin', 'rel="modulepreload" crossorigin')
          .replace('<script src="/boot.js">', (script) => files + script)
          .replace('</style>', (end) => firstFiles.kept.styles + end)
          .replace('<noscript>', (next) => firstFiles.kept.screens + next),
      );
    },
  };
}
