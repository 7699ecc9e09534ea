/** Messages to collections and badges, as defined in `contract/messages.tolk`. */
import { type Address, beginCell, type Cell } from '@ton/core';
import { type CollectionContent, contentCell } from './contracts.ts';

/** Nanotons to send with a voucher; the contract refuses less, and returns the unused part. */
export const MINT_FEE = 100_000_000n;
/** Nanotons to send with any other message. */
export const MESSAGE_FEE = 50_000_000n;

export function mintBody(voucher: Cell, signature: Uint8Array): Cell {
  return message(0x2f1f93da).storeBuffer(Buffer.from(signature), 64).storeRef(voucher).endCell();
}

/** Messages that a collection accepts only from its owner. */
export const fromOwner = {
  changeSigner: (signer: Uint8Array) => message(0xe25e8002).storeBuffer(Buffer.from(signer), 32).endCell(),
  openMinting: (isOpen: boolean) => message(0x9833dca0).storeBit(isOpen).endCell(),
  changeContent: (content: CollectionContent) => message(0x0ec29200).storeRef(contentCell(content)).endCell(),
  changeOwner: (owner: Address) => message(0x93b05b31).storeAddress(owner).endCell(),
  revokeBadge: (owner: Address, badge: number) =>
    message(0x7baf8259).storeAddress(owner).storeUint(badge, 16).endCell(),
  withdraw: () => message(0xb5de5f9e).endCell(),
} as const;

/** Constant, because no code here matches answers by their number. */
const QUERY_ID = 0;

function message(operation: number) {
  return beginCell().storeUint(operation, 32).storeUint(QUERY_ID, 64);
}
