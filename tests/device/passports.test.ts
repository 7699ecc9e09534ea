/** Passports on the device: made of the newest proof that was right, and checked without a network. */
import { expect, test } from 'vitest';
import { SIGNATURE, vkeyText } from '#core/proof/note.ts';
import { passportOf } from '#core/proof/passport-texts.ts';
import { dayEntries } from '#tests/support/proof/log.ts';
import { NO_PINS } from '#tests/support/proof/no-pins.ts';
import { PINS, testSigner } from '#tests/support/proof/test-keys.ts';
import { checked, leafOf, publish, settled, synced } from './published-rig.ts';
import { rig } from './sync-rig.ts';

/** A phone that has checked its published total, and its passport. */
async function withPassport() {
  const { r, device } = await synced();
  publish(r, dayEntries(3), leafOf(r, 7));
  await checked(r, device);
  const passport = await device.ownPassport();
  if (passport === null) throw new Error('no passport');
  return { r, device, passport };
}

/** Another phone, which has never met a network. */
async function friend(pins = PINS) {
  const r = rig();
  r.online = false;
  r.pins = pins;
  return { r, device: await r.open() };
}

test('there is none before a published total was right', async () => {
  const { r, device } = await synced();
  expect(await device.ownPassport()).toBeNull();
  publish(r, dayEntries(3), leafOf(r, 7, 1000));
  await checked(r, device);
  expect(await device.ownPassport()).toBeNull();
});

test('a right total gives one, without a network too, and another phone without a network reads the same in it', async () => {
  const { r, device, passport } = await withPassport();
  expect(passport).toMatchObject({
    total: String(leafOf(r, 7).total),
    day: '2026-11-04',
    users: 1,
    witnesses: ['witness.example/w'],
  });
  r.online = false;
  expect(await device.ownPassport()).toEqual(passport);
  const other = await friend();
  expect(await other.device.checkPassport(passport.text)).toEqual({ ok: true, passport });
  expect(await other.device.meetCheckpoint(passport.checkpoint)).toBe('first');
  expect(await device.meetCheckpoint(passport.checkpoint)).toBe('agrees');
});

test('a changed passport is damaged, one by other keys is not signed, and without enough witnesses it says so', async () => {
  const { passport } = await withPassport();
  const { text } = passport;
  const other = await friend();
  for (const wrong of ['', 'IRICH1:', text.slice(0, -1), `${text.slice(0, 50)}00${text.slice(52)}`])
    expect(await other.device.checkPassport(wrong)).toEqual({ ok: false, fault: 'damaged' });
  const keys = vkeyText(testSigner(PINS.origin, SIGNATURE.ed25519, 7).key);
  const strange = await friend({ ...PINS, keys });
  expect(await settled(strange.r, strange.device.checkPassport(text))).toEqual({
    ok: false,
    fault: 'signature',
  });
  const second = vkeyText(testSigner('second.example', SIGNATURE.cosignature, 8).key);
  const strict = await friend({ ...PINS, witnesses: `${PINS.witnesses} ${second}`, quorum: '2' });
  expect(await strict.device.checkPassport(text)).toEqual({ ok: false, fault: 'quorum' });
});

test('without pins nothing is shown and nothing is checked', async () => {
  const { passport } = await withPassport();
  const { device } = await friend(NO_PINS);
  expect(await device.ownPassport()).toBeNull();
  expect(await device.checkPassport(passport.text)).toEqual({ ok: false, fault: 'unpinned' });
});

test('the one passport is found among other codes', () => {
  expect(passportOf([])).toEqual({ ok: false, reason: 'no_passport' });
  expect(passportOf(['hello', 'irich1:', 'IRICH:'])).toEqual({ ok: false, reason: 'no_passport' });
  expect(passportOf(['hello', 'IRICH1:AB', 'IRICH2:AB'])).toEqual({ ok: true, text: 'IRICH1:AB' });
  expect(passportOf(['IRICH1:AB', 'IRICH1:AB'])).toEqual({ ok: true, text: 'IRICH1:AB' });
  expect(passportOf(['IRICH1:AB', 'IRICH1:CD'])).toEqual({ ok: false, reason: 'several' });
  expect(passportOf(['IRICH22:AB'])).toEqual({ ok: false, reason: 'version' });
});
