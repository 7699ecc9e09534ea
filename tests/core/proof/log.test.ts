import { describe, expect, it } from 'vitest';
import { toBase64 } from '#core/proof/base64.ts';
import { ascii } from '#core/proof/bytes.ts';
import { checkpointText, readCheckpoint, signersOf } from '#core/proof/checkpoint.ts';
import { entryText, readEntry } from '#core/proof/entry.ts';
import { consistencyProof, entryHash, isConsistent, isIncluded, treeHash } from '#core/proof/log-tree.ts';
import { readVkey, vkeyText } from '#core/proof/note.ts';
import { inclusionPath } from '#tests/support/proof/inclusion-path.ts';
import { base64, hash, VECTOR, verify } from './published.ts';

const { log, days, invalidCheckpoints } = VECTOR;
const hashes = days.map(({ entry }) => entryHash(ascii(entry), hash));

describe('the published log', () => {
  it('has the entries of its days', () => {
    for (const { day, leaves, total, root, entry } of days) {
      expect(entryText({ day, users: leaves.length, total, root })).toBe(entry);
      expect(readEntry(entry)).toEqual({ day, users: leaves.length, total, root });
    }
  });

  it('has the roots that its checkpoints sign', async () => {
    const key = readVkey(log.vkey, hash);
    if (key === null) throw new Error('no key');
    expect(vkeyText(key)).toBe(log.vkey);
    const trusted = { origin: log.origin, keys: [key], witnesses: [], quorum: 0 };
    for (const [index, text] of log.checkpoints.entries()) {
      const checkpoint = readCheckpoint(text);
      expect(checkpoint).toMatchObject({ origin: log.origin, size: index + 1 });
      expect(checkpoint?.root).toEqual(treeHash(hashes.slice(0, index + 1), hash));
      expect(checkpoint && (await signersOf(checkpoint, trusted, verify))).toMatchObject({
        log: { key },
        witnesses: [],
      });
    }
    for (const { what, note } of invalidCheckpoints) {
      const checkpoint = readCheckpoint(note);
      expect(checkpoint && (await signersOf(checkpoint, trusted, verify)), what).toBeNull();
    }
  });

  it('includes its entries', () => {
    for (const { index, size, path } of log.inclusion) {
      const root = treeHash(hashes.slice(0, size), hash);
      expect(inclusionPath(hashes.slice(0, size), { index, size }, hash).map(toBase64)).toEqual(path);
      const leaf = hashes[index] as Uint8Array;
      expect(isIncluded({ leaf, index, size, root, path: path.map(base64) }, hash)).toBe(true);
    }
  });

  it('extends its earlier trees', () => {
    for (const { from, to, path } of log.consistency) {
      expect(consistencyProof(hashes.slice(0, to), from, hash).map(toBase64)).toEqual(path);
      const [fromRoot, toRoot] = [treeHash(hashes.slice(0, from), hash), treeHash(hashes.slice(0, to), hash)];
      expect(isConsistent({ from, to, fromRoot, toRoot, path: path.map(base64) }, hash)).toBe(true);
    }
  });
});

describe('proofs of all trees up to 70 entries', () => {
  const many = Array.from({ length: 70 }, (_, at) => entryHash(Uint8Array.of(at), hash));
  const roots = Array.from({ length: 71 }, (_, size) => treeHash(many.slice(0, size), hash));

  it('hold for their entry, place and size alone', () => {
    for (let size = 1; size <= 70; size += 1) {
      const tree = many.slice(0, size);
      const root = roots[size] as Uint8Array;
      for (let index = 0; index < size; index += 1) {
        const leaf = many[index] as Uint8Array;
        const path = inclusionPath(tree, { index, size }, hash);
        const proof = { leaf, index, size, root, path };
        expect(isIncluded(proof, hash)).toBe(true);
        const wrong = [
          { ...proof, index: index + 1 },
          { ...proof, index: -1 },
          { ...proof, index: index + 0.5 },
          { ...proof, leaf: many[index + 1] ?? hash(leaf) },
          { ...proof, path: [...path, hash(leaf)] },
          { ...proof, root: hash(root) },
          ...path.map((_, at) => ({ ...proof, path: path.filter((__, place) => place !== at) })),
          ...path.map((step, at) => ({ ...proof, path: path.with(at, hash(step)) })),
          ...path.map((step, at) => ({ ...proof, path: path.with(at, step.slice(1)) })),
        ];
        for (const one of wrong) expect(isIncluded(one, hash)).toBe(false);
      }
    }
  });

  it('hold for their two trees alone', () => {
    for (let to = 1; to <= 70; to += 1) {
      for (let from = 1; from <= to; from += 1) {
        const path = consistencyProof(many.slice(0, to), from, hash);
        const proof = {
          from,
          to,
          fromRoot: roots[from] as Uint8Array,
          toRoot: roots[to] as Uint8Array,
          path,
        };
        expect(isConsistent(proof, hash), `${from} to ${to}`).toBe(true);
        const wrong = [
          { ...proof, fromRoot: hash(proof.fromRoot) },
          { ...proof, toRoot: hash(proof.toRoot) },
          { ...proof, path: [...path, hash(proof.toRoot)] },
          ...path.map((_, at) => ({ ...proof, path: path.filter((__, place) => place !== at) })),
          ...path.map((step, at) => ({ ...proof, path: path.with(at, hash(step)) })),
        ];
        for (const one of wrong) expect(isConsistent(one, hash), `${from} to ${to}`).toBe(false);
      }
    }
    const root = roots[3] as Uint8Array;
    for (const [from, to] of [
      [0, 3],
      [4, 3],
      [1.5, 3],
      [-1, 3],
    ] as const) {
      expect(isConsistent({ from, to, fromRoot: root, toRoot: root, path: [] }, hash)).toBe(false);
    }
  });
});

