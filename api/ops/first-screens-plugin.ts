/** Puts the screens that most launches begin with into the page, in every language. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';

interface FirstScreen {
  readonly name: string;
  readonly language: string;
  readonly html: string;
}

/** @param source exports `renderFirstScreens`, and is built for Node with the app's own settings. */
export function firstScreensInPage(source: string): Plugin {
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
        // As text, not as <template>: the browser reads only the one that is shown.
        const screens = (await firstScreens(source, app)).map(
          ({ name, language, html }) =>
            `<script type="text/html" id="first-${name}-${language}" lang="${language}">${html}</script>`,
        );
        return page.replace('<noscript>', () => `${screens.join('')}<noscript>`);
      },
    },
  };
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
