/** A build follows the log's key from one to the next, and nowhere else. */
import { describe, expect, test } from 'vitest';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { ascii } from '#core/proof/bytes.ts';
import { checkLog } from '#core/proof/check-log.ts';
import { checkProof } from '#core/proof/check-proof.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import { followKeys, keyChangeText, readKeyChanges } from '#core/proof/key-change.ts';
import { SIGNATURE, type SignatureType, signatureLine, vkeyText } from '#core/proof/note.ts';
import { checkpointOf, dayEntries, logFiles, proofIn, sourceOf } from '#tests/support/proof/log.ts';

const { hash } = PROOF_PORTS;
const ORIGIN = 'points.example/irich';
const KEYS = Array.from({ length: 34 }, () => signer());
const [FIRST, SECOND, THIRD, FOURTH] = KEYS as [Signer, Signer, Signer, Signer];

function signer(name = ORIGIN, type: SignatureType = SIGNATURE.ed25519): Signer {
  const read = readSigner(newSignerText(name, type));
  if (read === null) throw new Error('no key');
  return read;
}

/** A change to a key, signed by another. */
function change(number: number, to: Signer, by: Signer, origin = ORIGIN): string {
  const text = keyChangeText({ origin, number, key: to.key });
  return `${text}\n${signatureLine(by.key, by.sign(ascii(text)))}`;
}

/** From each key to the next. */
const chain = (keys: readonly Signer[]) =>
  keys
    .slice(1)
    .map((key, at) => change(at + 1, key, keys[at] as Signer))
    .join('');

const pinned = (...keys: readonly Signer[]) => ({
  origin: ORIGIN,
  keys: keys.map(({ key }) => key),
  witnesses: [],
  quorum: 0,
});
const vkeys = (keys: readonly Signer[]) => keys.map(({ key }) => vkeyText(key));
const follow = async (text: string, ...keys: readonly Signer[]) =>
  (await followKeys(text, pinned(...keys), PROOF_PORTS))?.keys.map(vkeyText) ?? null;

describe('a chain of changes', () => {
  const all = chain([FIRST, SECOND, THIRD, FOURTH]);

  test('leads on from every key of it', async () => {
    expect(await follow(all, FIRST)).toEqual(vkeys([FOURTH, THIRD, SECOND, FIRST]));
    expect(await follow(all, SECOND)).toEqual(vkeys([FOURTH, THIRD, SECOND]));
    expect(await follow(all, FOURTH)).toEqual(vkeys([FOURTH]));
    expect(await follow(all, THIRD, SECOND)).toEqual(vkeys([FOURTH, THIRD, SECOND]));
  });

  test('leads nowhere from a key that is not in it', async () => {
    const other = signer();
    expect(await follow(all, other)).toEqual(vkeys([other]));
  });

  test('has to be signed by the key before each', async () => {
    const other = signer();
    const [one, two, three] = [change(1, SECOND, FIRST), change(2, THIRD, SECOND), change(3, FOURTH, THIRD)];
    // Signed by a key of another log, by a key that was replaced, and by the new key itself.
    expect(await follow(one + change(2, THIRD, other) + three, FIRST)).toBeNull();
    expect(await follow(one + change(2, THIRD, FIRST) + three, FIRST)).toBeNull();
    expect(await follow(one + change(2, THIRD, THIRD) + three, FIRST)).toBeNull();
    // A signature of another change.
    const forged = change(2, other, SECOND).split('\n').at(-2) ?? '';
    const genuine = two.split('\n').at(-2) ?? '';
    expect(await follow(one + two.replace(genuine, forged), FIRST)).toBeNull();
    // One without the first is none of a log that begins with it.
    expect(await follow(two + three, SECOND)).toBeNull();
  });

  test('is of one log', async () => {
    const [here, there] = [signer('other.example'), signer('other.example')];
    const foreign = change(1, there, here, 'other.example');
    expect(readKeyChanges(foreign, hash)).toHaveLength(1);
    expect(await follow(foreign, FIRST)).toBeNull();
    expect(readKeyChanges(foreign + change(2, THIRD, SECOND), hash)).toBeNull();
  });

  test('is read in one spelling', () => {
    expect(readKeyChanges(all, hash)?.map(({ number }) => number)).toEqual([1, 2, 3]);
    const [one = '', two = ''] = [change(1, SECOND, FIRST), change(2, THIRD, SECOND)];
    const witness = signer(ORIGIN, SIGNATURE.cosignature);
    for (const wrong of [
      '',
      '\n',
      all.slice(0, -1),
      `${all}\n`,
      `\n${all}`,
      `${one}\n${two}`,
      two,
      one + one,
      one.replace('\n1\n', '\n01\n'),
      one.replace('irich-key-change-v1', 'irich-key-change-v2'),
      one.replace(vkeyText(SECOND.key), vkeyText(witness.key)),
      one.replace(vkeyText(SECOND.key), vkeyText(SECOND.key).slice(0, -4)),
      `${one}${one.split('\n').at(-2)}\n`,
      one.replace(/\n/g, '\r\n'),
      chain(KEYS),
    ]) {
      expect(readKeyChanges(wrong, hash), wrong).toBeNull();
    }
    expect(readKeyChanges(chain(KEYS.slice(0, 33)), hash)).toHaveLength(32);
  });

  test('is never taken for a checkpoint', () => {
    expect(readCheckpoint(change(1, SECOND, FIRST))).toBeNull();
  });
});

