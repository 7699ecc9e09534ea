/** A local chain with a collection, its owner, a user with a badge, and a thief. */
import { Address, beginCell, Cell, type Message, toNano } from '@ton/core';
import {
  Blockchain,
  type BlockchainSnapshot,
  type SandboxContract,
  type SendMessageResult,
  type TreasuryContract,
} from '@ton/sandbox';
import {
  badgeAddress,
  badgeNumber,
  collectionAddress,
  collectionInit,
  readCollection,
} from '#api/sbt/contracts.ts';
import { type Signer, signedMint, signerOf, type Voucher, voucherCell } from '#api/sbt/voucher.ts';
import { type Outcome, outcomeOf } from './exit-codes.ts';

export type Person = SandboxContract<TreasuryContract>;

/** Seconds since 1970. */
export const NOW = 1_800_000_000;
export const YEAR_S = 31_557_600;
export const SIGNER = signerOf('07'.repeat(32));
export const OTHER_SIGNER = signerOf('08'.repeat(32));
export const CONTENT = {
  own: 'https://irich.example/sbt/collection.json',
  common: 'https://irich.example/sbt/',
} as const;

/** A message of the standards that consists of its operation or begins with it. */
export const plain = (operation: number) => beginCell().storeUint(operation, 32).storeUint(7, 64);

/** How much of the fee a badge keeps. */
export const RESERVE = toNano('0.05');
/** Operations of TEP-85. */
export const PROVE = 0x04ded148;
export const REQUEST_OWNER = 0xd0c3bfea;
export const DESTROY = plain(0x1f04537a).endCell();
export const REVOKE = plain(0x6f89f5e3).endCell();

/** The result of one message to one contract. */
export interface Told {
  readonly outcome: Outcome;
  readonly gas: bigint;
  /** Messages that it caused, in order. */
  readonly messages: readonly Message[];
  /** What it cost the sender, in nanotons. */
  readonly cost: bigint;
}

export interface MintOptions {
  readonly by?: Person;
  readonly signer?: Signer;
  /** In TON. */
  readonly value?: string;
}

/** The result of a badge's get-methods. */
export interface BadgeData {
  readonly isInitialized: boolean;
  readonly index: bigint;
  readonly collection: Address;
  readonly owner: Address | null;
  readonly content: string | null;
  readonly authority: Address | null;
  readonly revokedAt: number;
  readonly balance: bigint;
}

export type Chain = Awaited<ReturnType<typeof createChain>>;

let created: Promise<readonly [Chain, BlockchainSnapshot]> | null = null;

/** A chain with the collection and no badge. Every call puts back the same chain: it takes long to make one. */
export async function startChain(): Promise<Chain> {
  created ??= createChain().then((chain) => [chain, chain.blockchain.snapshot()] as const);
  const [chain, beginning] = await created;
  await chain.blockchain.loadFrom(beginning);
  return chain;
}

async function createChain() {
  const blockchain = await Blockchain.create();
  blockchain.now = NOW;
  const [owner, user, thief] = await Promise.all(
    ['owner', 'user', 'thief'].map((name) => blockchain.treasury(name)),
  );
  if (owner === undefined || user === undefined || thief === undefined)
    throw new Error('the account does not exist');
  const init = collectionInit({
    owner: owner.address,
    signer: SIGNER.publicKey,
    isOpen: true,
    content: CONTENT,
  });
  const collection = collectionAddress(init);
  await owner.send({ to: collection, value: toNano('0.5'), init });

  const badge = badgeAddress(collection, user.address, numberOf('lev_6'));
  const balanceOf = async (address: Address) => (await blockchain.getContract(address)).balance;

  async function tell(by: Person, to: Address, body: Cell, value = '0.1'): Promise<Told> {
    const before = await balanceOf(by.address);
    const result = await by.send({ to, value: toNano(value), body });
    return { ...heard(result, to), cost: before - (await balanceOf(by.address)) };
  }

  function voucher(different: Partial<Voucher> = {}): Voucher {
    return {
      collection,
      owner: user?.address ?? collection,
      badge: numberOf('lev_6'),
      content: 'en/lev_6.json',
      validUntil: (blockchain.now ?? NOW) + 86_400,
      ...different,
    };
  }

  const mint = (one: Voucher, { by = user, signer = SIGNER, value = '0.2' }: MintOptions = {}) =>
    tell(by, collection, signedMint(one, signer), value);

  async function badgeData(address = badge): Promise<BadgeData> {
    const { stackReader: data } = await blockchain.runGetMethod(address, 'get_nft_data');
    const isInitialized = data.readBoolean();
    const index = data.readBigNumber();
    const from = data.readAddress();
    const to = data.readCell().beginParse().loadMaybeAddress();
    const content = data.readCellOpt()?.beginParse().loadStringTail() ?? null;
    const authority = await blockchain.runGetMethod(address, 'get_authority_address');
    const revoked = await blockchain.runGetMethod(address, 'get_revoked_time');
    return {
      isInitialized,
      index,
      collection: from,
      owner: to,
      content,
      authority: authority.stackReader.readCell().beginParse().loadMaybeAddress(),
      revokedAt: revoked.stackReader.readNumber(),
      balance: await balanceOf(address),
    };
  }

  async function collectionData() {
    const { account } = await blockchain.getContract(collection);
    const state = account.account?.storage.state;
    if (state?.type !== 'active' || !state.state.data) throw new Error('there is no collection');
    return readCollection(state.state.data);
  }

  return {
    blockchain,
    people: { owner, user, thief },
    collection,
    badge,
    tell,
    voucher,
    mint,
    badgeData,
    collectionData,
    balanceOf,
    /** Advances the clock by seconds; wallets pay for their storage. */
    async wait(seconds: number) {
      blockchain.now = (blockchain.now ?? NOW) + seconds;
      for (const person of [owner, user, thief]) await person.send({ to: person.address, value: 1n });
    },
  };
}

export function numberOf(id: string): number {
  const number = badgeNumber(id);
  if (number === null) throw new Error(`${id} is not a badge`);
  return number;
}

/** Of TEP-85, with content if requested. */
export function asking(operation: number, dest: Address, withContent: boolean): Cell {
  const forwarded = beginCell().storeStringTail('what for').endCell();
  return plain(operation).storeAddress(dest).storeRef(forwarded).storeBit(withContent).endCell();
}

/** A voucher with the signature of another one. */
export function altered(one: Voucher, signed: Voucher): Cell {
  const body = signedMint(signed, SIGNER).beginParse();
  return beginCell()
    .storeBits(body.loadBits(32 + 64 + 512))
    .storeRef(voucherCell(one))
    .endCell();
}

/** For `expect.addEqualityTesters`: addresses and cells carry functions, which are never equal. */
export function sameOnChain(one: unknown, other: unknown): boolean | undefined {
  if (one instanceof Address && other instanceof Address) return one.equals(other);
  if (one instanceof Cell && other instanceof Cell) return one.equals(other);
  return undefined;
}

function heard({ transactions }: SendMessageResult, address: Address): Omit<Told, 'cost'> {
  const here = transactions.find(({ inMessage }) => inMessage?.info.dest?.toString() === address.toString());
  if (here?.description.type !== 'generic') throw new Error('the message never arrived');
  const phase = here.description.computePhase;
  const action = here.description.actionPhase?.resultCode ?? 0;
  return {
    outcome: phase.type === 'vm' ? outcomeOf(phase.exitCode || action) : phase.reason,
    gas: phase.type === 'vm' ? phase.gasUsed : 0n,
    messages: transactions.flatMap(({ inMessage }) => (inMessage ? [inMessage] : [])),
  };
}