describe('an entry', () => {
  const entry = { day: '2026-11-20', users: 2, total: '11001', root: 'ab'.repeat(32) };

  it('names seals and a restored day in one order', () => {
    const full = { ...entry, seals: 'cd'.repeat(32), restored: '2026-11-18' };
    expect(entryText(full)).toBe(
      `{"v":2,"day":"2026-11-20","users":2,"total":"11001","root":"${entry.root}","seals":"${full.seals}","restored":"2026-11-18"}`,
    );
    expect(readEntry(entryText(full))).toEqual(full);
  });

  it('has one spelling', () => {
    const text = entryText(entry);
    expect(readEntry(text)).toEqual(entry);
    const wrong = [
      '',
      'null',
      '[]',
      `${text} `,
      `${text}\n`,
      text.replace(',', ', '),
      text.replace('"v":1', '"v":2'),
      text.replace('"users":2', '"users":2.0'),
      text.replace('"users":2', '"users":0'),
      text.replace('"users":2', '"users":-2'),
      text.replace('"users":2', '"users":1e3'),
      text.replace('"11001"', '11001'),
      text.replace('"11001"', '"011001"'),
      text.replace('"11001"', '"18446744073709551616"'),
      text.replace('abab', 'ABab'),
      text.replace('2026-11-20', '2026-11-2'),
      text.replace('2026-11-20', '2026-13-20'),
      text.replace('2026-11-20', '2026-02-30'),
      text.replace('}', ',"restored":"2026-11-20"}'),
      text.replace('}', ',"more":1}'),
      text.replace('{"v":1,"day":"2026-11-20"', '{"day":"2026-11-20","v":1'),
    ];
    for (const one of wrong) expect(readEntry(one), one).toBeNull();
  });
});

describe('a note', () => {
  const [good = ''] = log.checkpoints;

  it('is refused in any other spelling', () => {
    const wrong = [
      '',
      '\n\n',
      good.slice(0, -1),
      `${good}\n`,
      good.replace('\n\n', '\n'),
      good.replace('— ', '- '),
      good.replace('— ', '—  '),
      good.replace('irich K', 'irich  K'),
      good.replace('\n1\n', '\n1 \n'),
      good.replace('\n1\n', '\n1e0\n'),
      good.replace('\n1\n', '\n9999999999999999\n'),
      good.replace('\n\n', '\nextension\n\n'),
      good.replace('=\n\n', '\n\n'),
      good.replace('points', 'pöints'),
      good + 'x'.repeat(20_000),
      good + `${good.split('\n')[4]}\n`.repeat(64),
    ];
    for (const one of wrong) expect(readCheckpoint(one), one.slice(0, 80)).toBeNull();
  });

  it('may have signatures of others', async () => {
    const key = readVkey(log.vkey, hash);
    if (key === null) throw new Error('no key');
    const other = `— somebody.example/else ${toBase64(hash(ascii('x')))}\n`;
    const checkpoint = readCheckpoint(good + other);
    const trusted = { origin: log.origin, keys: [key], witnesses: [], quorum: 0 };
    expect(checkpoint && (await signersOf(checkpoint, trusted, verify))).toMatchObject({ log: { key } });
    expect(checkpoint && checkpointText(checkpoint)).toBe(checkpoint?.note.text);
  });

  it('names its key in one spelling', () => {
    const wrong = [
      '',
      log.vkey.slice(1),
      log.vkey.slice(0, -1),
      log.vkey.replace('+2', '+3'),
      `${log.vkey} `,
    ];
    for (const one of wrong) expect(readVkey(one, hash), one).toBeNull();
  });
});
