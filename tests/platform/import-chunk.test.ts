/** Fetching the files of a chunk before the engine imports it. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const JAVASCRIPT = { headers: { 'content-type': 'text/javascript; charset=utf-8' } };
const NO_NETWORK = new TypeError('Failed to fetch');
const NOT_FETCHED = new TypeError('Failed to fetch dynamically imported module: https://app/assets/a.js');

/** Files are in the folder of the one that loads them. */
const [A, B, C] = ['a', 'b', 'c'].map(
  (name) => new URL(`../../src/platform/chunks/${name}.js`, import.meta.url).pathname,
) as [string, string, string];

/** The network's answer for each path, and the requests made. */
let answers: Record<string, () => Response>;
let asked: string[];
/** Has the import of `/assets/a.js` in its text, like built code. */
const importing = (outcome: () => unknown): (() => Promise<unknown>) =>
  Object.assign(async () => outcome(), {
    toString: () => '()=>import(`./a.js`).then(e=>e.default)',
  });

/** A fresh page for every test, since a page remembers which files it has. */
let page: typeof import('#platform/chunks/import-chunk.ts');

beforeEach(async () => {
  answers = {};
  asked = [];
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return (answers[path] ?? (() => new Response('export {}', JAVASCRIPT)))();
  });
  vi.resetModules();
  page = await import('#platform/chunks/import-chunk.ts');
});

afterEach(() => vi.unstubAllGlobals());

function lost(): Response {
  throw NO_NETWORK;
}

async function missing(work: Promise<unknown>) {
  const failure = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(page.MissingChunkError);
  return page.missingChunkOf(failure);
}

/** Code that imports other files, as the build writes it. */
const code = (...imports: readonly string[]) =>
  new Response(imports.map((name) => `import{t}from"./${name}";`).join(''), JAVASCRIPT);

test('the file and all its imports are read in full before the import', async () => {
  let isRead = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Promise.resolve();
      isRead = true;
      controller.close();
    },
  });
  answers[A] = () => code('b.js', 'c.js');
  // A cycle, as the build makes them.
  answers[B] = () => code('a.js', 'c.js');
  answers[C] = () => new Response(body, JAVASCRIPT);
  const importIt = vi.fn(() => {
    expect(isRead).toBe(true);
    return 'code';
  });
  expect(await page.importChunk(importing(importIt))).toBe('code');
  expect(asked).toEqual([A, B, C]);
});

test('files that the build lists are requested at once', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    await held;
    return path === A ? code('b.js') : code();
  });
  const imported = page.importChunk(
    importing(() => 'code'),
    [B.slice(1)],
  );
  expect(asked).toEqual([A, B]);
  release();
  expect(await imported).toBe('code');
  expect(asked).toEqual([A, B]);
});

test('a lost file prevents the import; the next try fetches only that file and imports', async () => {
  const importIt = vi.fn(() => 'code');
  answers[A] = () => code('b.js');
  answers[B] = lost;
  expect(await missing(page.importChunk(importing(importIt)))).toMatchObject({ file: B, status: 0 });
  expect(importIt).not.toHaveBeenCalled();
  answers = {};
  asked = [];
  expect(await page.importChunk(importing(importIt))).toBe('code');
  expect(asked).toEqual([B]);
});

test('two chunks request a shared file once', async () => {
  await Promise.all([1, 2].map((one) => page.importChunk(importing(() => one))));
  expect(asked).toEqual([A]);
});

test.each([
  ['a file gone from the server', () => new Response('', { status: 404 }), 404],
  [
    'a page in place of the file',
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    0,
  ],
])('%s counts as missing', async (_what, answer, status) => {
  answers[A] = answer;
  const importIt = vi.fn(() => 'code');
  expect(await missing(page.importChunk(importing(importIt)))).toMatchObject({ status });
  expect(importIt).not.toHaveBeenCalled();
});

test.each([NOT_FETCHED, new TypeError('Importing a module script failed.')])(
  'an import that fails although its files are here is stuck: %s',
  async (failure) => {
    const importIt = importing(() => {
      throw failure;
    });
    const stuck = { file: A, status: 'stuck', cause: failure };
    expect(await missing(page.importChunk(importIt))).toMatchObject(stuck);
  },
);

test('a module that throws is not a missing chunk', async () => {
  const defect = new TypeError('undefined is not a function');
  const importIt = importing(() => {
    throw defect;
  });
  const failure = await page.importChunk(importIt).catch((error: unknown) => error);
  expect(failure).toBe(defect);
  expect(page.missingChunkOf(failure)).toBeNull();
});

describe('with a service worker that has the files', () => {
  beforeEach(() => vi.stubGlobal('navigator', { serviceWorker: { controller: {} } }));

  test('the engine imports by itself, and hears early of the files that the build lists', async () => {
    const early: string[] = [];
    vi.stubGlobal('document', {
      createElement: () => ({}),
      head: { append: ({ rel, href }: HTMLLinkElement) => early.push(`${rel} ${href}`) },
    });
    for (let time = 0; time < 2; time++)
      expect(
        await page.importChunk(
          importing(() => 'code'),
          [B.slice(1)],
        ),
      ).toBe('code');
    expect(early).toEqual([`modulepreload ${B}`]);
    expect(asked).toEqual([]);
  });

  test('a file that the browser has evicted is fetched as without a worker', async () => {
    const importIt = importing(() => {
      throw NOT_FETCHED;
    });
    answers[A] = lost;
    expect(await missing(page.importChunk(importIt))).toMatchObject({ file: A, status: 0 });
    answers = {};
    expect(await missing(page.importChunk(importIt))).toMatchObject({ file: A, status: 'stuck' });
  });

  test('the wallet, which no worker keeps, is fetched first', async () => {
    const wallet = A.replace('a.js', 'wallet-1.js');
    const importIt = Object.assign(async () => 'wallet', { toString: () => '()=>import(`./wallet-1.js`)' });
    await page.importChunk(importIt);
    expect(asked).toEqual([wallet]);
  });
});

test('the missing chunk is found as the cause of a failure', () => {
  const missing = new page.MissingChunkError('/assets/a.js', 404);
  const shown = new Error('no texts', { cause: new Error('not read', { cause: missing }) });
  expect(page.missingChunkOf(shown)).toBe(missing);
  expect(page.missingChunkOf('/assets/a.js')).toBeNull();
});
