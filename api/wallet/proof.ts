/**
 * Checks that a user owns a wallet: the proof that it signs when it connects (TON Connect, `ton_proof`), and the state init
 * that ties its address to its key. `tests/vectors/wallet-proof.json` decides every case.
 */
import { Address, Cell, contractAddress } from '@ton/core';
import { sha256_sync as sha256 } from '@ton/crypto';
import type * as v from 'valibot';
import { verifyEd25519 } from '#api/runtime/ed25519.ts';
import type { WalletProof as ProofOnWire } from '#core/contract/wallet.ts';
import { publicKeyOf } from './wallet-codes.ts';

export interface WalletProof extends v.InferOutput<typeof ProofOnWire> {
  /** In the raw form: workchain, a colon, 64 hex digits. */
  readonly address: string;
}

export interface Expected {
  /** The domains of the app. */
  readonly domains: readonly string[];
  /** Milliseconds. */
  readonly now: number;
  readonly isOwnPayload: (payload: string) => boolean;
}

/** The step at which a proof fails; for the operator's log. */
export type ProofFault =
  | 'network'
  | 'timestamp'
  | 'domain_length'
  | 'domain'
  | 'payload'
  | 'address'
  | 'state_init'
  | 'wallet_code'
  | 'other_address'
  | 'public_key'
  | 'signature';

export type ProofResult =
  | {
      readonly ok: true;
      /** In the raw form, lower case. */
      readonly address: string;
    }
  | { readonly ok: false; readonly fault: ProofFault };

const MAINNET = '-239';
const MAX_AGE_S = 900;
const MAX_AHEAD_S = 60;

export function checkProof(proof: WalletProof, expected: Expected): ProofResult {
  const { domain } = proof;
  const time = secondsOf(proof.timestamp);
  const nowS = Math.floor(expected.now / 1000);
  if (proof.network !== MAINNET) return { ok: false, fault: 'network' };
  if (time === null || time < nowS - MAX_AGE_S || time > nowS + MAX_AHEAD_S) {
    return { ok: false, fault: 'timestamp' };
  }
  if (domain.lengthBytes !== Buffer.byteLength(domain.value)) return { ok: false, fault: 'domain_length' };
  if (!expected.domains.includes(domain.value)) return { ok: false, fault: 'domain' };
  if (!expected.isOwnPayload(proof.payload)) return { ok: false, fault: 'payload' };
  const address = addressOf(proof.address);
  if (address === null) return { ok: false, fault: 'address' };
  const key = keyOf(proof.walletStateInit, address);
  if (typeof key === 'string') return { ok: false, fault: key };
  if (Buffer.from(key).toString('hex') !== proof.publicKey.toLowerCase()) {
    return { ok: false, fault: 'public_key' };
  }
  return isSigned(proof, address, time, key)
    ? { ok: true, address: address.toRawString() }
    : { ok: false, fault: 'signature' };
}

function secondsOf(timestamp: number | string): number | null {
  const time =
    typeof timestamp === 'string' && !/^\d{1,16}$/.test(timestamp) ? Number.NaN : Number(timestamp);
  return Number.isSafeInteger(time) ? time : null;
}

function addressOf(text: string): Address | null {
  return /^(-1|0):[0-9a-f]{64}$/i.test(text) ? Address.parseRaw(text) : null;
}

/**
 * The beginning of a state init with only code and data. A wallet's has nothing else. Other parts are not read: a dictionary
 * of a few hundred cells, each referenced twice by the previous one, would take for ever.
 */
const CODE_AND_DATA = 0b00110;
/** Characters of base64: a wallet's has a quarter of that. Limited because each cell is hashed before any check. */
const LONGEST_STATE_INIT = 4096;

/** The key in the state init of this address. */
function keyOf(
  stateInit: string,
  address: Address,
): Uint8Array | 'state_init' | 'wallet_code' | 'other_address' {
  if (stateInit.length > LONGEST_STATE_INIT) return 'state_init';
  try {
    const init = Cell.fromBase64(stateInit).beginParse();
    if (init.loadUint(5) !== CODE_AND_DATA) return 'state_init';
    const [code, data] = [init.loadRef(), init.loadRef()];
    if (!contractAddress(address.workChain, { code, data }).equals(address)) return 'other_address';
    return publicKeyOf(code, data) ?? 'wallet_code';
  } catch {
    // Not a bag of cells, not a state init, or data too short for a key.
    return 'state_init';
  }
}

const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

function isSigned(
  { domain, payload, signature }: WalletProof,
  address: Address,
  time: number,
  key: Uint8Array,
): boolean {
  if (!SIGNATURE.test(signature)) return false;
  const name = Buffer.from(domain.value);
  const [workchain, length, timestamp] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(8)];
  workchain.writeInt32BE(address.workChain);
  length.writeUInt32LE(name.length);
  timestamp.writeBigUInt64LE(BigInt(time));
  const message = Buffer.concat([
    Buffer.from('ton-proof-item-v2/'),
    workchain,
    address.hash,
    length,
    name,
    timestamp,
    Buffer.from(payload),
  ]);
  const signed = Buffer.concat([Buffer.from([0xff, 0xff]), Buffer.from('ton-connect'), sha256(message)]);
  return verifyEd25519({ key, content: sha256(signed), signature: Buffer.from(signature, 'base64') });
}
