/** The proof of a wallet's ownership, case by case from the vectors. */
import { readFileSync } from 'node:fs';
import { beginCell, Cell, contractAddress, loadStateInit, storeStateInit } from '@ton/core';
import { keyPairFromSeed } from '@ton/crypto';
import { describe, expect, test } from 'vitest';
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

test('the vectors exist', () => {
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
  // Numbers as some languages read them, and lookalikes of the domain.
  ...['', '1e9', '0x6ab1a6c4', '-1789999940', '１７８９９９９９４０', '99999999999999999', `${2 ** 53}`].map(
    (timestamp) => ['timestamp', proof({ timestamp })] as const,
  ),
  ...[Number.NaN, Number.POSITIVE_INFINITY, -1_789_999_940, 2 ** 53].map(
    (timestamp) => ['timestamp', proof({ timestamp })] as const,
  ),
  ...['app.test.', 'app.test:443', 'app.test\0', 'аpp.test', 'https://app.test', 'app.test/', '\ud800'].map(
    (value) => ['domain', proof({ domain: { lengthBytes: Buffer.byteLength(value), value } })] as const,
  ),
  ['domain_length', proof({ domain: { lengthBytes: 8.5, value: 'app.test' } })],
  ['domain_length', proof({ domain: { lengthBytes: 8, value: 'аpp.test' } })],
  ...[' 0:', '00:', '1:', '-0:', '-1:', '0：'].map(
    (start) =>
      [
        start === '-1:' ? 'signature' : 'address',
        broken({ address: valid.address.replace('0:', start) }),
      ] as const,
  ),
  ['address', broken({ address: `${valid.address}\n` })],
  ['public_key', broken({ publicKey: `0x${valid.publicKey}` })],
];

test.each(STEPS)('names the step that fails: %s', (fault, vector) => {
  expect(judge(vector)).toEqual({ ok: false, fault });
});

test('address and key are the same in capital letters', () => {
  const capital = { address: valid.address.toUpperCase(), publicKey: valid.publicKey.toUpperCase() };
  expect(judge(broken(capital))).toEqual({ ok: true, address: valid.address });
});

test('a change to any single signed letter is found', () => {
  for (let at = 0; at < valid.proof.signature.length - 2; at += 7) {
    const { signature } = valid.proof;
    const letter = signature[at] === 'B' ? 'C' : 'B';
    const other = proof({ signature: `${signature.slice(0, at)}${letter}${signature.slice(at + 1)}` });
    expect(judge(other), `${at}`).toEqual({ ok: false, fault: 'signature' });
  }
});

describe('a malicious state init', () => {
  const { code, data } = loadStateInit(Cell.fromBase64(valid.walletStateInit).beginParse());
  if (!code || !data) throw new Error('a wallet has code and data');
  const bits = (text: string) => beginCell().storeUint(Number.parseInt(text, 2), text.length);
  const library = beginCell().storeUint(2, 8).storeBuffer(code.hash()).endCell({ exotic: true });
  // Claims to stand for the code.
  const pruned = beginCell()
    .storeUint(1, 8)
    .storeUint(1, 8)
    .storeBuffer(code.hash())
    .storeUint(code.depth(), 16)
    .endCell({ exotic: true });

  /** The proof with another state init and its matching address. */
  const withInit = (init: Cell) =>
    judge(
      broken({
        address: `0:${init.hash().toString('hex')}`,
        walletStateInit: init.toBoc().toString('base64'),
      }),
    );

  /** A dictionary in which both branches of each node are the same next node: it has 2 ^ depth leaves. */
  function unfolding(depth: number): Cell {
    let node = library;
    for (let level = 0; level < depth; level += 1) node = bits('00').storeRef(node).storeRef(node).endCell();
    return node;
  }

  test.each<readonly [string, ProofFault, Cell]>([
    ['with an endless dictionary', 'state_init', bits('00001').storeRef(unfolding(20)).endCell()],
    [
      'of a wallet with an endless dictionary',
      'state_init',
      bits('00111').storeRef(code).storeRef(data).storeRef(unfolding(20)).endCell(),
    ],
    ['with a split depth', 'state_init', bits('10000000110').storeRef(code).storeRef(data).endCell()],
    ['of a special contract', 'state_init', bits('0111110').storeRef(code).storeRef(data).endCell()],
    ['without data', 'state_init', bits('00100').storeRef(code).endCell()],
    ['with the data cell missing', 'state_init', bits('00110').storeRef(code).endCell()],
    ['with bits after its end', 'other_address', bits('001101').storeRef(code).storeRef(data).endCell()],
    ['that is a library cell', 'state_init', library],
    ['with code in a library', 'wallet_code', bits('00110').storeRef(library).storeRef(data).endCell()],
    ['with pruned code', 'wallet_code', bits('00110').storeRef(pruned).storeRef(data).endCell()],
    ['with data in a library', 'state_init', bits('00110').storeRef(code).storeRef(library).endCell()],
    [
      'with data that end within the key',
      'state_init',
      bits('00110').storeRef(code).storeRef(beginCell().storeUint(0, 319).endCell()).endCell(),
    ],
  ])('%s', (_, fault, init) => expect(withInit(init)).toEqual({ ok: false, fault }));

  test.each(['', ' ', '====', 'te6cck', 'b5ee9c72', '\0', 'te6cckECAgEABwACAAAAAAAAAA=='])(
    '%j is not a bag of cells and is refused',
    (walletStateInit) =>
      expect(judge(broken({ walletStateInit }))).toEqual({ ok: false, fault: 'state_init' }),
  );

  test("longer than any wallet's is not parsed", () => {
    const padded = (length: number) => broken({ walletStateInit: valid.walletStateInit.padEnd(length) });
    expect(judge(padded(4096))).toMatchObject({ ok: true });
    expect(judge(padded(4097))).toEqual({ ok: false, fault: 'state_init' });
  });

  test('with any byte changed is refused or gives the same result', () => {
    const bytes = Buffer.from(valid.walletStateInit, 'base64');
    for (let at = 0; at < bytes.length; at += 1) {
      for (const flipped of [1, 8, 128, 255]) {
        const other = Buffer.from(bytes);
        other[at] = (bytes[at] ?? 0) ^ flipped;
        const result = judge(broken({ walletStateInit: other.toString('base64') }));
        if (result.ok) expect(result.address).toBe(valid.address);
        else expect(['state_init', 'other_address']).toContain(result.fault);
      }
    }
  });
});

test('a v5 wallet may be of any network and any subwallet number', () => {
  const v5 = VECTORS.find(({ name }) => name === 'valid, wallet v5r1') ?? valid;
  const { code } = loadStateInit(Cell.fromBase64(v5.walletStateInit).beginParse());
  const { publicKey } = keyPairFromSeed(Buffer.alloc(32, 5));
  for (const id of [0, 2_147_483_409, 2_147_483_645, 4_294_967_295]) {
    const data = beginCell()
      .storeBit(true)
      .storeUint(0, 32)
      .storeUint(id, 32)
      .storeBuffer(publicKey)
      .storeBit(false);
    const init = { code, data: data.endCell() };
    const account = {
      address: contractAddress(0, init).toRawString(),
      walletStateInit: beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64'),
    };
    const foreign = { ...v5, ...account };
    expect(judge(foreign)).toEqual({ ok: false, fault: 'public_key' });
    const own = { ...foreign, publicKey: publicKey.toString('hex') };
    expect(judge(own)).toEqual({ ok: false, fault: 'signature' });
  }
});
