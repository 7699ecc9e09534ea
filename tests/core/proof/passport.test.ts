import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { crc16 } from '#core/crc16.ts';
import { fromBase45, toBase45 } from '#core/proof/base45.ts';
import { checkProof } from '#core/proof/check-proof.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import { SIGNATURE, type SignatureType, signatureLine } from '#core/proof/note.ts';
import { LONGEST_PASSPORT, readPassport, writePassport } from '#core/proof/passport.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { dayEntries, proofIn, type SavedProof, savedProof } from '#tests/support/proof/log.ts';
import { largestProof } from '#tests/support/proof/passport.ts';

const { hash } = PROOF_PORTS;
const ORIGIN = 'points.example/irich';
const PREFIX = 'IRICH1:';
const [log, next] = [signer(ORIGIN), signer(ORIGIN)] as const;
const [ann, ben, eve] = ['ann.example', 'ben.example', 'eve.example'].map((name) =>
  signer(name, SIGNATURE.cosignature),
) as [Signer, Signer, Signer];
const pins = pinsOf([log], [ann, ben]);
const leaves = Array.from({ length: 40 }, (_, at): Leaf => {
  const head = hash(Uint8Array.of(at));
  return { blind: head.slice(0, 16), total: BigInt(at * 7919), seq: at + 1, head };
});

function signer(name: string, type: SignatureType = SIGNATURE.ed25519): Signer {
  const made = readSigner(newSignerText(name, type));
  if (made === null) throw new Error('no key');
  return made;
}

function pinsOf(logs: readonly Signer[], witnesses: readonly Signer[], quorum = witnesses.length): Trusted {
  const keysOf = (signers: readonly Signer[]) => signers.map(({ key }) => key);
  return { origin: ORIGIN, keys: keysOf(logs), witnesses: keysOf(witnesses), quorum };
}

const textOf = (proof: SavedProof) => JSON.stringify(proof);
const check = (text: string, trusted = pins) => checkProof(text, trusted, PROOF_PORTS);

/** A passport that holds; fails the test if there is none. */
function passportOf(proof: SavedProof, trusted = pins): string {
  const text = writePassport(textOf(proof), trusted, hash);
  if (text === null) throw new Error('no passport');
  return text;
}

const bytesOf = (text: string) => fromBase45(text.slice(PREFIX.length)) ?? new Uint8Array();

/** The same content with other bytes and a checksum that is right again. */
function sealed(content: readonly number[]): string {
  const sum = crc16(content);
  return PREFIX + toBase45(Uint8Array.of(...content, sum >> 8, sum & 0xff));
}

