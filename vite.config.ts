/** The build of the app: React, file routes split by screen, and the service worker from worker/service-worker.ts. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, minify, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import packageJson from './package.json' with { type: 'json' };

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  define: {
    'import.meta.env.VITE_APP_VERSION': JSON.stringify(packageJson.version),
  },
  resolve: {
    // React has this itself, since version 18.
    alias: [
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // Its own build for today's engines; the default one carries classes for those of ten years ago.
      { find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' },
    ],
  },
  build: {
    outDir: here('dist'),
    target: ['chrome111', 'safari16.4'],
    modulePreload: { polyfill: false },
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // The wallet connector is never part of the first screen, and never precached: it needs the network anyway.
          groups: [
            { name: 'wallet', test: /[\\/]node_modules[\\/]@tonconnect[\\/]/ },
            // What every screen needs, in one file: it compresses better, and stays cached from release to release.
            {
              name: 'base',
              test: /[\\/]node_modules[\\/](react|react-dom|scheduler|use-sync-external-store|i18next|react-i18next|@tanstack)[\\/]/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
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
    inlineEntryStyles(),
    minifyBootScript(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: here('worker'),
      filename: 'sw.js',
      integration: {
        beforeBuildServiceWorker(options) {
          options.swSrc = here('worker/service-worker.ts');
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

/** Puts the styles of the first screen into the page: one answer less to wait for before the first paint. */
function inlineEntryStyles(): Plugin {
  let styles = '';
  return {
    name: 'irich:inline-entry-styles',
    apply: 'build',
    enforce: 'pre',
    generateBundle(_options, bundle) {
      styles = '';
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !file.isEntry) continue;
        for (const name of file.viteMetadata?.importedCss ?? []) {
          const sheet = bundle[name];
          if (sheet?.type === 'asset') styles += sheet.source.toString();
          delete bundle[name];
        }
        file.viteMetadata?.importedCss.clear();
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        styles === '' ? html : html.replace('</head>', () => `<style>${styles}</style></head>`),
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
      const { code, errors } = await minify('boot.js', await readFile(file, 'utf8'), { module: false });
      if (errors.length > 0) throw new Error(`boot.js: ${errors.map(({ message }) => message).join(', ')}`);
      await writeFile(file, code);
    },
  };
}
