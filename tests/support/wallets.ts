/** Wallets with their own keys and proofs like users' wallets. Runs in Node and in workerd. */
import { createPrivateKey, createPublicKey, hash, sign } from 'node:crypto';
import { beginCell, Cell, contractAddress, loadStateInit, storeStateInit } from '@ton/core';
import vectors from '#tests/vectors/wallet-proof.json' with { type: 'json' };

export interface TestWallet {
  /** In the raw form. */
  readonly address: string;
  /** The body of a link without the user's id. */
  prove(asked: ProofAsked): {
    readonly wallet_address: string;
    readonly proof: Readonly<Record<string, unknown>>;
  };
}

export interface ProofAsked {
  readonly payload: string;
  /** Milliseconds. */
  readonly at: number;
  readonly domain?: string;
  readonly network?: string;
}

/** The code of a wallet v4r2. */
const CODE = codeOf('valid, wallet v4r2');

/** The same wallet for the same name. */
export function walletNamed(name: string): TestWallet {
  const { publicKey, secretKey } = keyPairOf(sha256(`wallet of ${name}`));
  const data = beginCell().storeUint(0, 32).storeUint(698_983_191, 32).storeBuffer(publicKey).storeBit(false);
  const init = { code: CODE, data: data.endCell() };
  const address = contractAddress(0, init);
  const walletStateInit = beginCell().store(storeStateInit(init)).endCell().toBoc().toString('base64');
  return {
    address: address.toRawString(),
    prove({ payload, at, domain = 'irich.example', network = '-239' }) {
      const timestamp = Math.floor(at / 1000);
      const [length, time] = [Buffer.alloc(4), Buffer.alloc(8)];
      length.writeUInt32LE(Buffer.byteLength(domain));
      time.writeBigUInt64LE(BigInt(timestamp));
      const message = Buffer.concat([
        Buffer.from('ton-proof-item-v2/'),
        Buffer.alloc(4),
        address.hash,
        length,
        Buffer.from(domain),
        time,
        Buffer.from(payload),
      ]);
      const signed = sha256(
        Buffer.concat([Buffer.from([255, 255]), Buffer.from('ton-connect'), sha256(message)]),
      );
      return {
        wallet_address: address.toRawString(),
        proof: {
          network,
          publicKey: publicKey.toString('hex'),
          walletStateInit,
          timestamp,
          domain: { lengthBytes: Buffer.byteLength(domain), value: domain },
          payload,
          signature: sign(null, signed, secretKey).toString('base64'),
        },
      };
    },
  };
}

function sha256(content: string | Uint8Array): Buffer {
  return hash('sha256', content, 'buffer');
}

/** The DER form of an Ed25519 seed before its 32 bytes (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyPairOf(seed: Uint8Array) {
  const secretKey = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
  const der = createPublicKey(secretKey).export({ format: 'der', type: 'spki' });
  return { publicKey: der.subarray(-32), secretKey };
}

function codeOf(name: string): Cell {
  const stateInit = vectors.find((vector) => vector.name === name)?.walletStateInit ?? '';
  const { code } = loadStateInit(Cell.fromBase64(stateInit).beginParse());
  if (!code) throw new Error(`${name} has no code`);
  return code;
}
