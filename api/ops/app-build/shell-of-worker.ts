/** The page of later visits. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { minified } from './boot-script-in-page.ts';
import type { FirstFiles } from './first-screen-at-once.ts';
import { here } from './paths.ts';

/**
 * The pages as the service worker keeps them, in place of index.html. No network can lose their files, so the engine may load
 * them itself, and compiles them meanwhile.
 * - shell.html for all addresses but
 * - forms.html for those of calculators: it has them in itself, so that they take digits before any code is there.
 */
export function shellOfWorker(firstFiles: FirstFiles): Plugin {
  return {
    name: 'irich:shell-of-worker',
    apply: 'build',
    async writeBundle({ dir = here('dist') }) {
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const shell = page.replace(' data-as="fetch"', '');
      await writeFile(join(dir, 'shell.html'), shell);
      const code = await minified('first-form.js');
      const forms = shell
        .replace('<script>', (start) => `${start}${code};`)
        .replace('</style>', (end) => firstFiles.formStyles + end)
        .replace(firstFiles.markup.inPage, () => firstFiles.markup.forms);
      await writeFile(join(dir, 'forms.html'), forms);
    },
  };
}
