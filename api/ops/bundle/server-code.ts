/** The server, its commands and its threads as a few files for plain Node, without packages but better-sqlite3. */
import { basename, dirname, relative, resolve } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

const SERVER = { server: 'api/node.ts' };
/** What an operator of a bundle calls: `node NAME.mjs`. */
export const COMMANDS = {
  ledger: 'api/ops/ledger.ts',
  bot: 'api/ops/bot.ts',
  calendar: 'api/ops/calendar.ts',
  doctor: 'api/ops/doctor.ts',
  witness: 'api/ops/witness.ts',
};
/** Started beside the server and the audit by `new Worker`. */
const THREADS = {
  'tree-thread': 'api/deployments/machine/tree-thread.ts',
  'audit-thread': 'api/ops/ledger/audit-thread.ts',
};

/**
 * Writes `NAME.mjs` with its source map for each into `out`: the server is one file, the others share theirs.
 * @param root the checkout, absolute.
 */
export async function buildServerCode(root: string, out: string): Promise<void> {
  await buildFiles(root, out, SERVER, false);
  await buildFiles(
    root,
    out,
    { ...COMMANDS, ...THREADS },
    {
      groups: [{ name: 'shared', minShareCount: 2 }],
    },
  );
}

async function buildFiles(
  root: string,
  out: string,
  input: Readonly<Record<string, string>>,
  codeSplitting: Rolldown.OutputOptions['codeSplitting'],
): Promise<void> {
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    // Its build for Node brings a fetch of its own; this is the one that runs on Cloudflare.
    resolve: { alias: [{ find: /^grammy$/, replacement: 'grammy/web' }] },
    // The last two only work in a checkout: they read `wrangler.toml`, and draw icons.
    ssr: { noExternal: true, external: ['better-sqlite3', 'wrangler', '@resvg/resvg-js'] },
    plugins: [besideEachOther()],
    build: {
      ssr: true,
      outDir: out,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node24',
      // Stack traces stay readable without the maps.
      minify: false,
      sourcemap: true,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(input).map(([name, file]) => [name, resolve(root, file)])),
        output: {
          entryFileNames: '[name].mjs',
          chunkFileNames: '[name].mjs',
          codeSplitting: codeSplitting ?? true,
          // The server reads its map at the start: with the sources in it, that takes 11 MB more.
          sourcemapExcludeSources: true,
          sourcemapPathTransform: (source, map) =>
            relative(root, resolve(dirname(map), source)).replaceAll('\\', '/'),
        },
      },
    },
  });
}

const THREAD_FILE = /new Worker\(new URL\('(\.\/[\w-]+)\.ts', import\.meta\.url\)/g;
const ADVICE = new RegExp(`npm run (${Object.keys(COMMANDS).join('|')}) --`, 'g');

/** In a bundle all files stand in one folder, and commands are called without npm. */
function besideEachOther(): Plugin {
  return {
    name: 'irich:beside-each-other',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/ },
      handler(code, id) {
        const threads = [...code.matchAll(THREAD_FILE)].map(([, name = '']) => basename(name));
        if (threads.length !== code.split('new Worker(').length - 1)
          this.error(`${id} starts a thread in a way that a bundle does not know`);
        const missing = threads.find((name) => !Object.hasOwn(THREADS, name));
        if (missing !== undefined) this.error(`A bundle lacks the thread ${missing}`);
        // Lines stay the same, so the maps do.
        const changed = code
          .replaceAll(THREAD_FILE, "new Worker(new URL('$1.mjs', import.meta.url)")
          .replaceAll(ADVICE, 'node $1.mjs');
        return { code: changed, map: null };
      },
    },
  };
}
