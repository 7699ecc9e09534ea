/** The two contracts on the chain: their code, their data, and the resulting addresses. */
import { type Address, beginCell, Cell, contractAddress, type StateInit } from '@ton/core';
import { type BadgeFamily, readBadge } from '#core/points/badges.ts';
import compiled from './contract/compiled.json' with { type: 'json' };

/** The workchain of all contracts here, and of the wallets that badges are minted to. */
export const BASECHAIN = 0;

export const COLLECTION_CODE = Cell.fromBase64(compiled.collection.code);
export const BADGE_CODE = Cell.fromBase64(compiled.badge.code);

/** The number of a badge is part of its token's address, so it never changes. 16 bits. */
const FAMILY_NUMBERS: Readonly<Record<BadgeFamily, number>> = { lev: 100, ref: 200, chain: 300, streak: 400 };

/** `lev_6` is 106; null if the id is not a badge. */
export function badgeNumber(id: string): number | null {
  const badge = readBadge(id);
  return badge === null ? null : FAMILY_NUMBERS[badge.family] + badge.tier;
}

export interface CollectionContent {
  /** The address of the collection's metadata. */
  readonly own: string;
  /** The beginning of the address of every badge's metadata. */
  readonly common: string;
}

export interface Collection {
  readonly owner: Address;
  /** Public key of the signer of vouchers, 32 bytes. */
  readonly signer: Uint8Array;
  readonly isOpen: boolean;
  readonly content: CollectionContent;
  readonly badgeCode: Cell;
}

/** The data of a minted badge's contract. */
export interface MintedBadge {
  /** Null after the badge was destroyed. */
  readonly owner: Address | null;
  /** Seconds since 1970; 0 if it was not revoked. */
  readonly revokedAt: number;
  /** The rest of the address of its metadata. */
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

/** Throws if the data are not those of a collection. */
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

/** The initial state with which the collection deploys a badge; it determines the badge's address. */
export function badgeInit(collection: Address, owner: Address, badge: number): StateInit {
  const index = beginCell().storeAddress(owner).storeUint(badge, 16).endCell().hash();
  const data = beginCell().storeBuffer(index).storeAddress(collection).storeMaybeRef(null).endCell();
  return { code: BADGE_CODE, data };
}

/** The address of an owner's badge, minted or not. */
export function badgeAddress(collection: Address, owner: Address, badge: number): Address {
  return contractAddress(BASECHAIN, badgeInit(collection, owner, badge));
}

/** Null if it was not minted yet. Throws if the data are not those of a badge. */
export function readMintedBadge(data: Cell): MintedBadge | null {
  const slice = data.beginParse().skip(256);
  slice.loadAddress();
  const state = slice.loadMaybeRef()?.beginParse();
  slice.endParse();
  if (state === undefined) return null;
  const owner = state.loadMaybeAddress();
  return { owner, revokedAt: Number(state.loadUintBig(64)), content: readText(state.loadRef()) };
}

/** TEP-64: a byte marks the content as an off-chain address. */
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
