/** The styles that late code waits for. */
import { beforeEach, expect, test, vi } from 'vitest';

const CSS = { headers: { 'content-type': 'text/css; charset=utf-8' } };
const ADDRESS = '/assets/late-abc.css';

/** The network's answers, and how often it was asked. */
let answers: (() => Response)[];
let asked: string[];
let adopted: string[];
/** A fresh page for every test. */
let page: typeof import('#platform/chunks/load-chunk.ts');

beforeEach(async () => {
  answers = [];
  asked = [];
  adopted = [];
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', pageWith(ADDRESS));
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    return (answers.shift() ?? (() => new Response('.row {}', CSS)))();
  });
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      text = '';
      replaceSync(text: string) {
        this.text = text;
      }
    },
  );
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.resetModules();
  page = await import('#platform/chunks/load-chunk.ts');
});

function pageWith(address: string | null) {
  return {
    querySelector: () => (address === null ? null : { content: address }),
    adoptedStyleSheets: { push: ({ text }: { text: string }) => adopted.push(text) },
  };
}

const load = () => page.loadChunk('it', async () => 'code', { patience: 0 });

test('are fetched once, and in force before the first late code is handed over', async () => {
  expect([await load(), await load()]).toEqual(['code', 'code']);
  expect(asked).toEqual([ADDRESS]);
  expect(adopted).toEqual(['.row {}']);
});

test.each([
  ['the network is lost', () => Promise.reject(new TypeError('Failed to fetch')) as never, 0],
  ['the server has them no more', () => new Response('', { status: 404 }), 404],
  ['a captive portal answers', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), 0],
])('are a missing file, and asked for again, if %s', async (_, answer, status) => {
  answers = [answer];
  await expect(load()).rejects.toMatchObject({ name: 'MissingChunkError', file: ADDRESS, status });
  expect(adopted).toEqual([]);
  expect(await load()).toBe('code');
  expect([asked.length, adopted.length]).toEqual([2, 1]);
});

test('delay neither code whose styles stand in the page nor a page that was not built', async () => {
  answers = [() => new Response('', { status: 404 })];
  const start = page.loadChunk('it', async () => 'code', { patience: 0, hasStylesInPage: true });
  expect(await start).toBe('code');
  vi.stubGlobal('document', pageWith(null));
  expect(await load()).toBe('code');
  expect(asked).toEqual([]);
});
