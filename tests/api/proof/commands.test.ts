/** `npm run ledger -- proof …`: keys, saved proofs and whole logs. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runLedger } from '#api/ops/ledger/run.ts';
import { readSigner, type Signer } from '#api/proof/signer.ts';
import { entryText } from '#core/proof/entry.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { checkpointOf, dayEntries, logFiles, type SavedProof, savedProof } from '#tests/support/proof/log.ts';

const ORIGIN = 'points.example/irich';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-proof-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runInProcess(runLedger, ['proof', ...args], { env: {} });

interface MadeKey extends Signer {
  readonly vkey: string;
}

async function makeKey(name: string, ...options: string[]): Promise<MadeKey> {
  const path = join(folder, name.replaceAll('/', '-'));
  const { code, out } = await run('keys', name, path, ...options);
  expect(code).toBe(0);
  const signer = readSigner(readFileSync(path, 'utf8').trim());
  if (signer === null) throw new Error('no key');
  return { ...signer, vkey: out.trim() };
}

function write(path: string, bytes: string | Uint8Array): string {
  const full = join(folder, path);
  mkdirSync(dirname(full), { recursive: true });
  writeFileSync(full, bytes);
  return full;
}

describe('keys', () => {
  test('are private, and never overwritten', async () => {
    await makeKey(ORIGIN);
    const path = join(folder, 'points.example-irich');
    expect(statSync(path).mode & 0o077).toBe(0);
    const before = readFileSync(path, 'utf8');
    expect(await run('keys', ORIGIN, path)).toMatchObject({ code: 2, out: '' });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  test('have a name that a note can hold', async () => {
    for (const name of ['', 'a b', 'a+b', 'ключ', 'x'.repeat(201)]) {
      const path = join(folder, 'refused');
      expect(await run('keys', name, path), name).toMatchObject({ code: 2, out: '' });
      expect(existsSync(path)).toBe(false);
    }
  });

  test('are read in one spelling', async () => {
    await makeKey(ORIGIN);
    const text = readFileSync(join(folder, 'points.example-irich'), 'utf8').trim();
    for (const wrong of ['', text.slice(1), text.slice(0, -4), `${text} `, text.replace('irich', 'other')]) {
      expect(readSigner(wrong), wrong).toBeNull();
    }
  });
});

describe('a saved proof', () => {
  const leaves = Array.from({ length: 6 }, (_, user): Leaf => {
    const blind = new Uint8Array(16).fill(user + 1);
    return { blind, total: BigInt(user * 1500), seq: user + 1, head: new Uint8Array(32).fill(user) };
  });

  test('holds, and says what it proves', async () => {
    const [log, witness] = [await makeKey(ORIGIN), await makeKey('witness.example/w', '--for-witness')];
    const path = write('proof.json', JSON.stringify(savedProof(leaves, 3, [log, witness])));
    const { code, out } = await run('verify', path, '--key', log.vkey, '--witness', witness.vkey);
    expect(out).toBe(
      'ok       4.5 iRICH after event 4, at the end of 2026-11-05; 6 users together had 22.5\n' +
        `signed   ${ORIGIN}, witness.example/w\n`,
    );
    expect(code).toBe(0);
  });

  test('is refused with its reason', async () => {
    const [log, other] = [await makeKey(ORIGIN), await makeKey('points.example/other')];
    const witness = await makeKey('witness.example/w', '--for-witness');
    const good = savedProof(leaves, 3, [log]);
    const refuse = async (change: Partial<SavedProof> | string, reason: RegExp, ...words: string[]) => {
      const text = typeof change === 'string' ? change : JSON.stringify({ ...good, ...change });
      const told = await run('verify', write('proof.json', text), '--key', log.vkey, ...words);
      expect(told, reason.source).toMatchObject({ code: 1, out: expect.stringMatching(reason) });
    };
    const changed = dayEntries(5).at(-1);
    for (const text of ['', '{', 'null', '[]', '{"v":2}', 'x'.repeat(100_000)])
      await refuse(text, /no saved proof/);
    await refuse({ leaf: { ...good.leaf, total: '-1' } }, /no saved proof/);
    await refuse({ leaf: { ...good.leaf, seq: 1.5 } }, /no saved proof/);
    await refuse({ index: -1 }, /no saved proof/);
    await refuse({ inclusion: ['AAAA='] }, /no saved proof/);
    await refuse({ path: Array(65).fill(good.path[0]) }, /no saved proof/);
    await refuse({ leaf: { ...good.leaf, total: '4501' } }, /path does not lead/);
    await refuse({ path: good.path.slice(1) }, /path does not lead/);
    await refuse({ entry: changed ? entryText(changed) : '' }, /path does not lead/);
    await refuse({ index: 3 }, /not in the log/);
    await refuse({ inclusion: [] }, /not in the log/);
    await refuse({ checkpoint: savedProof(leaves, 3, [other]).checkpoint }, /not signed by this key/);
    await refuse({}, /witness has not signed/, '--witness', witness.vkey);
  });

  test('needs a key to be told', async () => {
    const log = await makeKey(ORIGIN);
    const path = write('proof.json', JSON.stringify(savedProof(leaves, 3, [log])));
    expect(await run('verify', path)).toMatchObject({ code: 2, err: expect.stringContaining('--key') });
    expect(await run('verify', path, '--key', 'nonsense')).toMatchObject({ code: 2 });
    const two = ['--key', log.vkey, '--key', (await makeKey('other.example/x')).vkey];
    expect(await run('verify', path, ...two)).toMatchObject({ code: 2 });
    expect(await run('verify', join(folder, 'none'), '--key', log.vkey)).toMatchObject({ code: 2 });
  });
});

describe('a log', () => {
  const writeLog = (files: ReadonlyMap<string, Uint8Array>) => {
    rmSync(join(folder, 'log'), { recursive: true, force: true });
    for (const [path, bytes] of files) write(`log/${path}`, bytes);
    return join(folder, 'log');
  };

  test('holds in a folder and at an address, whatever its size', async () => {
    const log = await makeKey(ORIGIN);
    for (const size of [1, 2, 255, 256, 257, 600]) {
      const files = logFiles(dayEntries(size), [log]);
      const told = await run('log', 'check', writeLog(files), '--key', log.vkey);
      expect(told, `${size}`).toMatchObject({
        code: 0,
        out: expect.stringContaining(`${size} days, 2026-11-01`),
      });
      const fetch = async (url: string) => {
        const bytes = files.get(url.replace('https://points.example/proof/', ''));
        return bytes === undefined ? new Response('', { status: 404 }) : new Response(new Uint8Array(bytes));
      };
      const args = ['proof', 'log', 'check', 'https://points.example/proof/', '--key', log.vkey];
      expect(await runInProcess(runLedger, args, { env: {}, fetch })).toMatchObject({
        code: 0,
        out: told.out,
      });
    }
  });

  test('may lack a partial tile once the full one exists', async () => {
    const log = await makeKey(ORIGIN);
    const files = logFiles(dayEntries(100), [log]);
    const full = logFiles(dayEntries(256), [log]);
    for (const level of ['entries', '0']) {
      files.delete(`tile/${level}/000.p/100`);
      files.set(`tile/${level}/000`, full.get(`tile/${level}/000`) ?? new Uint8Array());
    }
    expect(await run('log', 'check', writeLog(files), '--key', log.vkey)).toMatchObject({ code: 0 });
  });

  test('is refused with the place of its fault', async () => {
    const [log, other] = [await makeKey(ORIGIN), await makeKey('points.example/other')];
    const witness = await makeKey('witness.example/w', '--for-witness');
    const entries = dayEntries(300);
    const good = logFiles(entries, [log]);
    const refuse = async (files: Map<string, Uint8Array>, reason: string, ...words: string[]) => {
      const told = await run('log', 'check', writeLog(files), '--key', log.vkey, ...words);
      expect(told, reason).toMatchObject({ code: 1, out: `WRONG    ${reason}\n` });
    };
    for (const path of good.keys()) {
      const files = new Map(good);
      files.delete(path);
      await refuse(files, `${path} is missing`);
      const bytes = good.get(path) ?? new Uint8Array();
      const changed = new Uint8Array(bytes);
      changed[bytes.length - 2] = (changed[bytes.length - 2] ?? 0) ^ 1;
      const told = await run('log', 'check', writeLog(new Map(good).set(path, changed)), '--key', log.vkey);
      expect(told, path).toMatchObject({ code: 1, out: expect.stringContaining('WRONG') });
      await refuse(new Map(good).set(path, bytes.slice(0, -1)), expectedOf(path));
    }
    await refuse(logFiles(entries, [other]), 'checkpoint is not signed by this key');
    await refuse(good, 'checkpoint is not signed by every witness', '--witness', witness.vkey);
    const twice = [...entries.slice(0, 10), ...entries.slice(9)];
    await refuse(logFiles(twice, [log]), '2026-11-10 is not after the day before it');
    const swapped = new Map(logFiles(entries, [log])).set(
      'checkpoint',
      new Uint8Array(Buffer.from(checkpointOf(dayEntries(301).slice(1), [log]))),
    );
    await refuse(swapped, 'checkpoint signs other entries than these');
  });

  const expectedOf = (path: string) => {
    if (path === 'checkpoint') return 'checkpoint is not in the format of the log';
    return path.startsWith('tile/entries')
      ? `${path} is not in the format of the log`
      : `${path} holds other hashes than the entries have`;
  };

  test('extends a checkpoint that was kept, or was rewritten', async () => {
    const log = await makeKey(ORIGIN);
    const entries = dayEntries(20);
    const place = writeLog(logFiles(entries, [log]));
    const check = (known: string) => run('log', 'check', place, '--key', log.vkey, '--known', known);
    for (const size of [1, 7, 20]) {
      const known = write('known', checkpointOf(entries.slice(0, size), [log]));
      expect(await check(known)).toMatchObject({ code: 0 });
    }
    const rewritten = write('known', checkpointOf(entries.slice(1, 8), [log]));
    expect(await check(rewritten)).toMatchObject({ code: 1, out: expect.stringContaining('rewritten') });
    const longer = write('known', checkpointOf(dayEntries(21), [log]));
    expect(await check(longer)).toMatchObject({ code: 1, out: expect.stringContaining('rewritten') });
    expect(await check(write('known', 'nothing'))).toMatchObject({ code: 2 });
  });

  test('says that it was restored', async () => {
    const log = await makeKey(ORIGIN);
    const entries = dayEntries(3).map((entry, index) =>
      index === 2 ? { ...entry, restored: '2026-11-01' } : entry,
    );
    expect((await run('log', 'check', writeLog(logFiles(entries, [log])), '--key', log.vkey)).out).toContain(
      'restored on 2026-11-03, from a backup of 2026-11-01\n',
    );
  });
});
