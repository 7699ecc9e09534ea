/**
 * The build of the app: React, a file for each screen, and the service worker from worker/service-worker.ts. In the mode
 * `proof-page` the build of the page of published totals.
 */
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { firstScreensInPage } from './api/ops/first-screens-plugin.ts';
import { readForBuild } from './api/ops/operator-file.ts';
import { operatorFiles } from './api/ops/operator-plugin.ts';
import packageJson from './package.json' with { type: 'json' };
import { SCREENS, type ScreenLine } from './src/app/screens/table.ts';
import { LANGUAGE_CODES, type Language } from './src/core/languages.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Libraries of every screen: they change rarely, so they stay cached from release to release. */
const BASE = ['react', 'react-dom', 'i18next', '@tanstack/react-router'].map(
  (name) => `node_modules/${name}/`,
);
const ICONS = 'node_modules/lucide-react/dist/esm/icons/';
/** What loads after the first paint, and what calculators have in common: each part needs the others seldom. */
const NEXT = {
  rest: ['src/app/boot/after-first-paint.ts'],
  calculation: [
    'src/features/calculators/shared/',
    'src/features/calculators/plans/plan-targets.tsx',
    // Definitions, which are later code, need these parts of single calculators as well.
    'ladder-rungs.ts',
    'wave-points.ts',
    'curve-points.ts',
    'src/core/calculators/',
    'src/ui/disclosure.tsx',
  ],
  device: ['src/device/device.ts'],
  'market-block': ['src/features/market/block.tsx', 'src/app/screens/home-next.tsx'],
  advert: ['src/app/advert-place.tsx', 'src/features/advert/advert.tsx'],
};
/** Whether a module is one of these files, or in one of these folders. A name alone is a file in any folder. */
const isAt = (paths: readonly string[]) => {
  const full = paths.filter((path) => path.includes('/')).map((path) => here(path));
  return (id: string) =>
    paths.includes(basename(id)) ||
    full.some((path) => id === path || (path.endsWith('/') && id.startsWith(path)));
};
/** A file of the build: the modules at these paths with all that they import, except what an earlier file has. */
const built = (name: string, ...paths: string[]) => ({ name, test: isAt(paths) });
/** The same without some of them, which the first screen does not need. */
const builtWithout = (without: readonly string[], name: string, ...paths: string[]) => ({
  name,
  test: (id: string) => isAt(paths)(id) && !isAt(without)(id),
});
/** What only proofs and sealed plans read, and what only the check and the words of events do. */
const PROOF_CONTRACTS = ['src/core/contract/proof.ts', 'src/core/contract/seals.ts'];
const EVENT_FACTS = 'src/core/points/facts.ts';
/** What no calculator reads. */
const TOTALS = ['src/core/proof/', 'src/features/proof/', 'src/features/passport/'];
const WALLET = ['src/features/wallet/'];
const FILES = byPriority([
  { name: 'index', tags: ['$initial'] },
  built('base', ...BASE),
  // With what Home and the calculators have in common, so that neither loads the other's file.
  built(
    'start',
    'src/app/boot/start.tsx',
    'src/ui/card.tsx',
    'src/ui/row.tsx',
    `${ICONS}rotate-ccw-clock.mjs`,
  ),
  built('home', 'src/app/screens/home.tsx'),
  builtWithout(PROOF_CONTRACTS, 'contract', 'src/core/contract/'),
  { name: (id, build) => (isShared(id, build) ? 'shared' : null), debugName: 'shared', test: isAt(['src/']) },
  { ...builtWithout([EVENT_FACTS], 'points', 'src/core/points/'), minShareCount: 2 },
  { ...built('facts', EVENT_FACTS), minShareCount: 2 },
  ...Object.entries(NEXT).map(([name, paths]) => built(name, ...paths)),
  built('wallet', 'src/features/wallet/connector/'),
  // Dialogs alone draw codes: each calculator would load the library with its parts.
  built('qr', 'src/ui/qr-picture.tsx', 'src/ui/qr-rows.ts'),
  // One file instead of many of a few hundred bytes.
  { ...builtWithout([...TOTALS, ...WALLET], 'parts', 'src/'), minShareCount: 2 },
  // Each calculator would load these with its parts.
  { ...built('totals', ...TOTALS), minShareCount: 2 },
  { ...built('session', ...WALLET), minShareCount: 2 },
]);

