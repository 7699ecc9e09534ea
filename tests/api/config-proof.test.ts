/** Configuration of the published totals: key, changes of it, and witnesses. */
import { expect, test } from 'vitest';
import { readConfig } from '#api/config.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import { ascii } from '#core/proof/bytes.ts';
import { keyChangeText } from '#core/proof/key-change.ts';
import { SIGNATURE, type SignatureType, signatureLine, vkeyText } from '#core/proof/note.ts';

const GOOD = {
  DATABASE_PATH: '/var/lib/irich/irich.sqlite',
  BOT_TOKEN: '1111111111:TEST-token-of-these-vectors-only_0000',
  BOT_USERNAME: 'irich_bot',
  APP_SHORT_NAME: 'app',
  PUBLIC_URL: 'https://irich.example',
  MARKET_PROVIDER: 'sample',
};

const faultsOf = (env: Record<string, string | undefined>) => {
  const result = readConfig(env);
  return result.ok ? [] : result.faults;
};

const key = (name: string, type: SignatureType = SIGNATURE.ed25519) => newSignerText(name, type);
const vkey = (text: string) => {
  const signer = readSigner(text);
  return signer === null ? '' : vkeyText(signer.key);
};
const [OWN, NEXT, OTHER] = [key('log.example'), key('log.example'), key('other.example')];
const WITNESS = key('ann', SIGNATURE.cosignature);
const PUBLISHED = { ...GOOD, PROOF_SIGNING_KEY: OWN, PROOF_ORIGIN: 'log.example' };

test('take one key or two, and witnesses with their addresses', () => {
  const [ann, ben] = [vkey(WITNESS), vkey(key('ben', SIGNATURE.cosignature))];
  const read = readConfig({
    ...PUBLISHED,
    PROOF_SIGNING_KEY: ` ${NEXT} ${OWN}`,
    PROOF_WITNESSES: `${ann},https://ann.example/w/ ${ben},http://localhost:8090`,
    PROOF_DATABASE_PATH: '/var/lib/log.sqlite',
  });
  expect(read.ok && read.config).toMatchObject({
    proofSigningKey: `${NEXT} ${OWN}`,
    proofOrigin: 'log.example',
    proofWitnesses: [{ url: 'https://ann.example/w' }, { url: 'http://localhost:8090' }],
    proofDatabasePath: '/var/lib/log.sqlite',
  });
  expect(read.ok && read.config.proofWitnesses.map((one) => vkeyText(one.key))).toEqual([ann, ben]);
});

test('refuse other keys without showing them', () => {
  for (const wrong of [
    vkey(OWN),
    WITNESS,
    OWN.slice(1),
    `${OWN} ${OWN}`,
    `${OWN} ${OTHER}`,
    `${OWN},${NEXT}`,
  ]) {
    expect(faultsOf({ ...PUBLISHED, PROOF_SIGNING_KEY: wrong })).toEqual([
      'PROOF_SIGNING_KEY: must be the text of a key, as `npm run ledger -- proof keys` writes it, or two of one name with a space between them',
    ]);
  }
  const three = [OWN, NEXT, key('log.example')].join(' ');
  expect(faultsOf({ ...PUBLISHED, PROOF_SIGNING_KEY: three })).toHaveLength(1);
});

test('refuse witnesses without an address, of a log, or named twice', () => {
  const at = `${vkey(WITNESS)},https://ann.example`;
  for (const wrong of [
    vkey(WITNESS),
    `${vkey(WITNESS)},http://ann.example`,
    `${vkey(WITNESS)},https://ann.example/?a=1`,
    `${vkey(OWN)},https://ann.example`,
    `${at} ${at}`,
    `${at}, ${at}`,
    Array.from(
      { length: 17 },
      (_, one) => `${vkey(key(`w${one}`, SIGNATURE.cosignature))},https://w.example`,
    ).join(' '),
  ]) {
    expect(faultsOf({ ...PUBLISHED, PROOF_WITNESSES: wrong }), wrong).toEqual([
      expect.stringMatching(/^PROOF_WITNESSES: must be [^\n]+$/),
    ]);
  }
});

test('need a key and an origin that is its name', () => {
  expect(faultsOf({ ...GOOD, PROOF_SIGNING_KEY: OWN })).toEqual([
    'PROOF_ORIGIN: is not set, but PROOF_SIGNING_KEY is',
  ]);
  expect(faultsOf({ ...GOOD, PROOF_ORIGIN: 'log.example' })).toEqual([
    'PROOF_SIGNING_KEY: is not set, but PROOF_ORIGIN is',
  ]);
  expect(faultsOf({ ...GOOD, PROOF_WITNESSES: `${vkey(WITNESS)},https://ann.example` })).toEqual([
    'PROOF_SIGNING_KEY: is not set, but PROOF_WITNESSES is',
  ]);
  expect(faultsOf({ ...PUBLISHED, PROOF_ORIGIN: 'other.example' })).toEqual([
    'PROOF_ORIGIN: must be the name of the key in PROOF_SIGNING_KEY',
  ]);
});

test('changes of the key lead to the newest one', () => {
  const [old, newer] = [readSigner(OWN), readSigner(NEXT)] as [Signer, Signer];
  const text = keyChangeText({ origin: 'log.example', number: 1, key: newer.key });
  const note = `${text}\n${signatureLine(old.key, old.sign(ascii(text)))}`;
  const base64 = Buffer.from(note).toString('base64');
  for (const keys of [NEXT, `${NEXT} ${OWN}`]) {
    const read = readConfig({ ...PUBLISHED, PROOF_SIGNING_KEY: keys, PROOF_KEY_CHANGES: base64 });
    expect(read.ok && read.config.proofKeyChanges).toBe(note);
  }
  for (const keys of [OWN, `${OWN} ${NEXT}`]) {
    expect(faultsOf({ ...PUBLISHED, PROOF_SIGNING_KEY: keys, PROOF_KEY_CHANGES: base64 })).toEqual([
      'PROOF_KEY_CHANGES: must end with the first key of PROOF_SIGNING_KEY',
    ]);
  }
  for (const wrong of [
    note,
    'x',
    base64.slice(4),
    `${base64} `.repeat(2),
    Buffer.from('x').toString('base64'),
  ]) {
    expect(faultsOf({ ...PUBLISHED, PROOF_SIGNING_KEY: NEXT, PROOF_KEY_CHANGES: wrong }), wrong).toEqual([
      'PROOF_KEY_CHANGES: must be the text that `npm run ledger -- proof keys check` writes for the changes of the key',
    ]);
  }
  expect(faultsOf({ ...GOOD, PROOF_KEY_CHANGES: base64 })).toEqual([
    'PROOF_SIGNING_KEY: is not set, but PROOF_KEY_CHANGES is',
  ]);
});
