/** What the page asks for and holds so that its first screen needs few round trips. */
import type { Plugin, Rolldown } from 'vite';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { SCREENS, type ScreenLine } from '../../../src/app/screens/table.ts';
import { here } from './paths.ts';

/** Filled while the build writes its files. */
export interface FirstFiles {
  /** Files that the page asks for by itself. */
  page: readonly string[];
  /** What each first screen needs besides, with its texts: by its path and language. */
  ofScreens: Readonly<Record<string, readonly string[]>>;
  /** As markup: the first screens of the page itself, and the forms, with their styles. */
  markup: { inPage: string; forms: string };
  formStyles: string;
}

/**
 * Saves the first screen its round trips: the page names the app's files, so that public/boot.js requests them before the
 * entry, which would ask for them, has arrived; and it has the styles of the first screen in itself. All others are one file
 * (late-styles.ts).
 */
export function firstScreenAtOnce(firstFiles: FirstFiles): Plugin {
  let styles = '';
  let lateStyles = '';
  return {
    name: 'irich:first-screen-at-once',
    apply: 'build',
    enforce: 'pre',
    generateBundle(_options, bundle) {
      const sheets = { page: '', late: '' };
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entries = chunks.filter((chunk) => chunk.isEntry);
      const has = (file: string) => chunks.filter((chunk) => chunk.moduleIds.includes(here(file)));
      const app = has('src/app/boot/start.tsx');
      firstFiles.page = withImports(app, bundle).map((chunk) => chunk.fileName);
      firstFiles.ofScreens = Object.fromEntries(
        SCREENS.filter((screen: ScreenLine) => screen.isFirst).flatMap(({ path, file, texts }) =>
          LANGUAGE_CODES.map((language) => {
            const sources = ['common', ...texts].map((name) => `locales/${language}/${name}.json`);
            const files = withImports([file, ...sources].flatMap(has), bundle).map(
              ({ fileName }) => fileName,
            );
            return [`${path} ${language}`, files.filter((name) => !firstFiles.page.includes(name))];
          }),
        ),
      );
      const screens = SCREENS.filter((screen: ScreenLine) => screen.hasStylesInPage);
      const first = withImports([...entries, ...app, ...screens.flatMap(({ file }) => has(file))], bundle);
      const forms = withImports(
        SCREENS.filter((screen: ScreenLine) => screen.isFirst).flatMap(({ file }) => has(file)),
        bundle,
      );
      firstFiles.formStyles = '';
      for (const chunk of withImports([...first, ...chunks], bundle)) {
        const sheet = first.includes(chunk) ? 'page' : 'late';
        for (const name of chunk.viteMetadata?.importedCss ?? []) {
          const asset = bundle[name];
          const text = asset?.type === 'asset' ? asset.source.toString() : '';
          sheets[sheet] += text;
          if (sheet === 'late' && forms.includes(chunk)) firstFiles.formStyles += text;
          delete bundle[name];
        }
        chunk.viteMetadata?.importedCss.clear();
      }
      styles = sheets.page;
      lateStyles = this.getFileName(this.emitFile({ type: 'asset', name: 'late.css', source: sheets.late }));
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (styles === '') return html;
        const { page, ofScreens } = firstFiles;
        // The page names the entry as a script already.
        const files = { page: page.filter((file) => !html.includes(file)), ...ofScreens };
        // Vite's own ones for the entry would come before the first paint.
        return html
          .replace(/<link rel="modulepreload"[^<>]*>/g, '')
          .replace(
            '</head>',
            () =>
              `<meta name="first-files" content='${JSON.stringify(files)}' data-as="fetch"><meta name="late-styles" content="/${lateStyles}"><style>${styles}</style></head>`,
          );
      },
    },
  };
}

/** Chunks with all that they import, each once, what is imported before what imports it. */
function withImports(
  chunks: readonly Rolldown.OutputChunk[],
  bundle: Rolldown.OutputBundle,
): Rolldown.OutputChunk[] {
  const seen = new Set<Rolldown.OutputChunk>();
  const ordered: Rolldown.OutputChunk[] = [];
  const visit = (chunk: Rolldown.OutputChunk): void => {
    if (seen.has(chunk)) return;
    seen.add(chunk);
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
    ordered.push(chunk);
  };
  chunks.forEach(visit);
  return ordered;
}
