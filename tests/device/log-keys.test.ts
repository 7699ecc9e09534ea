/** A phone follows the log from a key to the one that replaced it, and nowhere else. */
import { describe, expect, test } from 'vitest';
import type { Signer } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { ascii } from '#core/proof/bytes.ts';
import { LINKS } from '#core/proof/check-total.ts';
import { keyChangeText } from '#core/proof/key-change.ts';
import { SIGNATURE, signatureLine } from '#core/proof/note.ts';
import { writePassport } from '#core/proof/passport.ts';
import type { TotalCheck } from '#device/proof-model.ts';
import { checkpointOf, dayEntries, type SavedProof } from '#tests/support/proof/log.ts';
import { LOG, testSigner, WITNESS } from '#tests/support/proof/test-keys.ts';
import { checked, leafOf, type Opened, publish, settled, synced } from './published-rig.ts';
import type { Rig } from './sync-rig.ts';

const key = (byte: number) => testSigner(LOG.key.name, SIGNATURE.ed25519, byte);
const [SECOND, THIRD, THIEF] = [key(11), key(12), key(13)];

/** The change to a key, signed by the one before. */
function change(number: number, to: Signer, by: Signer): string {
  const text = keyChangeText({ origin: LOG.key.name, number, key: to.key });
  return `${text}\n${signatureLine(by.key, by.sign(ascii(text)))}`;
}

const ONE = change(1, SECOND, LOG);
const TWO = ONE + change(2, THIRD, SECOND);

/** The server publishes a day, signed by this key, and this file of changes. */
function publishBy(r: Rig, by: Signer, changes: string | Uint8Array | null) {
  const made = publish(r, dayEntries(3), leafOf(r, 7), [by, WITNESS]);
  serve(r, changes);
  return made;
}

/** @param changes null for no answer; empty for no file */
function serve(r: Rig, changes: string | Uint8Array | null): void {
  r.script.set('GET /proof/keys', () => {
    if (changes === null) return null;
    return {
      status: changes.length === 0 ? 404 : 200,
      body: typeof changes === 'string' ? bytes(changes) : changes,
    };
  });
}

const bytes = (text: string) => new TextEncoder().encode(text);
const asked = (r: Rig) => r.names().filter((name) => name === 'GET /proof/keys').length;

function faults({ total, trouble }: TotalCheck): string[] {
  if (total === null) return [`nothing, ${trouble}`];
  return LINKS.flatMap((link) => {
    const one = total.verdict.links[link];
    return one.state === 'ok' ? [] : [`${link} ${one.state === 'fault' ? one.fault : one.why}`];
  });
}

const keptChanges = async (device: Opened) => JSON.parse(await device.proofEvidence()).changes;

describe('a replaced key', () => {
  test('is followed, kept, and followed again without a network', async () => {
    const { r, device } = await synced();
    publishBy(r, SECOND, ONE);
    expect(faults(await checked(r, device))).toEqual([]);
    expect(await keptChanges(device)).toBe(ONE);
    r.online = false;
    const again = await checked(r, device);
    expect([faults(again), again.trouble]).toEqual([[], 'offline']);
  });

  test('is learned while both keys sign, and the file is asked for once', async () => {
    const { r, device } = await synced();
    publish(r, dayEntries(3), leafOf(r, 7), [SECOND, LOG, WITNESS]);
    serve(r, ONE);
    expect(faults(await checked(r, device))).toEqual([]);
    publishBy(r, SECOND, null);
    expect(faults(await checked(r, device))).toEqual([]);
    expect(asked(r)).toBe(1);
  });

  test('is not asked for while the known key alone signs', async () => {
    const { r, device } = await synced();
    publishBy(r, LOG, ONE);
    expect(faults(await checked(r, device))).toEqual([]);
    expect(asked(r)).toBe(0);
  });

  test('is followed again when it is replaced again', async () => {
    const { r, device } = await synced();
    publishBy(r, SECOND, ONE);
    await checked(r, device);
    publishBy(r, THIRD, TWO);
    expect(faults(await checked(r, device))).toEqual([]);
    expect(await keptChanges(device)).toBe(TWO);
  });

  test('is known to a friend’s checkpoint and to a passport', async () => {
    const { r, device } = await synced();
    const { entries, proof } = publishBy(r, SECOND, ONE);
    expect(await settled(r, device.checkPassport(passportBy(SECOND, proof)))).toMatchObject({ ok: true });
    expect(await settled(r, device.meetCheckpoint(checkpointOf(entries, [SECOND, WITNESS])))).toBe('first');
    await checked(r, device);
    expect(await settled(r, device.ownPassport())).toMatchObject({ day: entries.at(-1)?.day });
    r.online = false;
    expect(await settled(r, device.checkPassport(passportBy(SECOND, proof)))).toMatchObject({ ok: true });
    expect(await settled(r, device.meetCheckpoint(checkpointOf(entries, [SECOND, WITNESS])))).toBe('agrees');
    expect(await settled(r, device.checkPassport(passportBy(THIRD, proof)))).toMatchObject({
      fault: 'signature',
    });
  });
});

