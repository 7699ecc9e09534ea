/** The log asks witnesses over HTTP: real ones, and hostile ones that must change nothing of the others' answers. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AskedWitness, askWitnesses, signedElsewhere } from '#api/proof/ask-witnesses.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { sha256 } from '#api/runtime/hashing.ts';
import { ascii } from '#core/proof/bytes.ts';
import { readCheckpoint, signersOf } from '#core/proof/checkpoint.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import { consistencyProof, treeHash } from '#core/proof/log-tree.ts';
import { cosignature, SIGNATURE, type SignatureType, signatureLine } from '#core/proof/note.ts';
import { checkpointOf, dayEntries, hashesOf } from '#tests/support/proof/log.ts';
import { startWitness as runWitness } from '#tests/support/proof/witness-server.ts';
import { type Fault, startStandIn } from '#tests/upstream/stand-in.ts';

const { hash, verify } = PROOF_PORTS;
const ORIGIN = 'points.example/irich';
const entries = dayEntries(20);
const log = signer(ORIGIN, SIGNATURE.ed25519);

function signer(name: string, type: SignatureType = SIGNATURE.cosignature): Signer {
  const read = readSigner(newSignerText(name, type));
  if (read === null) throw new Error('no key');
  return read;
}

let folder: string;
const stops: (() => Promise<unknown> | unknown)[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-witnesses-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(folder, { recursive: true, force: true });
});

async function startWitness(name: string): Promise<AskedWitness> {
  const witness = await runWitness(folder, name, [log]);
  stops.push(witness.stop);
  return witness;
}

type Answer = { readonly status: number; readonly body: string };

/** A witness that says what a test wants. */
async function startLiar(key: Signer, answer: (body: string) => Answer) {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    const said = answer(body);
    response.writeHead(said.status, { 'content-type': 'text/plain' });
    response.end(said.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { key: key.key, url: `http://127.0.0.1:${port}`, bodies };
}

const calls = (witnesses: readonly AskedWitness[], faults: string[] = [], limitMs = 5_000) => ({
  witnesses,
  fetch,
  limitMs,
  onFault: (message: string, cause: unknown) => void faults.push(`${message}: ${cause}`),
});

const noteOf = (size: number, all: readonly DayEntry[] = entries) => checkpointOf(all.slice(0, size), [log]);

/** Asks for a checkpoint over the first entries. */
async function ask(
  witnesses: readonly AskedWitness[],
  size: number,
  {
    published = null,
    note = noteOf(size),
    faults = [],
    limitMs = 5_000,
  }: { published?: string | null; note?: string; faults?: string[]; limitMs?: number } = {},
): Promise<string> {
  const proofFrom = (from: number) => consistencyProof(hashesOf(entries.slice(0, size)), from, hash);
  return (await askWitnesses(calls(witnesses, faults, limitMs), { note, published, proofFrom })).join('');
}

/** The names of the witnesses whose signatures under a note hold; null if one does not. */
async function witnessesOf(note: string, witnesses: readonly AskedWitness[]) {
  const checkpoint = readCheckpoint(note);
  const keys = witnesses.map(({ key }) => key);
  const trusted = { origin: ORIGIN, keys: [log.key], witnesses: keys, quorum: 0 };
  const signers = checkpoint && (await signersOf(checkpoint, trusted, verify));
  return signers?.witnesses.map(({ key }) => key.name) ?? null;
}

test('every witness signs each checkpoint of a growing log', async () => {
  const both = [await startWitness('ann'), await startWitness('ben')];
  const faults: string[] = [];
  let published: string | null = null;
  for (const size of [1, 2, 7, 8, 20]) {
    const note = noteOf(size);
    published = note + (await ask(both, size, { published, faults }));
    expect(await witnessesOf(published, both)).toEqual(['ann', 'ben']);
  }
  expect(faults).toEqual([]);
});

test('a witness that was away is caught up, and its size is asked only where it is not known', async () => {
  const ann = await startWitness('ann');
  const first = noteOf(3) + (await ask([ann], 3));
  const asked: string[] = [];
  const counting = (url: string, init: RequestInit) => {
    asked.push(String(init.body).split('\n', 1)[0] ?? '');
    return fetch(url, init);
  };
  const proofFrom = (from: number) => consistencyProof(hashesOf(entries.slice(0, 9)), from, hash);
  const known = { note: noteOf(9), published: first, proofFrom };
  const again = await askWitnesses({ ...calls([ann]), fetch: counting }, known);
  expect(await witnessesOf(noteOf(9) + again.join(''), [ann])).toEqual(['ann']);
  expect(asked).toEqual(['old 3']);
  // The log has forgotten what the witness knows.
  const forgotten = await askWitnesses({ ...calls([ann]), fetch: counting }, { ...known, published: null });
  expect(await witnessesOf(noteOf(9) + forgotten.join(''), [ann])).toEqual(['ann']);
  expect(asked).toEqual(['old 3', 'old 0', 'old 9']);
});

test('a witness whose signature is under the note is not asked again', async () => {
  const [ann, ben] = [await startWitness('ann'), await startWitness('ben')];
  const note = noteOf(5) + (await ask([ann], 5));
  const asked: string[] = [];
  const more = await askWitnesses(
    {
      ...calls([ann, ben]),
      fetch: (url, init) => {
        asked.push(url);
        return fetch(url, init);
      },
    },
    { note, published: note, proofFrom: () => [] },
  );
  expect(more[0]).toBe(note.split(/(?<=\n)/).at(-1));
  expect(await witnessesOf(note + more[1], [ann, ben])).toEqual(['ann', 'ben']);
  expect(asked).toEqual([`${ben.url}/add-checkpoint`]);
});

describe('a hostile witness', () => {
  const eve = signer('eve');
  const faults: readonly Fault[] = [
    { type: 'status', status: 500 },
    { type: 'status', status: 409 },
    { type: 'half' },
    { type: 'drip' },
    { type: 'silence' },
    { type: 'endless' },
    { type: 'bomb' },
    { type: 'body', text: '' },
    { type: 'body', text: `— eve ${'A'.repeat(200)}\n`.repeat(50) },
    { type: 'redirect', to: 'http://127.0.0.1:9/add-checkpoint' },
  ];

  test.each(faults)('%j neither holds up the others nor the log', async (fault) => {
    const standIn = await startStandIn(() => 'x'.repeat(100));
    stops.push(standIn.stop);
    standIn.fail(fault);
    const ann = await startWitness('ann');
    const said: string[] = [];
    // The stand-in packs its bomb in this process, which holds all of them up.
    const limitMs = fault.type === 'bomb' ? 10_000 : 500;
    const witnesses = [{ key: eve.key, url: standIn.origin }, ann];
    const before = performance.now();
    const lines = await ask(witnesses, 6, { faults: said, limitMs });
    expect(performance.now() - before).toBeLessThan(limitMs + 2_000);
    expect(await witnessesOf(noteOf(6) + lines, witnesses)).toEqual(['ann']);
    expect(said).toEqual([expect.stringMatching(/^The witness eve does not sign: [\w .]+$/)]);
    expect(standIn.asked).toHaveLength(1);
  });

  const cosigned = (of: Signer, note: string, at = 1_800_000_000n) => {
    const checkpoint = readCheckpoint(note);
    return signatureLine(of.key, cosignature(checkpoint?.note.text ?? '', at, of.sign));
  };

  test('gives only its own signature of this checkpoint', async () => {
    const note = noteOf(6);
    const other = signer('mallory');
    const wrong = [
      cosigned(other, note),
      cosigned(eve, noteOf(5)),
      cosigned(eve, note, 0n),
      cosigned(eve, note).replace('eve', 'ann'),
      signatureLine(eve.key, eve.sign(ascii(readCheckpoint(note)?.note.text ?? ''))),
      'no line of a note\n',
      '\n\n',
    ];
    for (const line of wrong) {
      const liar = await startLiar(eve, () => ({ status: 200, body: line }));
      const said: string[] = [];
      expect(await ask([liar], 6, { faults: said }), line).toBe('');
      expect(said).toEqual(['The witness eve does not sign: no signature of its key that holds']);
    }
    const good = cosigned(eve, note);
    const liar = await startLiar(eve, () => ({ status: 200, body: `${wrong.join('')}${good}${good}` }));
    expect(await ask([liar], 6)).toBe(good);
    const late = await startLiar(eve, () => ({ status: 200, body: `${'x\n'.repeat(16)}${good}` }));
    expect(await ask([late], 6)).toBe('');
  });

  test('is asked twice at most, whatever sizes it claims', async () => {
    for (const size of ['3\n', '3', '0\n', '6\n']) {
      const liar = await startLiar(eve, () => ({ status: 409, body: size }));
      const said: string[] = [];
      expect(await ask([liar], 6, { faults: said })).toBe('');
      expect(liar.bodies).toHaveLength(2);
      expect(said).toEqual(['The witness eve does not sign: status 409']);
    }
    for (const size of [
      '',
      '7\n',
      '-1\n',
      '1e1\n',
      '03\n',
      '9'.repeat(400),
      `${'9'.repeat(15)}\n`,
      '3\n\n',
    ]) {
      const liar = await startLiar(eve, () => ({ status: 409, body: size }));
      const said: string[] = [];
      expect(await ask([liar], 6, { faults: said }), size).toBe('');
      expect(liar.bodies).toHaveLength(1);
      expect(said[0]).toMatch(/: it knows (a larger|an unreadable) size$/);
    }
  });
});

describe('before the log signs', () => {
  const look = (witnesses: readonly AskedWitness[], size: number, all = entries) =>
    signedElsewhere(calls(witnesses, [], 500), [log.key], {
      size,
      rootOf: (of) => treeHash(hashesOf(all.slice(0, of)), hash),
    });

  test('witnesses that know what it knows, or less, are no reason to wait', async () => {
    const [ann, ben] = [await startWitness('ann'), await startWitness('ben')];
    expect(await look([ann, ben], 4)).toBeNull();
    await ask([ann, ben], 4);
    expect(await look([ann, ben], 4)).toBeNull();
    expect(await look([ann, ben], 9)).toBeNull();
  });

  test('a longer log that it signed, or another one, is shown', async () => {
    const [ann, ben] = [await startWitness('ann'), await startWitness('ben')];
    await ask([ben], 7);
    expect(await look([ann, ben], 6)).toEqual({ witness: 'ben', size: 7 });
    expect(await look([ann, ben], 0)).toEqual({ witness: 'ben', size: 7 });
    const rewritten = entries.map((entry, at) => (at === 5 ? { ...entry, total: '1' } : entry));
    expect(await look([ann, ben], 9, rewritten)).toEqual({ witness: 'ben', size: 7 });
  });

  test('a checkpoint that its key did not sign is no evidence', async () => {
    const other = signer(ORIGIN, SIGNATURE.ed25519);
    const eve = signer('eve');
    const claims = [
      checkpointOf(entries, [other]),
      checkpointOf(entries, [eve]),
      'x',
      '',
      noteOf(9).slice(0, -3),
    ];
    for (const body of claims) {
      const liar = await startLiar(eve, () => ({ status: 200, body }));
      expect(await look([liar], 4), body).toBeNull();
    }
    const missing = await startLiar(eve, () => ({ status: 404, body: noteOf(9) }));
    expect(await look([missing], 4)).toBeNull();
    const honest = await startLiar(eve, () => ({ status: 200, body: noteOf(9) }));
    expect(await look([honest], 4)).toEqual({ witness: 'eve', size: 9 });
    const paths: string[] = [];
    const fetching = (url: string, init: RequestInit) => {
      paths.push(url);
      return fetch(url, init);
    };
    await signedElsewhere({ ...calls([honest]), fetch: fetching }, [log.key], {
      size: 9,
      rootOf: () => hash(ascii('')),
    });
    expect(paths).toEqual([`${honest.url}/${sha256(ORIGIN)}/checkpoint`]);
  });

  test.each(['silence', 'endless', 'drip', 'half'] as const)('%s does not hold it up', async (type) => {
    const standIn = await startStandIn(() => 'x'.repeat(100));
    stops.push(standIn.stop);
    standIn.fail({ type });
    const before = performance.now();
    expect(await look([{ key: signer('eve').key, url: standIn.origin }], 4)).toBeNull();
    expect(performance.now() - before).toBeLessThan(2_500);
  });
});
