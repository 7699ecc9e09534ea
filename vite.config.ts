/** The build of the app: React, file routes split by screen, and the service worker from worker/service-worker.ts. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin, type Rolldown } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import packageJson from './package.json' with { type: 'json' };
import { CALCULATORS } from './src/core/calculators/catalogue.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** What the first screens share with the others: on their own these would be ten files of a few hundred bytes. */
const PARTS = [
  'src/app/(boot/(completion|root|safety|when-idle)|chunks/(?!server-answers|lazy-part)[^/]+|device-context|routing/search|use-calculator)',
  'src/core/(date-format|digits|number-format)',
  'src/core/points/events',
  'src/device/model',
  'src/i18n/(i18n|numbers|times|use-translation)',
  'src/platform/(draft-mirror|host-context|telegram/theme)',
  'src/ui/(after-paint|arrival|back-layers|button|card|class-names|lucide-icon|notice|number-words|row|screen|toast|use-live|use-timeout)',
  'node_modules/lucide-react/dist/esm/(?!icons/)[^/]+',
  'node_modules/lucide-react/dist/esm/icons/(calculator|chevron-left|circle-exclamation-point|gift|info|rotate-ccw-clock|triangle-exclamation-point|users)',
];
/** What every visit fetches after the first screen, and for itself alone: they are asked for in the same moment. */
const REST = [
  'src/app/(boot/(after-first-paint|background-send|forget-on-deletion|language|start-screen|update-self)|haptics|routing/prefetch)',
  'src/core/launch/start-parameter',
  'src/platform/telegram/(adapter|faults|launch-schema|popup|sdk|web-app)',
];
/** What keeps and sends records; not src/device/on-demand.ts, which screens fetch when they need it. */
const DEVICE = [
  'src/core/(recent|time-zone)',
  'src/core/points/(record-fact|zero-hash)',
  'src/device/(create-device|device|draft-writer|lazy-calls|live(-values)?)',
  'src/device/store/(?!referrals)[^/]+',
  'src/device/sync/[^/]+',
  'src/device/verify/(browser-verifier|worker)',
  'src/platform/(network|storage)',
  'src/platform/chunks/start-worker',
  'node_modules/dexie/.+',
];
/** What answers look like. */
const SCHEMAS = ['src/core/contract/[^/]+', 'node_modules/valibot/.+'];
/** What the device shares with the screens, and small things that most of them have in common. */
const SHARED = [
  'src/core/market/[^/]+',
  'src/core/points/format',
  'src/i18n/points',
  'src/features/wallet/storage/user-storage',
  'src/platform/(clipboard|clock|random|save-file)',
];
/** The rules of points, for the screens that explain them. */
const RULES = ['src/core/points/(badges|days|levels|rules|streak)'];
/** Parts of Home and of the screens that one comes to from there. */
const BITS = [
  'src/core/badge-art/shape',
  'src/platform/(links|use-copy)',
  'src/ui/(drawing|promo-code|use-now|use-one-at-a-time)',
  'node_modules/lucide-react/dist/esm/icons/(check|copy)',
];
/** Controls of the screens after the first. */
const CONTROLS = [
  'src/ui/(dialog|number-field|record-state|segmented|select-on-focus|switch|use-back-layer|use-lasting)',
  'node_modules/lucide-react/dist/esm/icons/(chart-candlestick|chevron-down|download|share-2|trash)',
];
/** Connects wallets, over the network anyway. */
const WALLET = [
  'src/features/wallet/connector/[^/]+',
  'node_modules/(@tonconnect|classnames|deepmerge|tweetnacl|tweetnacl-util|ua-parser-js)/.+',
];
/** Files that the page asks for by itself: see firstScreenAtOnce. */
const isInPage = /\/(base|index|parts|rolldown-runtime|start)-[^/]*\.js$/;
/** Files of the screens in src/app/routing/first-screens.ts. */
const isFirstScreen = new RegExp(
  `/(home|onboarding|${Object.values(CALCULATORS)
    .map(({ folder }) => folder)
    .join('|')})-[^/]*\\.js$`,
);
/** Every calculator's screen has the name of its folder. */
const CALCULATOR_SCREEN = /\/features\/calculators\/([^/]+)\/screen\.tsx$/;
const isOneOf = (paths: readonly string[]) => {
  const pattern = new RegExp(`/(${paths.join('|')})\\.(tsx?|css|m?js|json)(\\?worker&url)?$`);
  return (id: string) => pattern.test(id.replaceAll('\\', '/'));
};

