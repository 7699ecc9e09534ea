/** A local chain with a collection of badges: wallets send to it, and queries return its state. */
import { Address, type Cell, loadMessage, toNano } from '@ton/core';
import { Blockchain } from '@ton/sandbox';
import { badgeAddress, badgeNumber, collectionAddress, collectionInit } from '#api/sbt/contracts.ts';
import { signerOf } from '#api/sbt/voucher.ts';
import { startTonCenter, type TonCenter } from './ton-center.ts';

export interface TokenOnChain {
  readonly owner: Address | null;
  /** Address of its metadata. */
  readonly content: string;
}

export interface TestChain {
  readonly center: TonCenter;
  /** A server's settings for minting badges here. */
  readonly env: Readonly<Record<string, string>>;
  /** Gives a wallet money. */
  fund(address: Address): Promise<void>;
  /** Accepts a message signed by a wallet and executes it. */
  take(message: Cell): Promise<void>;
  /** According to its contract; null without one. */
  tokenOf(owner: Address, badgeId: string): Promise<TokenOnChain | null>;
  stop(): Promise<void>;
}

const SIGNING_KEY = '07'.repeat(32);
const CONTENT = {
  own: 'https://irich.example/sbt/collection.json',
  common: 'https://irich.example/sbt/',
} as const;

export async function startChain(): Promise<TestChain> {
  const blockchain = await Blockchain.create();
  const center = await startTonCenter();
  const operator = await blockchain.treasury('operator');
  const { publicKey: signer } = signerOf(SIGNING_KEY);
  const init = collectionInit({ owner: operator.address, signer, isOpen: true, content: CONTENT });
  const collection = collectionAddress(init);
  blockchain.now = nowS();
  await operator.send({ to: collection, value: toNano('0.5'), init });

  const tokenAddress = (owner: Address, badgeId: string) => {
    const badge = badgeNumber(badgeId);
    if (badge === null) throw new Error(`${badgeId} is not a badge`);
    return badgeAddress(collection, owner, badge);
  };

  /** Publishes the state of an address. */
  async function show(address: Address): Promise<void> {
    const { account, balance } = await blockchain.getContract(address);
    const state = account.account?.storage.state;
    if (state?.type !== 'active' || !state.state.code || !state.state.data) return;
    const [code, data] = [state.state.code, state.state.data].map((cell) => cell.toBoc().toString('base64'));
    center.accounts.set(address.toRawString(), {
      state: 'active',
      balance,
      code: code ?? '',
      data: data ?? '',
    });
  }

  return {
    center,
    env: {
      SBT_COLLECTION: collection.toString(),
      SBT_SIGNING_KEY: SIGNING_KEY,
      TON_API_URL: center.url,
    },
    async fund(address) {
      await operator.send({ to: address, value: toNano('2'), bounce: false });
    },
    async take(message) {
      blockchain.now = nowS();
      const { transactions } = await blockchain.sendMessage(loadMessage(message.beginParse()));
      const touched = new Set(transactions.map(({ address }) => address));
      for (const hash of touched)
        await show(new Address(0, Buffer.from(hash.toString(16).padStart(64, '0'), 'hex')));
    },
    async tokenOf(owner, badgeId) {
      const address = tokenAddress(owner, badgeId);
      if ((await blockchain.getContract(address)).accountState?.type !== 'active') return null;
      const { stackReader: data } = await blockchain.runGetMethod(address, 'get_nft_data');
      if (!data.readBoolean()) return null;
      data.skip(2);
      const whose = data.readCell().beginParse().loadMaybeAddress();
      return { owner: whose, content: data.readCellOpt()?.beginParse().loadStringTail() ?? '' };
    },
    stop: center.stop,
  };
}

function nowS(): number {
  return Math.floor(Date.now() / 1000);
}
