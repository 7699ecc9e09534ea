/**
 * Known wallet contracts, by the hash of their code, and the position of the public key in their data. Another contract could
 * claim any key, so its code proves nothing. Published with github.com/ton-blockchain/wallet-contract and its successors.
 */
import type { Cell } from '@ton/core';

interface WalletContract {
  readonly name: 'v3r1' | 'v3r2' | 'v4r2' | 'v5r1';
  /** The number of bits before the 256 bits of the public key. */
  readonly keyAt: number;
}

const CONTRACTS: Readonly<Record<string, WalletContract>> = {
  b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581: { name: 'v3r1', keyAt: 64 },
  '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599': { name: 'v3r2', keyAt: 64 },
  feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0: { name: 'v4r2', keyAt: 64 },
  '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f': { name: 'v5r1', keyAt: 65 },
};

/** The public key in a wallet's data, 32 bytes; null if its code is unknown. Throws if the data are too short. */
export function publicKeyOf(code: Cell, data: Cell): Uint8Array | null {
  const contract = CONTRACTS[code.hash().toString('hex')];
  return contract === undefined ? null : data.beginParse().skip(contract.keyAt).loadBuffer(32);
}
