/** What an operator, an address or a file may do to those who check a log. */
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runLedger } from '#api/ops/ledger/run.ts';
import { newSignerText, readSigner } from '#api/proof/signer.ts';
import { ascii, joined } from '#core/proof/bytes.ts';
import { checkpointText } from '#core/proof/checkpoint.ts';
import { SIGNATURE, type SignatureType, signatureLine, vkeyText } from '#core/proof/note.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { checkpointOf, dayEntries, logFiles } from '#tests/support/proof/log.ts';

const ADDRESS = 'https://points.example/proof';
const log = signerOf('points.example/irich', SIGNATURE.ed25519);
const witness = signerOf('witness.example/w', SIGNATURE.cosignature);
const entries = dayEntries(300);
const good = logFiles(entries, [log, witness]);

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-hostile-'));
  for (const [path, bytes] of good) write(path, bytes);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function signerOf(name: string, type: SignatureType) {
  const text = newSignerText(name, type);
  const signer = readSigner(text);
  if (signer === null) throw new Error('no key');
  return { ...signer, text, vkey: vkeyText(signer.key) };
}

function write(path: string, bytes: string | Uint8Array): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, bytes);
  return full;
}

const KEY = ['--key', log.vkey];
const proof = (words: readonly string[], fetch?: () => Promise<Response>) =>
  runInProcess(runLedger, ['proof', ...words], { env: {}, ...(fetch && { fetch }) });
const checkFolder = (...words: string[]) => proof(['log', 'check', folder, ...KEY, ...words]);

test('a key is of a log or of a witness, and a private one is not repeated', async () => {
  const twice = ['--witness', witness.vkey, '--witness', witness.vkey];
  expect(await checkFolder(...twice)).toMatchObject({ code: 0 });
  for (const words of [
    ['--key', witness.vkey],
    [...KEY, '--witness', log.vkey],
    ['--key', log.text],
    [...KEY, '--witness', witness.text],
  ]) {
    const { code, err } = await proof(['log', 'check', folder, ...words]);
    expect(code, words.join(' ')).toBe(2);
    expect(err).toMatch(/^Not the public key of a (log|witness): [\w./]+\.\n$/);
  }
});

test('a known checkpoint that the log never signed is no evidence against it', async () => {
  const stranger = signerOf('points.example/irich', SIGNATURE.ed25519);
  const known = write('known', checkpointOf(entries.slice(1, 8), [stranger]));
  expect(await checkFolder('--known', known)).toMatchObject({
    code: 1,
    out: 'WRONG    known checkpoint is not signed by this key\n',
  });
});

test('no file of a log is longer than its tile', async () => {
  for (const [path, bytes] of good) {
    if (path === 'checkpoint') continue;
    for (const more of [new Uint8Array(32), new Uint8Array(1)]) {
      write(path, joined(bytes, more));
      expect(await checkFolder(), path).toMatchObject({
        code: 1,
        out: expect.stringContaining(`WRONG    ${path}`),
      });
    }
    write(path, bytes);
  }
  expect(await checkFolder()).toMatchObject({ code: 0 });
});

test('a checkpoint of more days than a phone can hold is refused at once', async () => {
  const text = checkpointText({ origin: log.key.name, size: 100_001, root: new Uint8Array(32) });
  write('checkpoint', `${text}\n${signatureLine(log.key, log.sign(ascii(text)))}`);
  expect((await checkFolder()).out).toBe('WRONG    checkpoint is not in the format of the log\n');
});

test('a file that may never end is not read', async () => {
  const huge = write('huge', '');
  truncateSync(huge, 3 * 2 ** 30);
  const one = { code: 2, out: '', err: expect.stringMatching(/^.+\n$/) };
  for (const path of [huge, '/dev/zero', folder, join(folder, 'none')]) {
    expect(await proof(['verify', path, ...KEY]), path).toMatchObject(one);
    expect(await checkFolder('--known', path), path).toMatchObject(one);
  }
  truncateSync(join(folder, 'tile/0/000'), 3 * 2 ** 30);
  expect(await checkFolder()).toMatchObject(one);
});

test('a place that is no folder accuses nobody', async () => {
  for (const place of [join(folder, 'none'), join(folder, 'checkpoint')]) {
    expect(await proof(['log', 'check', place, ...KEY])).toMatchObject({
      code: 2,
      out: '',
      err: `There is no folder ${place}.\n`,
    });
  }
});

test('an answer that is not used is not waited for', async () => {
  for (const status of [404, 500]) {
    const cancel = vi.fn();
    await proof(['log', 'check', ADDRESS, ...KEY], async () => {
      return new Response(new ReadableStream({ cancel }), { status });
    });
    expect(cancel).toHaveBeenCalledOnce();
  }
});

test('an answer that breaks off is one line', async () => {
  for (const error of [
    new DOMException('The operation was aborted due to timeout', 'TimeoutError'),
    new TypeError('terminated'),
  ]) {
    const body = () => new ReadableStream({ pull: (controller) => controller.error(error) });
    expect(await proof(['log', 'check', ADDRESS, ...KEY], async () => new Response(body()))).toMatchObject({
      code: 2,
      out: '',
      err: `${ADDRESS}/checkpoint cannot be read: ${error.message}.\n`,
    });
  }
});

test('an address has its scheme in any case, and the same bytes are the same checkpoint as in a folder', async () => {
  const marked = joined(Uint8Array.of(0xef, 0xbb, 0xbf), good.get('checkpoint') ?? new Uint8Array());
  write('checkpoint', marked);
  const wrong = { code: 1, out: 'WRONG    checkpoint is not in the format of the log\n' };
  expect(await checkFolder()).toMatchObject(wrong);
  const upper = ADDRESS.replace('https', 'HTTPS');
  const fetch = async () => new Response(new Uint8Array(marked));
  expect(await proof(['log', 'check', upper, ...KEY], fetch)).toMatchObject(wrong);
});