describe('a passport', () => {
  test('gives back the saved proof, of every place in logs and days of every size', async () => {
    for (let size = 1; size <= leaves.length; size += 1) {
      const some = leaves.slice(0, size);
      const { proof } = proofIn(dayEntries(size % 9), some, (size * 7) % size, [log, ann, ben]);
      const text = passportOf(proof);
      expect(text).toMatch(/^[0-9A-Z $%*+./:-]+$/);
      expect(readPassport(text, pins, hash)).toBe(textOf(proof));
      expect(await check(textOf(proof))).toMatchObject({ ok: true });
    }
  });

  test('carries sealed plans, a restored ledger, an early entry and two keys of the log', async () => {
    const proof = largestProof([log, next, ann, ben]);
    const trusted = pinsOf([log, next], [ann, ben]);
    const read = readPassport(passportOf(proof, trusted), trusted, hash);
    expect(read).toBe(textOf(proof));
    expect(await check(read ?? '', trusted)).toMatchObject({
      ok: true,
      value: { witnesses: ['ann.example', 'ben.example'] },
    });
  });

  test('fits one code: of ten million users, twenty years, three witnesses and two keys of the log', () => {
    const signers = [log, next, ann, ben, eve];
    const text = passportOf(largestProof(signers), pinsOf([log, next], [ann, ben, eve]));
    // Version 32 holds 2,840 characters; larger codes have squares that cameras lose at 5 cm.
    expect(text.length).toBeLessThanOrEqual(2840);
    expect(text.length).toMatchInlineSnapshot(`2686`);
  });

  test('leaves out what its writer does not know, and each key signs once', async () => {
    const proof = savedProof(leaves, 3, [log, eve, ann, ben]);
    const last = `${proof.checkpoint.split('\n').at(-2)}\n`;
    const twice = { ...proof, checkpoint: proof.checkpoint + last };
    expect(passportOf(twice)).toBe(passportOf(proof));
    const read = readPassport(passportOf(twice), pins, hash) ?? '';
    expect(read).toBe(textOf(savedProof(leaves, 3, [log, ann, ben])));
    expect(await check(read)).toMatchObject({ ok: true });
  });

  test('is read with other witnesses pinned, and is refused by another log', async () => {
    const text = passportOf(savedProof(leaves, 3, [log, ann, ben]));
    const fewer = pinsOf([log], [ben, eve], 1);
    expect(await check(readPassport(text, fewer, hash) ?? '', fewer)).toMatchObject({
      ok: true,
      value: { witnesses: ['ben.example'] },
    });
    const more = pinsOf([log], [ben, eve]);
    expect(await check(readPassport(text, more, hash) ?? '', more)).toEqual({ ok: false, error: 'quorum' });
    const other = pinsOf([next], []);
    expect(await check(readPassport(text, other, hash) ?? '', other)).toEqual({
      ok: false,
      error: 'signature',
    });
    const elsewhere = { ...pins, origin: 'elsewhere.example' };
    expect(await check(readPassport(text, elsewhere, hash) ?? '', elsewhere)).toEqual({
      ok: false,
      error: 'signature',
    });
  });
});

describe('no passport is made', () => {
  const proof = savedProof(leaves, 3, [log, ann, ben]);
  const cut = proof.checkpoint.replace(
    / [A-Za-z0-9+/]+=*\n$/,
    ` ${Buffer.concat([ben.key.id, new Uint8Array(60)]).toString('base64')}\n`,
  );
  test.each<[string, Partial<SavedProof>]>([
    ['a wrong path', { path: proof.path.slice(1) }],
    ['a wrong sum', { path: proof.path.map((step) => ({ ...step, sum: '1' })) }],
    ['a wrong place in the log', { index: proof.index - 1 }],
    ['a wrong root', { inclusion: proof.inclusion.slice(1) }],
    ['another log', { checkpoint: proof.checkpoint.replace(ORIGIN, 'elsewhere.example') }],
    ['a signature of another length', { checkpoint: cut }],
    ['a day before 1970', { entry: proof.entry.replace('2026', '1026') }],
  ])('of %s', (_, change) => {
    expect(writePassport(textOf({ ...proof, ...change }), pins, hash)).toBeNull();
  });

  test('of a text that is no proof', () => {
    for (const text of ['', 'null', '{}', '[', textOf(proof).slice(1)])
      expect(writePassport(text, pins, hash)).toBeNull();
  });

  test('of more than a code holds', () => {
    const witnesses = Array.from({ length: 45 }, (_, at) => signer(`w${at}`, SIGNATURE.cosignature));
    const many = savedProof(leaves, 3, [log, ...witnesses]);
    expect(writePassport(textOf(many), pinsOf([log], witnesses), hash)).toBeNull();
    expect(writePassport(textOf(many), pinsOf([log], witnesses.slice(0, 20)), hash)).not.toBeNull();
  });
});

