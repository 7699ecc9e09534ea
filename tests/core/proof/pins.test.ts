import { describe, expect, test } from 'vitest';
import { newSignerText, readSigner } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { SIGNATURE, type SignatureType, vkeyText } from '#core/proof/note.ts';
import { readPins } from '#core/proof/pins.ts';

const { hash } = PROOF_PORTS;
function vkey(name: string, type: SignatureType = SIGNATURE.ed25519): string {
  const signer = readSigner(newSignerText(name, type));
  return signer === null ? '' : vkeyText(signer.key);
}
const [LOG, NEXT] = [vkey('log.example'), vkey('log.example')];
const [ANN, BEN] = [vkey('ann', SIGNATURE.cosignature), vkey('ben', SIGNATURE.cosignature)];
const NONE = { origin: '', keys: '', witnesses: '', quorum: '' };
const SET = { origin: 'log.example', keys: LOG, witnesses: `${ANN} ${BEN}`, quorum: '1' };

describe('the pins of a build', () => {
  test('nothing is published without an origin', () => {
    expect(readPins(NONE, hash)).toBeNull();
  });
  test('keys, witnesses and quorum are read', () => {
    const pins = readPins({ ...SET, keys: ` ${LOG}\n${NEXT} ` }, hash);
    expect(pins?.keys.map(vkeyText)).toEqual([LOG, NEXT]);
    expect(pins?.witnesses.map(vkeyText)).toEqual([ANN, BEN]);
    expect(pins).toMatchObject({ origin: 'log.example', quorum: 1 });
  });
  test("a witness's address is left to the server", () => {
    const witnesses = `${ANN},https://ann.example/w ${BEN}`;
    expect(readPins({ ...SET, witnesses }, hash)?.witnesses.map(vkeyText)).toEqual([ANN, BEN]);
  });
  test('without a quorum every witness must have signed', () => {
    expect(readPins({ ...SET, quorum: '' }, hash)?.quorum).toBe(2);
  });
  test.each([
    ['no key', { keys: '' }],
    ["a witness's key for the log", { keys: ANN }],
    ["the log's key for a witness", { witnesses: LOG }],
    ['a damaged key', { keys: LOG.slice(0, -2) }],
    ['more than there are', { quorum: '3' }],
    ['a negative quorum', { quorum: '-1' }],
    ['half a witness', { quorum: '0.5' }],
    ['no number', { quorum: 'all' }],
  ])('%s is refused', (_, change) => {
    expect(() => readPins({ ...SET, ...change }, hash)).toThrow(RangeError);
  });
});
