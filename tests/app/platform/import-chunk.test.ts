/** How the files of a chunk are fetched before the engine is asked to import it. */
import { beforeEach, expect, test, vi } from 'vitest';

const JAVASCRIPT = { headers: { 'content-type': 'text/javascript; charset=utf-8' } };
const NO_NETWORK = new TypeError('Failed to fetch');
const NOT_FETCHED = new TypeError('Failed to fetch dynamically imported module: https://app/assets/a.js');

/** What the network answers for each path, and what was asked of it. */
let answers: Record<string, () => Response>;
let asked: string[];
/** A page of its own for every test: a page remembers which files it has. */
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

function lost(): Response {
  throw NO_NETWORK;
}

async function missing(work: Promise<unknown>) {
  const failure = await work.catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(page.MissingChunkError);
  return page.missingChunkOf(failure);
}

test('every file is read to its end before the import is made', async () => {
  let isRead = false;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await Promise.resolve();
      isRead = true;
      controller.close();
    },
  });
  answers['/assets/b.js'] = () => new Response(body, JAVASCRIPT);
  const importIt = vi.fn(async () => {
    expect(isRead).toBe(true);
    return 'code';
  });
  expect(await page.importChunk(importIt, ['assets/a.js', 'assets/b.js'])).toBe('code');
  expect(asked).toEqual(['/assets/a.js', '/assets/b.js']);
});

test('the import is not made where a file is lost; the next try asks for that file alone, and makes it', async () => {
  const importIt = vi.fn(async () => 'code');
  const files = ['assets/a.js', 'assets/b.js'];
  answers['/assets/b.js'] = lost;
  expect(await missing(page.importChunk(importIt, files))).toMatchObject({ file: '/assets/b.js', status: 0 });
  expect(importIt).not.toHaveBeenCalled();
  answers = {};
  asked = [];
  expect(await page.importChunk(importIt, files)).toBe('code');
  expect(asked).toEqual(['/assets/b.js']);
});

test('two chunks that share a file ask for it once', async () => {
  const files = ['assets/shared.js'];
  await Promise.all([page.importChunk(async () => 1, files), page.importChunk(async () => 2, files)]);
  expect(asked).toEqual(['/assets/shared.js']);
});

test.each([
  ['a file that the server has no more', () => new Response('', { status: 404 }), 404],
  [
    'a page in place of the file',
    () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    0,
  ],
])('%s is missing', async (_what, answer, status) => {
  answers['/assets/a.js'] = answer;
  const importIt = vi.fn(async () => 'code');
  expect(await missing(page.importChunk(importIt, ['assets/a.js']))).toMatchObject({ status });
  expect(importIt).not.toHaveBeenCalled();
});

test.each([NOT_FETCHED, new TypeError('Importing a module script failed.')])(
  'an import that fails although its files are here is stuck: %s',
  async (failure) => {
    const stuck = page.importChunk(() => Promise.reject(failure), ['assets/a.js', 'assets/b.js']);
    expect(await missing(stuck)).toMatchObject({ file: '/assets/a.js', status: 'stuck', cause: failure });
  },
);

test('a module that throws is no missing chunk', async () => {
  const defect = new TypeError('undefined is not a function');
  const failure = await page.importChunk(() => Promise.reject(defect), []).catch((error: unknown) => error);
  expect(failure).toBe(defect);
  expect(page.missingChunkOf(failure)).toBeNull();
});

test('the missing chunk is found behind the failure that it caused', () => {
  const missing = new page.MissingChunkError('/assets/a.js', 404);
  const shown = new Error('no texts', { cause: new Error('not read', { cause: missing }) });
  expect(page.missingChunkOf(shown)).toBe(missing);
  expect(page.missingChunkOf('assets/a.js')).toBeNull();
});