/** Whether several of the next files need a module: all but the first of them would have to load that one too. */
function isShared(id: string, build: Rolldown.ChunkingContext): boolean {
  const needing = new Set([id]);
  for (const one of needing) for (const by of build.getModuleInfo(one)?.importers ?? []) needing.add(by);
  return Object.values(NEXT).filter((paths) => [...needing].some(isAt(paths))).length > 1;
}

/** The first group that a module fits takes it. */
function byPriority(groups: readonly Rolldown.CodeSplittingGroup[]): Rolldown.CodeSplittingGroup[] {
  return groups.map((group, index) => ({ ...group, priority: groups.length - index }));
}

/** A screen's file has the name of its folder, any other that of its source. */
const nameOf = (source: string) =>
  basename(basename(source) === 'screen.tsx' ? dirname(source) : source, extname(source));
const FIRST = SCREENS.filter((screen: ScreenLine) => screen.isFirst).map(({ file }) => nameOf(file));
const isFirstScreen = (file: string) => FIRST.some((name) => file.startsWith(`assets/${name}-`));
/** Files that the page asks for by itself. */
let filesOfPage: readonly string[] = [];
/** What each first screen needs besides, with its texts: by its path and language. */
let filesOfScreens: Readonly<Record<string, readonly string[]>> = {};

/** The pins of the published totals, from the environment of the build. */
const PINS = Object.fromEntries(
  ['PROOF_ORIGIN', 'PROOF_KEYS', 'PROOF_WITNESSES', 'PROOF_QUORUM'].map((name) => [
    `import.meta.env.VITE_${name}`,
    JSON.stringify(process.env[name] ?? ''),
  ]),
);

const OPERATOR = readForBuild(process.env);
if (!OPERATOR.ok) throw new Error(OPERATOR.faults.join('\n'));
const { appName: APP_NAME, links: LINKS, mark: MARK } = OPERATOR;
const NAME = { 'import.meta.env.VITE_APP_NAME': JSON.stringify(APP_NAME) };

/** The oldest engines that are promised. */
const ENGINES = { target: ['chrome111', 'safari16.4'] };

