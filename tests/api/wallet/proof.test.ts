/** The proof of a wallet's ownership, case by case as the vectors decide. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkProof, type ProofFault, type WalletProof } from '#api/wallet/proof.ts';

interface Vector {
  readonly name: string;
  /** Seconds. */
  readonly now: number;
  readonly allowedDomain: string;
  readonly expectedPayload: string;
  readonly expect: 'ok' | 'wallet_proof_invalid';
  readonly address: string;
  readonly network: string;
  readonly publicKey: string;
  readonly walletStateInit: string;
  readonly proof: Pick<WalletProof, 'timestamp' | 'domain' | 'payload' | 'signature'>;
}

const VECTORS = JSON.parse(
  readFileSync(new URL('../../vectors/wallet-proof.json', import.meta.url), 'utf8'),
) as Vector[];

function judge({ now, allowedDomain, expectedPayload, proof, ...account }: Vector) {
  return checkProof(
    { ...account, ...proof },
    {
      domains: [allowedDomain],
      now: now * 1000,
      isOwnPayload: (payload) => payload === expectedPayload,
    },
  );
}

test('the vectors are there', () => {
  expect(VECTORS.length).toBeGreaterThanOrEqual(27);
});

test.each(VECTORS)('$name: $expect', (vector) => {
  const result = judge(vector);
  expect(result.ok).toBe(vector.expect === 'ok');
  if (result.ok) expect(result.address).toBe(vector.address.toLowerCase());
});

const [valid] = VECTORS as [Vector];
const broken = (change: Partial<Vector>): Vector => ({ ...valid, ...change });
const proof = (change: Partial<Vector['proof']>) => broken({ proof: { ...valid.proof, ...change } });
const STEPS: readonly (readonly [ProofFault, Vector])[] = [
  ['network', broken({ network: '-3' })],
  ['timestamp', broken({ now: valid.now + 901 })],
  ['timestamp', proof({ timestamp: ' 1789999940' })],
  ['timestamp', proof({ timestamp: 1789999940.5 })],
  ['domain_length', proof({ domain: { lengthBytes: 9, value: 'app.test' } })],
  ['domain', proof({ domain: { lengthBytes: 8, value: 'app.tesT' } })],
  ['payload', proof({ payload: 'nonce-124' })],
  ['address', broken({ address: 'EQDKbjIcfM6ezt8KjKJJLshZJJSqX7XOA4ff-W72r5gqPrHF' })],
  ['state_init', broken({ walletStateInit: 'no cells' })],
  ['state_init', broken({ walletStateInit: '' })],
  ['other_address', broken({ address: valid.address.replace(/.$/, '0') })],
  ['public_key', broken({ publicKey: `00${valid.publicKey.slice(2)}` })],
  ['signature', proof({ signature: valid.proof.signature.replace(/^./, 'A') })],
  ['signature', proof({ signature: '' })],
];

test.each(STEPS)('says at which step it fails: %s', (fault, vector) => {
  expect(judge(vector)).toEqual({ ok: false, fault });
});

test('any single letter of what is signed, changed, is found', () => {
  for (let at = 0; at < valid.proof.signature.length - 2; at += 7) {
    const { signature } = valid.proof;
    const letter = signature[at] === 'B' ? 'C' : 'B';
    const other = proof({ signature: `${signature.slice(0, at)}${letter}${signature.slice(at + 1)}` });
    expect(judge(other), `${at}`).toEqual({ ok: false, fault: 'signature' });
  }
});
