/**
 * The build of the app: React, a file for each screen, and the service worker from worker/service-worker.ts. In the mode
 * `proof-page` the build of the page of published totals.
 */
import { basename, dirname, extname } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { bootScriptInPage } from './api/ops/app-build/boot-script-in-page.ts';
import { chunkLoader } from './api/ops/app-build/chunk-loader.ts';
import { type FirstFiles, firstScreenAtOnce } from './api/ops/app-build/first-screen-at-once.ts';
import { FILES } from './api/ops/app-build/groups.ts';
import { htmlAtRoot } from './api/ops/app-build/html-at-root.ts';
import { here } from './api/ops/app-build/paths.ts';
import { shellOfWorker } from './api/ops/app-build/shell-of-worker.ts';
import { textsInPage } from './api/ops/app-build/texts-in-page.ts';
import { walletLibrary } from './api/ops/app-build/wallet-library.ts';
import { firstScreensInPage } from './api/ops/first-screens-plugin.ts';
import { readForBuild } from './api/ops/operator-file.ts';
import { operatorFiles } from './api/ops/operator-plugin.ts';
import packageJson from './package.json' with { type: 'json' };
import { SCREENS, type ScreenLine } from './src/app/screens/table.ts';

/** A screen's file has the name of its folder, any other that of its source. */
const nameOf = (source: string) =>
  basename(basename(source) === 'screen.tsx' ? dirname(source) : source, extname(source));
const FIRST = SCREENS.filter((screen: ScreenLine) => screen.isFirst).map(({ file }) => nameOf(file));
const isFirstScreen = (file: string) => FIRST.some((name) => file.startsWith(`assets/${name}-`));
const firstFiles: FirstFiles = { page: [], ofScreens: {}, markup: { inPage: '', forms: '' }, formStyles: '' };

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
        isFirstScreen(file) ? files.filter((name) => !firstFiles.page.includes(name)) : [],
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
    textsInPage(APP_NAME),
    firstScreenAtOnce(firstFiles),
    firstScreensInPage(here('src/app/boot/first-screens.tsx'), firstFiles.markup),
    shellOfWorker(firstFiles),
    bootScriptInPage(),
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
  plugins: [chunkLoader(), textsInPage(APP_NAME), htmlAtRoot()],
};

export default defineConfig(({ mode }) => (mode === 'proof-page' ? PROOF_PAGE : APP));