export const APP: UserConfig = {
  root: here('.'),
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version),
    'import.meta.env.VITE_LINKS': JSON.stringify(LINKS),
    'import.meta.env.VITE_HAS_OFFERS': JSON.stringify(LINKS.offers !== undefined),
    'import.meta.env.VITE_HAS_MARK': JSON.stringify(MARK !== null),
    ...NAME,
    ...PINS,
  },
  resolve: {
    // React has this itself, since version 18.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // Their own builds for today's engines; the default ones carry classes for those of ten years ago.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
      { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
      // A kilobyte less of the first screen than its own.
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: here('src/ui/lucide-icon.ts') },
    ],
  },
  build: {
    outDir: here('dist'),
    ...ENGINES,
    modulePreload: {
      polyfill: false,
      // Only for the screens that the app is opened with, and without what the page itself asks for: a list of all files
      // in the entry would cost the first paint more than it saves the others. importChunk finds the rest by itself.
      resolveDependencies: (file, files) =>
        isFirstScreen(file) ? files.filter((name) => !filesOfPage.includes(name)) : [],
    },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${facadeModuleId == null ? name : nameOf(facadeModuleId)}-[hash].js`,
        codeSplitting: { groups: FILES },
      },
    },
  },
  plugins: [
    react(),
    chunkLoader(),
    textsInPage(),
    firstScreenAtOnce(),
    firstScreensInPage(here('src/app/boot/first-screens.tsx')),
    shellOfWorker(),
    minifyBootScript(),
    operatorFiles(APP_NAME, MARK),
    walletLibrary(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: here('worker'),
      filename: 'sw.js',
      integration: {
        beforeBuildServiceWorker(options) {
          options.swSrc = here('worker/service-worker.ts');
        },
        configureCustomSWViteBuild(config) {
          config.logLevel = 'warn';
          // One file, said in this bundler's words instead of its predecessor's.
          const output = { ...config.build?.rollupOptions?.output, codeSplitting: false };
          Reflect.deleteProperty(output, 'inlineDynamicImports');
          config.build = { ...config.build, rollupOptions: { ...config.build?.rollupOptions, output } };
        },
      },
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{html,js,css,json,svg,png,webp,jpg,webmanifest}'],
        // The wallet connector needs the network anyway, and so does the host that puts the icon on its home screen.
        globIgnores: [
          '**/wallet-*',
          '**/proof-page-*',
          'index.html',
          'proof.html',
          'icon-*.png',
          'sw.js',
          '.vite/**',
        ],
        maximumFileSizeToCacheInBytes: 2_000_000,
      },
    }),
  ],
};

/** A build of its own, into the folder of the app's: it shares no file with the app, which therefore stays as it is. */
const PROOF_PAGE: UserConfig = {
  root: here('.'),
  publicDir: false,
  define: { ...NAME, ...PINS },
  build: {
    outDir: here('dist'),
    emptyOutDir: false,
    ...ENGINES,
    modulePreload: { polyfill: false },
    manifest: '.vite/proof-page.json',
    reportCompressedSize: false,
    rolldownOptions: {
      input: here('src/proof-page/proof.html'),
      output: {
        entryFileNames: 'assets/proof-page-[hash].js',
        chunkFileNames: 'assets/proof-page-[name]-[hash].js',
        assetFileNames: 'assets/proof-page-[hash][extname]',
      },
    },
  },
  plugins: [chunkLoader(), textsInPage(), htmlAtRoot()],
};

export default defineConfig(({ mode }) => (mode === 'proof-page' ? PROOF_PAGE : APP));

/**
 * Puts importChunk around every dynamic import, in place of Vite's own preload: that one adds `<link>` elements, whose
 * failures engines remember as they do those of imports.
 */
function chunkLoader(): Plugin {
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

/** A page is written where it is served, not into the folders of its source. */
function htmlAtRoot(): Plugin {
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

/**
 * Saves the first screen its round trips: the page asks for the app's files before the entry, which would ask for them,
 * has arrived, and has the styles of the first screen in itself. All others are one file (late-styles.ts).
 */
function firstScreenAtOnce(): Plugin {
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
      filesOfPage = withImports(app, bundle).map((chunk) => chunk.fileName);
      filesOfScreens = Object.fromEntries(
        SCREENS.filter((screen: ScreenLine) => screen.isFirst).flatMap(({ path, file, texts }) =>
          LANGUAGE_CODES.map((language) => {
            const sources = ['common', ...texts].map((name) => `locales/${language}/${name}.json`);
            const files = withImports([file, ...sources].flatMap(has), bundle).map(
              ({ fileName }) => fileName,
            );
            return [`${path} ${language}`, files.filter((name) => !filesOfPage.includes(name))];
          }),
        ),
      );
      const screens = SCREENS.filter((screen: ScreenLine) => screen.hasStylesInPage);
      const first = withImports([...entries, ...app, ...screens.flatMap(({ file }) => has(file))], bundle);
      for (const chunk of withImports([...first, ...chunks], bundle)) {
        const sheet = first.includes(chunk) ? 'page' : 'late';
        for (const name of chunk.viteMetadata?.importedCss ?? []) {
          const asset = bundle[name];
          if (asset?.type === 'asset') sheets[sheet] += asset.source.toString();
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
        const preloads = filesOfPage
          .filter((file) => !html.includes(file))
          .map((file) => `<link rel="preload" as="fetch" crossorigin href="/${file}">`);
        // Vite's own for the entry: the page names that as a script already.
        return html
          .replace(/<link rel="modulepreload"[^>]*>\s*/g, '')
          .replace(
            '</head>',
            () =>
              `${preloads.join('')}<meta name="late-styles" content="/${lateStyles}"><style>${styles}</style></head>`,
          );
      },
    },
  };
}

/**
 * The page as the service worker keeps it, in place of index.html. No network can lose its files, so the engine may load
 * them itself, and compiles them meanwhile. It names those of all first screens: public/boot.js requests the ones it needs.
 */
function shellOfWorker(): Plugin {
  return {
    name: 'irich:shell-of-worker',
    apply: 'build',
    async writeBundle({ dir = here('dist') }) {
      const page = await readFile(join(dir, 'index.html'), 'utf8');
      const files = `<meta name="first-files" content='${JSON.stringify(filesOfScreens)}' />`;
      await writeFile(
        join(dir, 'shell.html'),
        page
          .replaceAll('rel="preload" as="fetch" crossorigin', 'rel="modulepreload" crossorigin')
          .replace('<script src="/boot.js">', (script) => files + script),
      );
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

/**
 * Changes to the wallet connector's library:
 * - Its `localStorage` becomes the part of it that belongs to the user: the library's keys are the same for all users.
 * - The empty handler with which Safari shows buttons as pressed is set without markup, which the content policy forbids.
 * - Its texts are those of `locales`, also in the tile of all wallets, which it shows in English only.
 * - On phones it forgets a declined connection; its view for that, with Retry and Show QR Code, is shown.
 * - tweetnacl's look for Node would end up in the first screen's files.
 */
function walletLibrary(): Plugin {
  const own = JSON.stringify(here('src/features/wallet/connector/library-storage.ts'));
  const text = (key: string, english: string) => `useI18n()[0]("walletModal.${key}", {}, "${english}")`;
  const changes = [
    {
      file: '@tonconnect/ui/lib/index.mjs',
      before: `import { localStorage } from ${own};`,
      replace: [
        [
          'document.body.setAttribute("ontouchstart", "")',
          'document.body.addEventListener("touchstart", () => {}, { passive: true })',
        ],
        [
          'en: parseDictionary(en),\n  ru: parseDictionary(ru)',
          LANGUAGE_CODES.map((code) => `${code}: parseDictionary(${textsOf(code, 'wallet-library')})`).join(),
        ],
        ['labelLine1: "View all"', `get labelLine1() { return ${text('viewAll', 'View all')}; }`],
        ['labelLine2: "wallets"', `get labelLine2() { return ${text('ofWallets', 'wallets')}; }`],
        [
          '    setConnectionErrored(null);\n  });',
          '    setShowQR(false);\n    setConnectionErrored(props.wallet.appName === AT_WALLET_APP_NAME ? null : "connection-declined");\n  });',
        ],
      ],
    },
    {
      file: 'tweetnacl/nacl-fast.js',
      before: '',
      replace: [["typeof require !== 'undefined'", 'false']],
    },
  ] as const;
  return {
    name: 'irich:wallet-library',
    transform: {
      filter: { id: /(@tonconnect\/ui\/lib\/index\.mjs|tweetnacl\/nacl-fast\.js)$/ },
      handler(code, id) {
        const change = changes.find(({ file }) => id.replaceAll('\\', '/').endsWith(file));
        let changed = code;
        for (const [from, to] of change?.replace ?? []) {
          if (!changed.includes(from)) this.error(`${id} no longer has ${from}`);
          changed = changed.replaceAll(from, () => to);
        }
        return { code: (change?.before ?? '') + changed, map: null };
      },
    },
  };
}

/** Puts the texts that pages show before any script of the app runs into the pages, in every language. */
function textsInPage(): Plugin {
  const texts = LANGUAGE_CODES.map((code) => ({
    code,
    ...JSON.parse(textsOf(code, 'boot').replaceAll('{{app}}', APP_NAME)),
  }));
  const app = JSON.stringify(Object.fromEntries(texts.map((of) => [of.code, of.app])));
  const proofPage = texts.map((of) => `<p lang="${of.code}">${of.proofPage}</p>`).join('');
  return {
    name: 'irich:texts-in-page',
    transformIndexHtml: (html) =>
      html
        .replace('%BOOT_TEXTS%', () => app.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))
        .replace('%PROOF_PAGE%', () => proofPage),
  };
}

/** A file of `locales`, as JSON on one line. */
function textsOf(language: Language, namespace: string): string {
  return JSON.stringify(JSON.parse(readFileSync(here(`locales/${language}/${namespace}.json`), 'utf8')));
}

/** The content policy allows no script in the page, so boot.js is a file of its own: served as small as the others. */
function minifyBootScript(): Plugin {
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
