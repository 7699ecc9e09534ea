/**
 * The largest passport as a phone's camera sees it: 5 cm wide with its border, on a screen of 400 pixels an inch, in a Full
 * HD picture, as JPEG. The app's reader of pictures reads it.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { expect, test } from 'vitest';
import { SIGNATURE } from '#core/proof/note.ts';
import { writePassport } from '#core/proof/passport.ts';
import { readPictureCodes } from '#platform/scan/picture-codes.ts';
import { FRAME, photograph, type Shot } from '#tests/support/camera.ts';
import { largestProof } from '#tests/support/proof/passport.ts';
import { testSigner } from '#tests/support/proof/test-keys.ts';
import { qrRows } from '#ui/qr-rows.ts';

const ORIGIN = 'points.example/irich';
const logs = [1, 2].map((byte) => testSigner(ORIGIN, SIGNATURE.ed25519, byte));
const witnesses = [3, 4, 5].map((byte) => testSigner(`w${byte}.example`, SIGNATURE.cosignature, byte));
const keysOf = (signers: typeof logs) => signers.map(({ key }) => key);
const pins = { origin: ORIGIN, keys: keysOf(logs), witnesses: keysOf(witnesses), quorum: 3 };
const proof = JSON.stringify(largestProof([...logs, ...witnesses]));
const passport = writePassport(proof, pins, (bytes) => sha256(bytes)) ?? '';
const rows = qrRows(passport, true);
const STEADY: Shot = { millimetres: 50, distance: 110, yaw: 0, pitch: 0, roll: 0, blur: 1, noise: 8 };

async function textsOf(shot: Partial<Shot>): Promise<readonly string[]> {
  const { data, width, height } = photograph(rows, { ...STEADY, ...shot });
  const canvas = new OffscreenCanvas(FRAME.width, FRAME.height);
  canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0);
  const read = await readPictureCodes(await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 }));
  return read.ok ? read.texts : [];
}

test('is a code of version 32 at most', () => {
  expect(rows.length - 8).toBeLessThanOrEqual(17 + 4 * 32);
});

test.each<[string, Partial<Shot>]>([
  ['held straight, out of focus and in poor light', { blur: 1.6, noise: 12 }],
  ['held askew', { yaw: 15, pitch: 10, roll: 5 }],
  ['from 15 cm', { distance: 150, yaw: 8, pitch: 6, roll: 3 }],
])('is read %s', async (_, shot) => {
  expect(await textsOf(shot)).toEqual([passport]);
});

test('is not read once the picture has lost it', async () => {
  expect(await textsOf({ blur: 3 })).toEqual([]);
});
