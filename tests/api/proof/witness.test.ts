/** The witness answers as c2sp.org/tlog-witness says, over HTTP and after a restart. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWitnessApp } from '#api/ops/witness/app.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { sha256 } from '#api/runtime/hashing.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { readCheckpoint, signersOf } from '#core/proof/checkpoint.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import { consistencyProof } from '#core/proof/log-tree.ts';
import { SIGNATURE, vkeyText } from '#core/proof/note.ts';
import { checkpointOf, dayEntries, hashesOf } from '#tests/support/proof/log.ts';

const ORIGIN = 'points.example/irich';
const entries = dayEntries(12);
const keyText = newSignerText('witness.example/w', SIGNATURE.cosignature);
const witness = signerOf(keyText);
const log = signerOf(newSignerText(ORIGIN, SIGNATURE.ed25519));

function signerOf(text: string): Signer {
  const signer = readSigner(text);
  if (signer === null) throw new Error('no key');
  return signer;
}

let folder: string;
let app: ReturnType<typeof createWitnessApp>['app'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-witness-'));
  writeFileSync(join(folder, 'key'), `${keyText}\n`);
  mkdirSync(join(folder, 'state'));
  start();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function start() {
  const words = { key: join(folder, 'key'), log: [vkeyText(log.key)], state: join(folder, 'state') };
  app = createWitnessApp(words).app;
}

function commandLine(): string[] {
  const script = new URL('../../../api/ops/witness.ts', import.meta.url).pathname;
  return [script, '--key', join(folder, 'key'), '--log', vkeyText(log.key), '--state', join(folder, 'state')];
}

async function send(body: string) {
  const answer = await app.request('/add-checkpoint', { method: 'POST', body });
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

function requestOf(old: number, size: number, all: readonly DayEntry[] = entries, signers = [log]): string {
  const some = all.slice(0, size);
  const path = old === 0 ? [] : consistencyProof(hashesOf(some), old, PROOF_PORTS.hash).map(toBase64);
  return `${[`old ${old}`, ...path].join('\n')}\n\n${checkpointOf(some, signers)}`;
}

const trusted = { origin: ORIGIN, keys: [log.key], witnesses: [witness.key], quorum: 1 };

test('signs each checkpoint that extends the one before, again too', async () => {
  for (const [old, size] of [
    [0, 3],
    [3, 3],
    [3, 8],
    [8, 12],
  ] as const) {
    const before = BigInt(Math.floor(Date.now() / 1000));
    const { status, text } = await send(requestOf(old, size));
    expect(status).toBe(200);
    const checkpoint = readCheckpoint(checkpointOf(entries.slice(0, size), [log]) + text);
    const signers = checkpoint && (await signersOf(checkpoint, trusted, PROOF_PORTS.verify));
    expect(signers?.witnesses).toMatchObject([{ key: { name: 'witness.example/w' } }]);
    expect(signers?.witnesses[0]?.at).toBeGreaterThanOrEqual(before);
  }
});

test('gives the newest checkpoint to monitors', async () => {
  const newest = () => app.request(`/${sha256(ORIGIN)}/checkpoint`);
  expect((await newest()).status).toBe(404);
  await send(requestOf(0, 5));
  const checkpoint = readCheckpoint(await (await newest()).text());
  expect(checkpoint).toMatchObject({ size: 5 });
  expect(checkpoint && (await signersOf(checkpoint, trusted, PROOF_PORTS.verify))?.witnesses).toHaveLength(1);
  for (const wrong of ['x', sha256('other'), '..%2Fkey', sha256(ORIGIN).toUpperCase()]) {
    expect((await app.request(`/${wrong}/checkpoint`)).status, wrong).toBe(404);
  }
});

test('remembers over a restart, and keeps no other file', async () => {
  await send(requestOf(0, 5));
  start();
  expect(await send(requestOf(0, 6))).toEqual({ status: 409, type: 'text/x.tlog.size', text: '5\n' });
  expect((await send(requestOf(5, 6))).status).toBe(200);
  expect(readdirSync(join(folder, 'state'))).toEqual([sha256(ORIGIN)]);
});

test('says the size that it knows to a log that has forgotten it', async () => {
  expect(await send(requestOf(4, 6))).toMatchObject({ status: 409, text: '0\n' });
});

test('never signs two histories', async () => {
  expect((await send(requestOf(0, 5))).status).toBe(200);
  const rewritten = entries.map((entry, index) => (index === 2 ? { ...entry, total: '1' } : entry));
  for (const size of [5, 6, 12]) {
    expect((await send(requestOf(5, size, rewritten))).status, `${size}`).toBe(422);
  }
  expect((await send(requestOf(0, 4).replace('old 0', 'old 5'))).status).toBe(400);
  expect((await send(requestOf(5, 6))).status).toBe(200);
});

test('never forgets by what a log writes under a checkpoint', async () => {
  const good = requestOf(0, 5);
  const line = good.split('\n').at(-2);
  for (const more of [`${line}\n`.repeat(63), `— x ${toBase64(new Uint8Array(11_900))}\n`]) {
    rmSync(join(folder, 'state', sha256(ORIGIN)), { force: true });
    expect((await send(good + more)).status).toBe(200);
    expect(await send(good)).toMatchObject({ status: 409, text: '5\n' });
    const kept = await (await app.request(`/${sha256(ORIGIN)}/checkpoint`)).text();
    expect(kept.split('\n')).toHaveLength(7);
  }
});

test('signs nothing while its memory is damaged', async () => {
  await send(requestOf(0, 5));
  const other = signerOf(newSignerText('points.example/other', SIGNATURE.ed25519));
  for (const damaged of ['', '\0'.repeat(300), checkpointOf(entries.slice(0, 5), [other])]) {
    writeFileSync(join(folder, 'state', sha256(ORIGIN)), damaged);
    for (const old of [0, 5]) expect((await send(requestOf(old, 6))).status).toBe(500);
  }
});

test('accepts as many and as long signatures as a note may have', async () => {
  const others = Array.from(
    { length: 15 },
    (_, at) => `— w${at}.example ${toBase64(new Uint8Array(5000))}\n`,
  );
  expect((await send(requestOf(0, 5) + others.join(''))).status).toBe(200);
});

test('says in one line that its port is taken', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const { status, stderr } = spawnSync(process.execPath, [...commandLine(), '--port', `${port}`], {
    encoding: 'utf8',
  });
  taken.close();
  expect({ status, stderr }).toEqual({ status: 2, stderr: expect.stringMatching(/^.*EADDRINUSE.*\n$/) });
});

test('says in one line that its memory cannot be written', async () => {
  const child = spawn(process.execPath, [...commandLine(), '--port', '0']);
  const errors = text(child.stderr);
  try {
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    await lines.next();
    const address = (await lines.next()).value;
    rmSync(join(folder, 'state'), { recursive: true });
    const answer = await fetch(`${address}/add-checkpoint`, { method: 'POST', body: requestOf(0, 5) });
    expect(answer.status).toBe(500);
  } finally {
    child.kill();
  }
  expect(await errors).toMatch(/^ENOENT.*\n$/);
});

test('signs one of two that arrive together', async () => {
  await send(requestOf(0, 5));
  const rewritten = entries.map((entry, index) => (index === 7 ? { ...entry, total: '1' } : entry));
  const answers = await Promise.all([send(requestOf(5, 9)), send(requestOf(5, 10, rewritten))]);
  expect(answers.map(({ status }) => status)).toEqual([200, 409]);
});

test('refuses strangers, and what is no request', async () => {
  const other = signerOf(newSignerText('points.example/other', SIGNATURE.ed25519));
  const impostor = signerOf(newSignerText(ORIGIN, SIGNATURE.ed25519));
  expect((await send(requestOf(0, 3, entries, [other]))).status).toBe(404);
  expect((await send(requestOf(0, 3, entries, [impostor]))).status).toBe(403);
  const good = requestOf(0, 3);
  const broken = good.replace(
    /(— \S+ \S{8})(.)/,
    (_, start: string, next: string) => start + (next === 'A' ? 'B' : 'A'),
  );
  expect(broken).not.toBe(good);
  expect((await send(broken)).status).toBe(403);
  expect((await send(good.replace('old 0\n', `old 0\n${'A'.repeat(43)}=\n`))).status).toBe(422);
  for (const wrong of [
    '',
    '\n\n',
    good.replace('old 0', 'old 00'),
    good.replace('old 0', 'old -1'),
    good.replace('old 0', 'old 1e3'),
    good.replace('old 0', 'new 0'),
    good.replace('old 0\n', `old 0\n${`${'A'.repeat(43)}=\n`.repeat(64)}`),
    good.replace('old 0\n', 'old 0\nAAAA\n'),
    good.slice(0, -1),
  ]) {
    expect((await send(wrong)).status, wrong.slice(0, 60)).toBe(400);
  }
  expect((await send('x'.repeat(140_000))).status).toBe(413);
  expect(readdirSync(join(folder, 'state'))).toEqual([]);
  expect((await send(good)).status).toBe(200);
});

test('starts with all of its words alone', () => {
  const words = { key: join(folder, 'key'), log: [vkeyText(log.key)], state: join(folder, 'state') };
  for (const wrong of [
    { ...words, key: undefined },
    { ...words, log: [] },
    { ...words, log: ['nonsense'] },
    { ...words, log: [vkeyText(witness.key)] },
    { ...words, state: join(folder, 'none') },
    { ...words, state: undefined },
  ]) {
    expect(() => createWitnessApp(wrong)).toThrow();
  }
});
