/** Which signatures under a checkpoint count, and what strangers may write there. */
import { expect, it } from 'vitest';
import { newSignerText, readSigner } from '#api/proof/signer.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { ascii } from '#core/proof/bytes.ts';
import { checkpointText, readCheckpoint, signersOf, type Trusted } from '#core/proof/checkpoint.ts';
import { cosignature, SIGNATURE, type SignatureType, signatureLine, verifierKey } from '#core/proof/note.ts';
import { hash, verify } from './published.ts';

const ORIGIN = 'points.example/irich';
const text = checkpointText({ origin: ORIGIN, size: 1, root: new Uint8Array(32) });
const log = signerOf(ORIGIN, SIGNATURE.ed25519);
const witness = signerOf('witness.example/w', SIGNATURE.cosignature);
const logLine = signatureLine(log.key, log.sign(ascii(text)));

function signerOf(name: string, type: SignatureType) {
  const signer = readSigner(newSignerText(name, type));
  if (signer === null) throw new Error('no key');
  return signer;
}

const under = (name: string, { key, sign }: typeof log) => ({
  key: verifierKey(name, SIGNATURE.cosignature, key.key, hash),
  sign,
});
const cosigned = ({ key, sign }: typeof log, at = 1n) => signatureLine(key, cosignature(text, at, sign));

async function witnessesOf(lines: string, trusted: Partial<Trusted>) {
  const checkpoint = readCheckpoint(`${text}\n${lines}`);
  const whole = { origin: ORIGIN, keys: [log.key], witnesses: [], quorum: 0, ...trusted };
  const signers = checkpoint && (await signersOf(checkpoint, whole, verify));
  return signers?.witnesses.map(({ key }) => key.name) ?? null;
}

it('counts one key with two names as one witness', async () => {
  const again = under('witness.example/again', witness);
  const lines = logLine + cosigned(witness) + cosigned(again);
  expect(await witnessesOf(lines, { witnesses: [witness.key, again.key] })).toEqual(['witness.example/w']);
});

it('does not count the key of the log as a witness', async () => {
  const own = under('witness.example/own', log);
  expect(await witnessesOf(logLine + cosigned(own), { witnesses: [own.key] })).toEqual([]);
  const second = signerOf(ORIGIN, SIGNATURE.ed25519);
  const lines = logLine + signatureLine(second.key, second.sign(ascii(text)));
  expect(await witnessesOf(lines, { witnesses: [second.key] })).toEqual([]);
});

it('does not take a witness for the log', async () => {
  const impostor = signerOf(ORIGIN, SIGNATURE.cosignature);
  expect(await witnessesOf(cosigned(impostor), { keys: [impostor.key] })).toBeNull();
});

it('refuses a cosignature of a time beyond 2^63 - 1', async () => {
  const trusted = { witnesses: [witness.key] };
  expect(await witnessesOf(logLine + cosigned(witness, 2n ** 63n - 1n), trusted)).toHaveLength(1);
  expect(await witnessesOf(logLine + cosigned(witness, 2n ** 63n), trusted)).toBeNull();
});

it('ignores unknown signatures of any name, type and number that the specification allows', async () => {
  const others = Array.from(
    { length: 15 },
    (_, at) => `— свидетель.example/${at} ${toBase64(new Uint8Array(5000))}\n`,
  );
  expect(await witnessesOf(others.join('') + logLine, {})).toEqual([]);
  for (const name of ['a+b', 'a\tb', 'a\u00a0b', 'a\u001b[2Jb', 'a\u0085b', 'a\u2028b']) {
    expect(await witnessesOf(`${logLine}— ${name} ${toBase64(new Uint8Array(68))}\n`, {}), name).toBeNull();
  }
});
