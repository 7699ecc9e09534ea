/** The two contracts as they are kept on the chain: their code, what they store, and the addresses that follow from it. */
import { type Address, beginCell, Cell, contractAddress, type StateInit } from '@ton/core';
import compiled from './contract/compiled.json' with { type: 'json' };

/** All contracts here are in this workchain, and so are the wallets that badges are minted to. */
export const BASECHAIN = 0;

export const COLLECTION_CODE = Cell.fromBase64(compiled.collection.code);
export const BADGE_CODE = Cell.fromBase64(compiled.badge.code);

export interface CollectionContent {
  /** The address of what describes the collection. */
  readonly own: string;
  /** How the address of what describes a badge begins. */
  readonly common: string;
}

export interface Collection {
  readonly owner: Address;
  /** Public key of who signs vouchers, 32 bytes. */
  readonly signer: Uint8Array;
  readonly isOpen: boolean;
  readonly content: CollectionContent;
  readonly badgeCode: Cell;
}

/** What a badge's contract says of it. */
export interface MintedBadge {
  /** Null once it was destroyed. */
  readonly owner: Address | null;
  /** Seconds since 1970; 0 where it was not. */
  readonly revokedAt: number;
  /** The rest of the address of what describes it. */
  readonly content: string;
}

export function collectionInit(collection: Omit<Collection, 'badgeCode'>): StateInit {
  const data = beginCell()
    .storeAddress(collection.owner)
    .storeBuffer(Buffer.from(collection.signer), 32)
    .storeBit(collection.isOpen)
    .storeRef(contentCell(collection.content))
    .storeRef(BADGE_CODE)
    .endCell();
  return { code: COLLECTION_CODE, data };
}

export function collectionAddress(init: StateInit): Address {
  return contractAddress(BASECHAIN, init);
}

/** Throws where the data are not those of a collection. */
export function readCollection(data: Cell): Collection {
  const slice = data.beginParse();
  const owner = slice.loadAddress();
  const signer = slice.loadBuffer(32);
  const isOpen = slice.loadBit();
  const content = slice.loadRef().beginParse();
  const badgeCode = slice.loadRef();
  slice.endParse();
  const own = content.loadRef().beginParse().skip(8).loadStringTail();
  return { owner, signer, isOpen, content: { own, common: readText(content.loadRef()) }, badgeCode };
}

/** A badge as the collection puts it there, not minted yet: its address follows from it. */
export function badgeInit(collection: Address, owner: Address, badge: number): StateInit {
  const index = beginCell().storeAddress(owner).storeUint(badge, 16).endCell().hash();
  const data = beginCell().storeBuffer(index).storeAddress(collection).storeMaybeRef(null).endCell();
  return { code: BADGE_CODE, data };
}

/** Where a badge of an owner is, minted or not. */
export function badgeAddress(collection: Address, owner: Address, badge: number): Address {
  return contractAddress(BASECHAIN, badgeInit(collection, owner, badge));
}

/** Null where it was not minted yet. Throws where the data are not those of a badge. */
export function readMintedBadge(data: Cell): MintedBadge | null {
  const slice = data.beginParse().skip(256);
  slice.loadAddress();
  const state = slice.loadMaybeRef()?.beginParse();
  slice.endParse();
  if (state === undefined) return null;
  const owner = state.loadMaybeAddress();
  return { owner, revokedAt: Number(state.loadUintBig(64)), content: readText(state.loadRef()) };
}

/** TEP-64: addresses elsewhere begin with a byte that says so. */
export function contentCell({ own, common }: CollectionContent): Cell {
  return beginCell()
    .storeRef(beginCell().storeUint(1, 8).storeStringTail(own).endCell())
    .storeRef(textCell(common))
    .endCell();
}

export function textCell(text: string): Cell {
  return beginCell().storeStringTail(text).endCell();
}

function readText(cell: Cell): string {
  return cell.beginParse().loadStringTail();
}
