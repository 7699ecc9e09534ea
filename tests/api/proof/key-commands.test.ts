/** `npm run ledger -- proof keys rotate` and `check`: the log's key is replaced, and the change is checked before it is served. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { readSigner } from '#api/proof/signer.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { dayEntries, logFiles, savedProof } from '#tests/support/proof/log.ts';

const ORIGIN = 'points.example/irich';
let folder: string;
const at = (name: string) => join(folder, name);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runInProcess(runLedger, ['proof', ...args], { env: {} });
const keyText = (name: string) => readFileSync(at(name), 'utf8').trim();

/** A log whose key was replaced twice: its vkeys, with the changes in a file. */
async function replaceTwice(): Promise<string[]> {
  const first = await run('keys', ORIGIN, at('one'));
  const change = await run('keys', 'rotate', at('one'), ORIGIN, at('two'));
  expect(change).toMatchObject({ code: 0, err: '' });
  writeFileSync(at('changes'), change.out);
  const next = await run('keys', 'rotate', at('two'), ORIGIN, at('three'), '--changes', at('changes'));
  writeFileSync(at('changes'), change.out + next.out);
  return [first.out.trim(), ...[change, next].map(({ out }) => out.split('\n')[3] ?? '')];
}

test('each change leads to the next key, and goes into the configuration as it is printed', async () => {
  const [first = '', second = '', third = ''] = await replaceTwice();
  const checked = await run('keys', 'check', at('changes'), '--key', first);
  expect(checked.code).toBe(0);
  const [said, variable = ''] = checked.out.split('\n');
  expect(said).toBe(`ok       2 changes, the key is now ${third}`);
  expect(await run('keys', 'check', at('changes'), '--key', second)).toEqual(checked);

  const [name = '', ...value] = variable.split('=');
  const config = readConfig({
    DATABASE_PATH: '-',
    BOT_TOKEN: '1111111111:TEST-token-of-these-vectors-only_0000',
    BOT_USERNAME: 'irich_bot',
    APP_SHORT_NAME: 'app',
    PUBLIC_URL: 'https://irich.example',
    MARKET_PROVIDER: 'sample',
    PROOF_ORIGIN: ORIGIN,
    PROOF_SIGNING_KEY: `${keyText('three')} ${keyText('two')}`,
    [name]: value.join('='),
  });
  expect(config).toMatchObject({
    ok: true,
    config: { proofKeyChanges: readFileSync(at('changes'), 'utf8') },
  });
});

test('a log is followed from the key of an older build', async () => {
  const [first = '', , third = ''] = await replaceTwice();
  const signer = readSigner(keyText('three'));
  if (signer === null) throw new Error('no key');
  const files = logFiles(dayEntries(3), [signer]);
  for (const [path, bytes] of files) {
    mkdirSync(dirname(at(join('log', path))), { recursive: true });
    writeFileSync(at(join('log', path)), bytes);
  }
  const check = () => run('log', 'check', at('log'), '--key', first);
  expect(await check()).toMatchObject({ code: 1, out: 'WRONG    checkpoint is not signed by this key\n' });
  writeFileSync(at('log/keys'), readFileSync(at('changes')));
  const { code, out } = await check();
  expect(code).toBe(0);
  expect(out.split('\n').slice(0, -1)).toEqual([
    'ok       3 days, 2026-11-01 to 2026-11-03',
    `signed   ${ORIGIN}`,
    `replaced the key is now ${third}`,
  ]);
});

test('changes that do not lead on from a key are wrong', async () => {
  const [first = '', , third = ''] = await replaceTwice();
  const other = (await run('keys', ORIGIN, at('other'))).out.trim();
  const wrong = { code: 1, out: 'WRONG    the changes do not lead on from this key\n' };
  expect(await run('keys', 'check', at('changes'), '--key', other)).toMatchObject(wrong);
  // The newest key needs no change, and is led to all the same.
  expect(await run('keys', 'check', at('changes'), '--key', third)).toMatchObject({ code: 0 });
  const text = readFileSync(at('changes'), 'utf8');
  const forged = (await run('keys', 'rotate', at('other'), ORIGIN, at('four'))).out.split('\n').at(-2) ?? '';
  writeFileSync(at('forged'), text.replace(text.split('\n').at(-2) ?? '', forged));
  expect(await run('keys', 'check', at('forged'), '--key', first)).toMatchObject(wrong);
});

