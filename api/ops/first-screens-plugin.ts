/** Renders the screens that launches begin with, in every language, and puts those of most launches into the page. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';

interface FirstScreen {
  readonly path: string;
  readonly language: string;
  readonly html: string;
  readonly isInPage: boolean;
  readonly data: Readonly<Record<string, string>>;
}

/**
 * @param source exports `renderFirstScreens`, and is built for Node with the app's own settings
 * @param markup receives the screens of the page, and the others, which are forms
 */
export function firstScreensInPage(source: string, markup: { inPage: string; forms: string }): Plugin {
  let app: ResolvedConfig;
  return {
    name: 'irich:first-screens-in-page',
    apply: 'build',
    configResolved(config) {
      app = config;
    },
    transformIndexHtml: {
      order: 'post',
      async handler(page) {
        const screens = await firstScreens(source, app);
        markup.forms = markupOf(screens.filter(({ isInPage }) => !isInPage));
        markup.inPage = markupOf(screens.filter(({ isInPage }) => isInPage));
        return page.replace('<noscript>', (next) => markup.inPage + next);
      },
    },
  };
}

/** As text, not as <template>: the browser reads only the one that is shown. */
function markupOf(screens: readonly FirstScreen[]): string {
  const tags = screens.map(({ path, language, html, data }) => {
    const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${value}"`);
    return `<script type="text/html" id="first-${path}-${language}" lang="${language}"${attributes.join('')}>${html}</script>`;
  });
  return tags.join('');
}

async function firstScreens(source: string, app: ResolvedConfig): Promise<readonly FirstScreen[]> {
  const outDir = await mkdtemp(join(tmpdir(), 'irich-first-screens-'));
  try {
    await build({
      configFile: false,
      root: app.root,
      publicDir: false,
      // Not the libraries' own notes for bundlers.
      logLevel: 'error',
      define: app.define ?? {},
      resolve: { alias: app.resolve.alias },
      ssr: { noExternal: true },
      build: {
        ssr: source,
        outDir,
        emptyOutDir: false,
        rolldownOptions: { output: { entryFileNames: 'first-screens.mjs' } },
      },
    });
    const built = await import(pathToFileURL(join(outDir, 'first-screens.mjs')).href);
    return await (built.renderFirstScreens as () => Promise<readonly FirstScreen[]>)();
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}