describe('a log', () => {
  const entries = dayEntries(5);
  const files = (signers: readonly Signer[], keys?: string) => {
    const all = logFiles(entries, signers);
    if (keys !== undefined) all.set('keys', Buffer.from(keys));
    return sourceOf(all);
  };
  const check = (source: ReturnType<typeof files>, by: Signer, known?: string) => {
    const kept = known === undefined ? undefined : (readCheckpoint(known) ?? undefined);
    return checkLog(source, pinned(by), PROOF_PORTS, kept);
  };
  const changes = chain([FIRST, SECOND, THIRD]);

  test('whose key was replaced is followed, and extends a checkpoint of its older key', async () => {
    const known = checkpointOf(entries.slice(0, 3), [FIRST]);
    const checked = await check(files([THIRD], changes), FIRST, known);
    expect(checked.ok && vkeyText(checked.value.key)).toBe(vkeyText(THIRD.key));
    const rewritten = checkpointOf(entries.slice(1, 4), [FIRST]);
    expect(await check(files([THIRD], changes), FIRST, rewritten)).toMatchObject({
      error: { fault: 'fork' },
    });
  });

  test('that both keys sign extends a checkpoint that the new key alone has signed', async () => {
    const known = checkpointOf(entries.slice(0, 3), [THIRD]);
    const both = await check(files([FIRST, THIRD], changes), FIRST, known);
    expect(both.ok && both.value.trusted.keys).toHaveLength(3);
    const foreign = checkpointOf(entries.slice(0, 3), [FOURTH]);
    expect(await check(files([FIRST, THIRD], changes), FIRST, foreign)).toMatchObject({
      error: { fault: 'signature', at: 'known checkpoint' },
    });
  });

  test('shows whom to trust for a saved proof that the new key alone has signed', async () => {
    const leaf = { blind: new Uint8Array(16), total: 5n, seq: 1, head: new Uint8Array(32) };
    const text = JSON.stringify(proofIn(entries, [leaf], 0, [THIRD]).proof);
    const checked = await check(files([THIRD], changes), FIRST);
    if (!checked.ok) throw new Error(checked.error.fault);
    expect(await checkProof(text, pinned(FIRST), PROOF_PORTS)).toMatchObject({ ok: false });
    expect(await checkProof(text, checked.value.trusted, PROOF_PORTS)).toMatchObject({ ok: true });
  });

  test('is refused without the changes, and with others', async () => {
    const refused = { ok: false, error: { fault: 'signature', at: 'checkpoint' } };
    expect(await check(files([THIRD]), FIRST)).toEqual(refused);
    expect(await check(files([THIRD], chain([FIRST, SECOND])), FIRST)).toEqual(refused);
    expect(await check(files([THIRD], chain([SECOND, THIRD])), FIRST)).toEqual(refused);
    expect(await check(files([THIRD], 'x'.repeat(1_000_000)), FIRST)).toEqual(refused);
    expect(await check(files([FOURTH], changes), FIRST)).toEqual(refused);
  });

  test('needs no changes while both keys sign', async () => {
    for (const by of [FIRST, SECOND]) {
      const checked = await check(files([SECOND, FIRST], 'damaged'), by);
      expect(checked.ok && vkeyText(checked.value.key)).toBe(vkeyText(by.key));
    }
  });
});