export default defineConfig({
  root: here('.'),
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version),
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
    target: ['chrome111', 'safari16.4'],
    modulePreload: {
      polyfill: false,
      // Only for the screens that the app is opened with, and without what the page itself asks for: a list of all files
      // in the entry would cost the first paint more than it saves the others. importChunk finds the rest by itself.
      resolveDependencies: (file, files) =>
        isFirstScreen.test(file) ? files.filter((name) => !isInPage.test(name)) : [],
    },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        chunkFileNames: ({ name, facadeModuleId }) =>
          `assets/${CALCULATOR_SCREEN.exec(facadeModuleId ?? '')?.[1] ?? name}-[hash].js`,
        codeSplitting: {
          // The wallet connector is never part of the first screen, and never precached: it needs the network anyway.
          groups: [
            { name: 'wallet', test: isOneOf(WALLET), includeDependenciesRecursively: false },
            // What every screen needs, in one file: it compresses better, and stays cached from release to release.
            {
              name: 'base',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|i18next|@tanstack(?![\\/](react-virtual|virtual-core)[\\/]))[\\/]/,
              priority: 2,
            },
            { name: 'parts', test: isOneOf(PARTS), priority: 1, includeDependenciesRecursively: false },
            { name: 'rest', test: isOneOf(REST), includeDependenciesRecursively: false },
            { name: 'device', test: isOneOf(DEVICE), includeDependenciesRecursively: false },
            { name: 'schemas', test: isOneOf(SCHEMAS), includeDependenciesRecursively: false },
            { name: 'shared', test: isOneOf(SHARED), includeDependenciesRecursively: false },
            { name: 'rules', test: isOneOf(RULES), includeDependenciesRecursively: false },
            { name: 'bits', test: isOneOf(BITS), includeDependenciesRecursively: false },
            { name: 'controls', test: isOneOf(CONTROLS), includeDependenciesRecursively: false },
            {
              name: 'numbers',
              test: /[\\/](decimal\.js|src[\\/]core[\\/](numbers|number-(input|paste)|calculators[\\/](?!catalogue)[^\\/]+))(\.ts|[\\/][^\\/]+)$/,
              includeDependenciesRecursively: false,
            },
            // One file instead of ten small ones that every calculator needs: on a slow phone each delays the first field.
            {
              name: 'calculation',
              test: /[\\/](src[\\/]features[\\/]calculators[\\/]shared|src[\\/](platform[\\/]record-id|ui[\\/]use-steady)\.ts$|node_modules[\\/]uuid[\\/])/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  plugins: [
    tanstackRouter({
      target: 'react',
      routesDirectory: here('src/app/routes'),
      generatedRouteTree: here('src/app/route-tree.gen.ts'),
      autoCodeSplitting: true,
      addExtensions: true,
      quoteStyle: 'single',
      semicolons: true,
    }),
    react(),
    chunkLoader(),
    firstScreenAtOnce(),
    minifyBootScript(),
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
        globIgnores: ['**/wallet-*', 'sw.js', '.vite/**'],
        maximumFileSizeToCacheInBytes: 2_000_000,
      },
    }),
  ],
});

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

/**
 * Saves the first screen its round trips: the page asks for the app's files before the entry, which would ask for them,
 * has arrived; and all styles stand in the page. They are 7 KB compressed, and no screen ever waits for its own.
 */
function firstScreenAtOnce(): Plugin {
  let styles = '';
  let files: readonly string[] = [];
  return {
    name: 'irich:first-screen-at-once',
    apply: 'build',
    enforce: 'pre',
    generateBundle(_options, bundle) {
      styles = '';
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const entries = chunks.filter((chunk) => chunk.isEntry);
      const app = chunks.filter((chunk) => chunk.facadeModuleId === here('src/app/boot/start.tsx'));
      files = withImports(app, bundle).map((chunk) => chunk.fileName);
      for (const chunk of withImports([...entries, ...app, ...chunks], bundle)) {
        for (const name of chunk.viteMetadata?.importedCss ?? []) {
          const sheet = bundle[name];
          if (sheet?.type === 'asset') styles += sheet.source.toString();
          delete bundle[name];
        }
        chunk.viteMetadata?.importedCss.clear();
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        if (styles === '') return html;
        const preloads = files
          .filter((file) => !html.includes(file))
          .map((file) => `<link rel="preload" as="fetch" crossorigin href="/${file}">`);
        // Vite's own for the entry: the page names that as a script already.
        return html
          .replace(/<link rel="modulepreload"[^>]*>\s*/g, '')
          .replace('</head>', () => `${preloads.join('')}<style>${styles}</style></head>`);
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

/**
 * Changes to the wallet connector's library:
 * - Its `localStorage` becomes the part of it that belongs to the user: the library's keys are the same for all users.
 * - The empty handler with which Safari shows buttons as pressed is set without markup, which the content policy forbids.
 * - Its texts: the loading view as specified, a slip in Russian, and the tile of all wallets, which it shows in English only.
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
          '"loading": "Loading wallets", ',
          '"loading": "Wallets list is loading", "viewAll": "View all", "ofWallets": "wallets", ',
        ],
        [
          '"loading": "Кошельки загружаются", ',
          '"loading": "Список кошельков загружается", "viewAll": "Показать все", "ofWallets": "кошельки", ',
        ],
        ['выберете', 'выберите'],
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