test('nothing is made where the change would be wrong, with one line that says why', async () => {
  await replaceTwice();
  await run('keys', 'witness.example/w', at('witness'), '--for-witness');
  writeFileSync(at('nothing'), 'nothing\n');
  const refused = async (line: string, ...words: string[]) => {
    const said = await run('keys', 'rotate', ...words);
    expect(said).toEqual({ code: 2, out: '', err: `${line}\n` });
    expect(said.err).not.toContain('PRIVATE');
  };
  const made = at('made');
  await refused(`${at('three')} is a key of ${ORIGIN}: a log keeps its name.`, at('three'), 'other', made);
  await refused(
    `The last change of ${at('changes')} is not to the key of ${at('two')}.`,
    ...[at('two'), ORIGIN, made, '--changes', at('changes')],
  );
  await refused(
    `${at('nothing')} holds no changes of a key.`,
    ...[at('three'), ORIGIN, made, '--changes', at('nothing')],
  );
  await refused(`${at('witness')} holds no key of a log.`, at('witness'), 'witness.example/w', made);
  await refused(`${at('nothing')} holds no key of a log.`, at('nothing'), ORIGIN, made);
  await refused(`There is no file ${at('missing')}.`, at('missing'), ORIGIN, made);
  await refused(`${at('one')} exists and is never overwritten.`, at('three'), ORIGIN, at('one'));
  expect(existsSync(made)).toBe(false);
  expect(await run('keys', 'check', at('changes'))).toMatchObject({
    code: 2,
    err: 'Name the key that the changes start from: --key VKEY.\n',
  });
});

test('a saved proof is followed from the key of an older build, by a file or an address', async () => {
  const [first = '', second = '', third = ''] = await replaceTwice();
  const signer = readSigner(keyText('three'));
  if (signer === null) throw new Error('no key');
  const leaf: Leaf = { blind: new Uint8Array(16), total: 1500n, seq: 3, head: new Uint8Array(32) };
  writeFileSync(at('proof.json'), JSON.stringify(savedProof([leaf], 0, [signer])));
  const verify = (fetch: (url: string) => Promise<Response>, ...words: string[]) =>
    runInProcess(runLedger, ['proof', 'verify', at('proof.json'), ...words], { env: {}, fetch });
  const url = 'https://points.example/proof/keys';
  const asked: string[] = [];
  const answer = (body: string | null) => async (address: string) => {
    asked.push(address);
    return new Response(body, { status: body === null ? 404 : 200 });
  };
  const none = answer(null);
  const changes = readFileSync(at('changes'), 'utf8');
  const right = { code: 0, out: expect.stringContaining(`replaced the key is now ${third}\n`) };
  for (const key of [first, second]) {
    expect(await verify(none, '--key', key)).toMatchObject({
      code: 1,
      out: 'WRONG    the checkpoint is not signed by this key\n',
    });
    expect(await verify(none, '--key', key, '--changes', at('changes'))).toMatchObject(right);
    expect(await verify(answer(changes), '--key', key, '--changes', url)).toMatchObject(right);
  }
  expect([...new Set(asked)]).toEqual([url]);
  const known = await verify(none, '--key', third, '--changes', at('changes'));
  expect(known).toMatchObject({ code: 0, out: expect.not.stringContaining('replaced') });

  // Wrong changes say nothing about the proof.
  for (const wrong of ['nonsense', changes.slice(0, -2), 'x'.repeat(1_000_001), null]) {
    expect(
      await verify(answer(wrong), '--key', first, '--changes', url),
      `${wrong}`.slice(0, 40),
    ).toMatchObject({
      code: 2,
      out: '',
    });
  }
  // Those up to an earlier key do not lead to the one that signed.
  writeFileSync(at('changes'), changes.slice(0, changes.indexOf('irich-key-change', 1)));
  expect(await verify(none, '--key', first, '--changes', at('changes'))).toMatchObject({ code: 1 });
});
