/** The scripts of the page itself. */
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
        if (!html.includes(TAG)) throw new Error(`The page has no ${TAG}`);
        const code = await minified('boot.js');
        return html.replace(TAG, () => `<script>${code}</script>`);
      },
    },
    async writeBundle({ dir = here('dist') }) {
      for (const name of ['boot.js', 'first-form.js']) await rm(join(dir, name));
    },
  };
}

/** A script of public/, to stand in a page. */
export async function minified(name: string): Promise<string> {
  const { code, errors } = await minify(name, await readFile(here(`public/${name}`), 'utf8'), {
    module: false,
    // It speaks to engines that know nothing newer.
    compress: { target: 'es2015' },
  });
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join(', ')}`);
  if (code.includes('</script')) throw new Error(`${name} fits into no page`);
  return code.trim();
}