describe('a file of changes', () => {
  const tooLong = new Uint8Array(131_073).fill(10);
  const forged = change(1, THIEF, THIEF);
  const wrong: readonly (readonly [string, string | Uint8Array])[] = [
    ['that is none', 'nonsense'],
    ['that the new key signs itself', forged],
    ['with a wrong second change', ONE + change(2, THIRD, THIEF)],
    ['of another log', ONE.replaceAll(LOG.key.name, 'other.example')],
    ['that lacks', ''],
  ];

  test.each([...wrong, ['that is too long', tooLong] as const])(
    '%s accuses no log whose key is known',
    async (_, changes) => {
      const { r, device } = await synced();
      publish(r, dayEntries(3), leafOf(r, 7), [SECOND, LOG, WITNESS]);
      serve(r, changes);
      expect(faults(await checked(r, device))).toEqual([]);
      expect(await keptChanges(device)).toBe('');
    },
  );

  test.each(wrong)('%s lets no forged key in', async (_, changes) => {
    const { r, device } = await synced();
    publishBy(r, THIEF, changes);
    expect(faults(await checked(r, device))).toContain('signed signature');
    expect(await keptChanges(device)).toBe('');
  });

  test('that does not arrive leaves the check to what is kept', async () => {
    const { r, device } = await synced();
    publishBy(r, SECOND, null);
    expect(faults(await checked(r, device))).toEqual(['nothing, failed']);
    publishBy(r, LOG, '');
    expect(faults(await checked(r, device))).toEqual([]);
    publishBy(r, SECOND, null);
    const kept = await checked(r, device);
    expect([faults(kept), kept.trouble]).toEqual([[], 'failed']);
  });

  test.each([
    ['an older one', ONE],
    ['one that is wrong', 'nonsense'],
    ['none', ''],
    [
      'a longer one that a thief of the replaced key has signed',
      change(1, key(21), LOG) + change(2, key(22), key(21)) + change(3, THIEF, key(22)),
    ],
  ])('does not undo what was followed: %s', async (_, changes) => {
    const { r, device } = await synced();
    publishBy(r, THIRD, TWO);
    await checked(r, device);
    publishBy(r, THIEF, changes);
    expect(faults(await checked(r, device))).toContain('signed signature');
    expect(await keptChanges(device)).toBe(TWO);
    publishBy(r, THIRD, changes);
    expect(faults(await checked(r, device))).toEqual([]);
  });
});

function passportBy(by: Signer, proof: SavedProof): string {
  const pins = { origin: LOG.key.name, keys: [by.key], witnesses: [WITNESS.key], quorum: 1 };
  const { checkpoint } = proof;
  const signed = checkpoint.replace(/— points\.example\/irich .*\n/, '');
  const text = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
  const line = signatureLine(by.key, by.sign(ascii(text)));
  const whole = { ...proof, checkpoint: signed.replace('\n\n', `\n\n${line}`) };
  return writePassport(JSON.stringify(whole), pins, PROOF_PORTS.hash) ?? '';
}
