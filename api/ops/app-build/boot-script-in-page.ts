/** The script of the page. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { minify, type Plugin } from 'vite';
import { here } from './paths.ts';

const TAG = '<script src="/boot.js"></script>';

/**
 * Puts public/boot.js into the page: a file of its own would cost the first paint a round trip. The content policy allows
 * this one script by its hash (api/runtime/http/inline-script.ts).
 */
export function bootScriptInPage(): Plugin {
  return {
    name: 'irich:boot-script-in-page',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const { code, errors } = await minify('boot.js', await readFile(here('public/boot.js'), 'utf8'), {
          module: false,
          // It speaks to engines that know nothing newer.
          compress: { target: 'es2015' },
        });
        if (errors.length > 0) throw new Error(`boot.js: ${errors.map(({ message }) => message).join(', ')}`);
        if (code.includes('</script') || !html.includes(TAG)) throw new Error('boot.js fits into no page');
        return html.replace(TAG, () => `<script>${code.trim()}</script>`);
      },
    },
    writeBundle: ({ dir = here('dist') }) => rm(join(dir, 'boot.js')),
  };
}
