/** How the page fetches a log: ahead of the check, bounded, and with faults of the network told apart from those of the log. */
import { describe, expect, test } from 'vitest';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { ascii } from '#core/proof/bytes.ts';
import { checkLog } from '#core/proof/check-log.ts';
import { keyChangeText } from '#core/proof/key-change.ts';
import { signatureLine } from '#core/proof/note.ts';
import { tilePath, tilesOf } from '#core/proof/tiles.ts';
import { dayEntries, logFiles } from '#tests/support/proof/log.ts';
import { newSigner } from '#tests/support/proof/page-server.ts';
import { logSource, Unreachable } from '../../src/proof-page/log-source.ts';

const LOG = newSigner('points.example/log');
const TRUSTED = { origin: LOG.key.name, keys: [LOG.key], witnesses: [], quorum: 0 };
const SIZE = 600;
const FILES = logFiles(dayEntries(SIZE), [LOG]);

interface Served {
  readonly files?: ReadonlyMap<string, Uint8Array>;
  readonly statuses?: Readonly<Record<string, number>>;
}

function source({ files = FILES, statuses = {} }: Served = {}) {
  const asked: { readonly path: string; readonly init: RequestInit }[] = [];
  const progress: string[] = [];
  const state = { open: 0, most: 0 };
  const opened = logSource({
    fetch: async (url, init) => {
      const path = url.replace('/proof/', '');
      asked.push({ path, init });
      state.open += 1;
      state.most = Math.max(state.most, state.open);
      await new Promise((resolve) => setTimeout(resolve));
      state.open -= 1;
      const bytes = files.get(path);
      const status = statuses[path] ?? (bytes === undefined ? 404 : 200);
      return new Response(status === 200 && bytes !== undefined ? Uint8Array.from(bytes) : null, { status });
    },
    onProgress: (done, of) => progress.push(`${done}/${of}`),
    signal: new AbortController().signal,
  });
  return { opened, asked, progress, state };
}

describe('the files of a log', () => {
  test('are each asked for once, several at a time, and counted until the last', async () => {
    const { opened, asked, progress, state } = source();
    const checked = await checkLog(opened, TRUSTED, PROOF_PORTS);
    expect(checked).toMatchObject({ ok: true, value: { entries: { length: SIZE } } });
    const paths = tilesOf(SIZE).map(tilePath);
    expect(asked.map(({ path }) => path).toSorted()).toEqual(['checkpoint', ...paths].toSorted());
    expect(state.most).toBe(6);
    expect(progress.at(-1)).toBe(`${paths.length}/${paths.length}`);
    expect(opened.note()).toBe(Buffer.from(FILES.get('checkpoint') ?? []).toString());
  });

  test('with a replaced key are followed to it, and the checkpoint stays the one to keep', async () => {
    const next = newSigner(LOG.key.name);
    const text = keyChangeText({ origin: LOG.key.name, number: 1, key: next.key });
    const keys = `${text}\n${signatureLine(LOG.key, LOG.sign(ascii(text)))}`;
    const replaced = logFiles(dayEntries(3), [next]);
    const { opened, asked, progress } = source({ files: new Map(replaced).set('keys', Buffer.from(keys)) });
    const checked = await checkLog(opened, TRUSTED, PROOF_PORTS);
    expect(checked).toMatchObject({ ok: true, value: { entries: { length: 3 }, key: next.key } });
    expect(opened.note()).toBe(Buffer.from(replaced.get('checkpoint') ?? []).toString());
    expect(progress.at(-1)).toBe('2/2');
    expect(asked.find(({ path }) => path === 'keys')?.init.cache).toBe('no-cache');

    const without = await checkLog(source({ files: replaced }).opened, TRUSTED, PROOF_PORTS);
    expect(without).toMatchObject({ ok: false, error: { fault: 'signature' } });
  });

  test('are fetched without cookies, and only the checkpoint is asked for anew', async () => {
    const { opened, asked } = source();
    await checkLog(opened, TRUSTED, PROOF_PORTS);
    expect(asked.every(({ init }) => init.credentials === 'omit')).toBe(true);
    expect(asked.filter(({ init }) => init.cache === 'no-cache').map(({ path }) => path)).toEqual([
      'checkpoint',
    ]);
  });

  test('may be full where the checkpoint needs a part', async () => {
    const files = new Map([
      ...logFiles(dayEntries(300), [LOG]),
      ...[...FILES].filter(([path]) => /\/00[01]$/.test(path)),
    ]);
    const partial = [...files.keys()].filter((path) => path.endsWith('.p/44'));
    expect(partial).toHaveLength(2);
    for (const path of partial) files.delete(path);
    const { opened } = source({ files });
    expect(await checkLog(opened, TRUSTED, PROOF_PORTS)).toMatchObject({ ok: true });
  });

  test.each([500, 429, 302])('that answer %i did not arrive: that is no fault of the log', async (status) => {
    const { opened } = source({ statuses: { 'tile/0/001': status } });
    const failure = await checkLog(opened, TRUSTED, PROOF_PORTS).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Unreachable);
    expect(failure).toMatchObject({ file: 'tile/0/001' });
  });

  test('that never end are cut off', async () => {
    let pulled = 0;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(65_536));
      },
    });
    const opened = logSource({
      fetch: async () => new Response(endless),
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    expect((await opened.bytes('tile/entries/000'))?.length).toBe(262_144);
    expect(pulled).toBeLessThan(10);
  });

  test('of a checkpoint that claims too many entries are not asked for', async () => {
    const text = Buffer.from(FILES.get('checkpoint') ?? [])
      .toString()
      .replace(`\n${SIZE}\n`, '\n99999999999\n');
    const { opened, asked } = source({ files: new Map(FILES).set('checkpoint', Buffer.from(text)) });
    expect(await checkLog(opened, TRUSTED, PROOF_PORTS)).toMatchObject({ error: { fault: 'format' } });
    expect(asked.map(({ path }) => path)).toEqual(['checkpoint']);
  });
});
