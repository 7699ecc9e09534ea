/** A voucher: the server's signed permission for a wallet to mint a badge. The wallet itself sends it, and pays the fee. */
import { type Address, beginCell, type Cell } from '@ton/core';
import { keyPairFromSeed, sign } from '@ton/crypto';
import { VOUCHER_LIFE_MS } from '#core/privacy/retention.ts';
import { textCell } from './contracts.ts';
import { mintBody } from './messages.ts';

/** How long a voucher is valid, seconds. */
export const VOUCHER_LIFE_S = VOUCHER_LIFE_MS / 1000;

export interface Voucher {
  readonly collection: Address;
  readonly owner: Address;
  /** See `badgeNumber`. */
  readonly badge: number;
  /** The rest of the address of the badge's metadata. */
  readonly content: string;
  /** Seconds since 1970; the last second of its validity. */
  readonly validUntil: number;
}

export interface Signer {
  /** 32 bytes, stored in the collection. */
  readonly publicKey: Uint8Array;
  readonly sign: (hash: Uint8Array) => Uint8Array;
}

/** @param seed 32 bytes, hexadecimal. */
export function signerOf(seed: string): Signer {
  const { publicKey, secretKey } = keyPairFromSeed(Buffer.from(seed, 'hex'));
  return { publicKey, sign: (hash) => sign(Buffer.from(hash), secretKey) };
}

/** The message from the wallet to the collection. The same voucher and key give the same bytes. */
export function signedMint(voucher: Voucher, signer: Signer): Cell {
  const cell = voucherCell(voucher);
  return mintBody(cell, signer.sign(cell.hash()));
}

export function voucherCell({ collection, owner, badge, content, validUntil }: Voucher): Cell {
  return beginCell()
    .storeUint(0x1392a5d8, 32)
    .storeAddress(collection)
    .storeAddress(owner)
    .storeUint(badge, 16)
    .storeUint(validUntil, 32)
    .storeRef(textCell(content))
    .endCell();
}