describe('hostile texts', () => {
  const proof = savedProof(leaves, 3, [log, ann, ben]);
  const text = passportOf(proof);
  const content = [...bytesOf(text).subarray(0, -2)];

  it('refuses every text cut off, and every text with something after it', () => {
    for (let length = 0; length < text.length; length += 1)
      expect(readPassport(text.slice(0, length), pins, hash), `${length}`).toBeNull();
    for (const more of ['0', '00', '000', ' ', '\n', 'Ж'])
      expect(readPassport(text + more, pins, hash)).toBeNull();
    expect(readPassport(` ${text}`, pins, hash)).toBeNull();
    expect(readPassport(text.toLowerCase(), pins, hash)).toBeNull();
    expect(readPassport(text.replace(PREFIX, 'IRICH2:'), pins, hash)).toBeNull();
  });

  it('refuses content cut off anywhere or longer by a byte, whose checksum is right', () => {
    for (let length = 0; length < content.length; length += 1)
      expect(readPassport(sealed(content.slice(0, length)), pins, hash), `${length}`).toBeNull();
    for (const byte of [0, 1, 255]) expect(readPassport(sealed([...content, byte]), pins, hash)).toBeNull();
  });

  it('refuses every change of one character', () => {
    for (let at = 0; at < text.length; at += 1) {
      for (const letter of '0Z:a') {
        if (text[at] === letter) continue;
        expect(readPassport(text.slice(0, at) + letter + text.slice(at + 1), pins, hash), `${at}`).toBeNull();
      }
    }
  });

  it('never proves another total, day or place by a changed byte, though the checksum is right', async () => {
    // With no quorum, a change may at most hide a witness.
    const trusted = { ...pins, quorum: 0 };
    const right = await check(textOf(proof), trusted);
    if (!right.ok) throw new Error('The proof does not hold');
    const { witnesses: all, checkpoint, ...said } = right.value;
    let hidden = 0;
    for (let at = 0; at < content.length; at += 1) {
      const bit = 1 << (at % 8);
      const changed = sealed(content.map((byte, place) => (place === at ? byte ^ bit : byte)));
      const read = readPassport(changed, trusted, hash);
      const checked = read === null ? null : await check(read, trusted);
      if (checked === null || !checked.ok) continue;
      hidden += 1;
      expect(checked.value).toMatchObject({ ...said, checkpoint: { size: checkpoint.size } });
      expect(checked.value.witnesses.length).toBeLessThan(all.length);
    }
    // The ids of two witnesses' keys.
    expect(hidden).toBe(8);
  });

  it('refuses a number in more bytes than it needs, and one above 64 bits', () => {
    // The day is the first number, in two or three bytes.
    const end = content.findIndex((byte) => byte < 0x80);
    const longer = content.with(end, (content[end] ?? 0) | 0x80).toSpliced(end + 1, 0, 0);
    expect(readPassport(sealed(longer), pins, hash)).toBeNull();
    const huge = [...Array<number>(9).fill(0xff), 0x02];
    expect(readPassport(sealed(content.toSpliced(0, end + 1, ...huge)), pins, hash)).toBeNull();
  });

  it('refuses a signature that stands twice', () => {
    const count = content.length - 1 - 2 * (4 + 5 + 64);
    expect(content[count]).toBe(2);
    const last = content.slice(-(4 + 5 + 64));
    expect(readPassport(sealed([...content.with(count, 3), ...last]), pins, hash)).toBeNull();
    const other = last.with(0, (last[0] ?? 0) ^ 1);
    expect(readPassport(sealed([...content.with(count, 3), ...other]), pins, hash)).toBe(textOf(proof));
  });

  it('answers null to anything else, without an error', () => {
    const letters = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:');
    const read = (some: string) => readPassport(some, pins, hash);
    fc.assert(fc.property(fc.string(), (some) => read(some) === null && read(PREFIX + some) === null));
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 300 }), (some) => read(PREFIX + some) === null),
    );
    fc.assert(
      fc.property(fc.array(fc.nat(255), { maxLength: 600 }), (bytes) => read(sealed(bytes)) === null),
    );
    // Numbers that name long paths and long lists.
    const number = fc.constantFrom([0], [1], [127], [255, 1], [...Array<number>(7).fill(255), 15]);
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 3, maxLength: 40 }),
        (numbers) => read(sealed(numbers.flat())) === null,
      ),
    );
    for (const length of [LONGEST_PASSPORT, LONGEST_PASSPORT + 1, 5_000_000])
      expect(read(PREFIX + '0'.repeat(length))).toBeNull();
  });
});

test('a line of any name under the note is left out', () => {
  const proof = savedProof(leaves, 3, [log, ann, ben]);
  const line = signatureLine({ name: 'other.example', id: ann.key.id }, new Uint8Array(5000));
  expect(passportOf({ ...proof, checkpoint: proof.checkpoint + line })).toBe(passportOf(proof));
});
