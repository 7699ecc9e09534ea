/** From the claim to the token, in both deployments: the API's link mints, and the API sees the minted badge. */
import { Address, Cell } from '@ton/core';
import { internal } from '@ton/sandbox';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { badgeAddress } from '#api/sbt/contracts.ts';
import { fromOwner } from '#api/sbt/messages.ts';
import { SBT } from '#tests/support/deployment.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { linkWallet, type Mint, readLink } from '#tests/support/minting.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { startTonCenter, type TonCenter } from '#tests/upstream/ton-center.ts';
import { apiOver, CONFIG, launchData, type Reply, type TestUser } from '../support.ts';
import { type Chain, DESTROY, NOW, numberOf, startChain } from './chain.ts';
import { publish } from './publish.ts';

const ADA = 1001;
const mine = walletNamed('ada');
const wallet = Address.parse(mine.address);

describe.each([
  ['machine', openMachineDeployment],
  ['objects', openObjectsDeployment],
])('%s', (_, open) => {
  let chain: Chain;
  let service: TonCenter;
  let badge: Address;
  let clock: { at: number; now(): number };
  let ada: TestUser;

  beforeEach(async () => {
    [chain, service] = await Promise.all([startChain(), startTonCenter()]);
    badge = badgeAddress(chain.collection, wallet, numberOf('lev_1'));
    clock = { at: NOW * 1000, now: () => clock.at };
    const collection = chain.collection.toString();
    const sbt = { ...SBT, collection, apiUrl: service.url, delivery: 'ton-connect' } as const;
    const api = apiOver(await open({ config: CONFIG, clock, sbt, onRequest: () => undefined }), clock);
    ada = await api.registered(ADA);
    await linkWallet(ada, mine, clock.at);
  });
  afterEach(() => service.stop());

  const signed = (more: object = {}) => ({ auth: launchData(ADA, { at: clock.at }), ...more });
  const claim = (): Promise<Reply> =>
    ada.send('POST', '/api/user/sbt/claim', signed({ body: { user_id: ADA, badge_id: 'lev_1' } }));
  async function standing(): Promise<readonly { state: string; explorer_url: string | null }[]> {
    await publish(chain, service, badge);
    return (await ada.send('GET', `/api/user/sbt/${ADA}`, signed())).json.tokens;
  }
  async function pass(seconds: number) {
    clock.at += seconds * 1000;
    await chain.wait(seconds);
  }
  /** Sent by the linked wallet, or another one. */
  const send = ({ to, amount, body }: Mint, from = wallet) =>
    chain.blockchain.sendMessage(
      internal({ from, to: Address.parse(to), value: amount, body, bounce: true }),
    );
  const owner = async () => {
    const { account } = await chain.blockchain.getContract(badge);
    return account.account?.storage.state.type === 'active' ? (await chain.badgeData(badge)).owner : null;
  };

  test('the link mints the badge, for the linked wallet only', async () => {
    const mint = readLink((await claim()).json.link);
    await send(mint, chain.people.thief.address);
    expect(await owner()).toBeNull();
    expect(await standing()).toMatchObject([{ state: 'requested', explorer_url: null }]);
    await send(mint);
    expect((await owner())?.toRawString()).toBe(mine.address);
    await pass(10);
    const page = `https://explorer.example/${badge.toString()}`;
    expect(await standing()).toMatchObject([{ state: 'minted', explorer_url: page }]);
  });

  test("the wallet connector's transaction mints it, too", async () => {
    const { validUntil, messages } = (await claim()).json.transaction;
    const [{ address, amount, payload }] = messages;
    await send({ to: address, amount: BigInt(amount), validUntil, body: Cell.fromBase64(payload) });
    expect((await owner())?.toRawString()).toBe(mine.address);
    expect(await standing()).toMatchObject([{ state: 'minted' }]);
  });

  test('a voucher mints in its last second, and a new one does afterwards', async () => {
    const mint = readLink((await claim()).json.link);
    await pass(86_401);
    await send(mint);
    expect(await owner()).toBeNull();
    await send(readLink((await claim()).json.link));
    expect((await owner())?.toRawString()).toBe(mine.address);
  });

  test('a badge destroyed before the first check is gone, and no other voucher restores it', async () => {
    await send(readLink((await claim()).json.link));
    await chain.blockchain.sendMessage(
      internal({ from: wallet, to: badge, value: 50_000_000n, body: DESTROY, bounce: true }),
    );
    expect(await standing()).toMatchObject([{ state: 'gone' }]);
    await pass(2 * 86_400);
    await send(readLink((await claim()).json.link));
    expect(await owner()).toBeNull();
    expect(await standing()).toMatchObject([{ state: 'gone' }]);
  });

  test('a badge revoked before the first check is gone', async () => {
    await send(readLink((await claim()).json.link));
    const { people, collection } = chain;
    await chain.tell(people.owner, collection, fromOwner.revokeBadge(wallet, numberOf('lev_1')));
    expect(await standing()).toMatchObject([{ state: 'gone' }]);
  });
});
