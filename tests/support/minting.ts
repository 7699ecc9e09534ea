/** Mint requests read as a wallet reads them, and tokens as on the chain. Runs in Node and in workerd. */
import { type Address, beginCell, Cell } from '@ton/core';
import { signVerify } from '@ton/crypto';
import { BADGE_CODE, badgeAddress } from '#api/sbt/contracts.ts';
import type { Voucher } from '#api/sbt/voucher.ts';
import type { Reply, TestUser } from '#tests/api/support.ts';
import type { ChainAccount } from '#tests/upstream/ton-center.ts';
import type { TestWallet } from './wallets.ts';

export interface Mint {
  readonly to: string;
  /** Nanotons. */
  readonly amount: bigint;
  /** The deadline for sending it, seconds. */
  readonly validUntil: number;
  readonly body: Cell;
}

/** Links a wallet by a fresh proof. @param at milliseconds. */
export async function linkWallet(user: TestUser, wallet: TestWallet, at: number): Promise<Reply> {
  const { payload } = (await user.send('GET', '/api/wallet/proof-payload')).json;
  return user.send('POST', '/api/user/wallet', { body: { id: user.id, ...wallet.prove({ at, payload }) } });
}

export function readLink(link: string): Mint {
  const { pathname, searchParams } = new URL(link);
  const [body = Cell.EMPTY] = Cell.fromBoc(Buffer.from(searchParams.get('bin') ?? '', 'base64url'));
  return {
    to: pathname.slice(1),
    amount: BigInt(searchParams.get('amount') ?? ''),
    validUntil: Number(searchParams.get('exp')),
    body,
  };
}

/** Throws if another key signed it. */
export function readVoucher(body: Cell, publicKey: Uint8Array): Voucher {
  const message = body.beginParse().skip(32 + 64);
  const signature = message.loadBuffer(64);
  const cell = message.loadRef();
  if (!signVerify(cell.hash(), signature, Buffer.from(publicKey))) throw new Error('Signed by another key');
  const slice = cell.beginParse().skip(32);
  return {
    collection: slice.loadAddress(),
    owner: slice.loadAddress(),
    badge: slice.loadUint(16),
    validUntil: slice.loadUint(32),
    content: slice.loadRef().beginParse().loadStringTail(),
  };
}

/** A token's address and state. */
export function tokenOnChain(
  { collection, owner, badge }: { collection: Address; owner: Address; badge: number },
  { isDestroyed = false, revokedAt = 0 } = {},
): readonly [address: string, account: ChainAccount] {
  const index = beginCell().storeAddress(owner).storeUint(badge, 16).endCell().hash();
  const state = beginCell()
    .storeAddress(isDestroyed ? null : owner)
    .storeUint(revokedAt, 64)
    .storeRef(beginCell().storeStringTail('en/lev_1.json').endCell());
  const data = beginCell().storeBuffer(index).storeAddress(collection).storeMaybeRef(state.endCell());
  const text = (cell: Cell) => cell.toBoc().toString('base64');
  return [
    badgeAddress(collection, owner, badge).toRawString(),
    { state: 'active', balance: 50_000_000n, code: text(BADGE_CODE), data: text(data.endCell()) },
  ];
}
