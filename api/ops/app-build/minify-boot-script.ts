/** The script of the page. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';
import { here } from './paths.ts';

/** The content policy allows no script in the page, so boot.js is a file of its own: served as small as the others. */
export function minifyBootScript(): Plugin {
  return {
    name: 'irich:minify-boot-script',
    apply: 'build',
    async writeBundle({ dir }) {
      const file = join(dir ?? here('dist'), 'boot.js');
      const { code, errors } = await minify('boot.js', await readFile(file, 'utf8'), {
        module: false,
        // It speaks to engines that know nothing newer.
        compress: { target: 'es2015' },
      });
      if (errors.length > 0) throw new Error(`boot.js: ${errors.map(({ message }) => message).join(', ')}`);
      await writeFile(file, code);
    },
  };
}
