/** Minting by voucher: who may mint, with what, how often, and where the fee goes. */
import { toNano } from '@ton/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { badgeAddress, badgeInit } from '#api/sbt/contracts.ts';
import { fromOwner } from '#api/sbt/messages.ts';
import {
  altered,
  type Chain,
  DESTROY,
  numberOf,
  OTHER_SIGNER,
  RESERVE,
  sameOnChain,
  startChain,
  YEAR_S,
} from './chain.ts';

/** The most that gas and messages of a mint cost, without the badge's reserve. */
const MOST_FEES = toNano('0.015');

expect.addEqualityTesters([sameOnChain]);

let chain: Chain;
beforeEach(async () => {
  chain = await startChain();
});

/** The badge does not exist and the thief gained nothing. */
async function expectNothingMinted() {
  for (const person of Object.values(chain.people)) {
    for (const id of ['lev_6', 'lev_7']) {
      const address = badgeAddress(chain.collection, person.address, numberOf(id));
      expect((await chain.blockchain.getContract(address)).accountState?.type).not.toBe('active');
    }
  }
}

test("a voucher's holder mints the badge and gets the rest of the fee back, and the badge keeps its storage reserve", async () => {
  const before = await chain.balanceOf(chain.collection);
  const { outcome, cost } = await chain.mint(chain.voucher());
  expect(outcome).toBe('done');
  const { user } = chain.people;
  expect(await chain.badgeData()).toMatchObject({
    isInitialized: true,
    owner: user.address,
    content: 'en/lev_6.json',
    authority: chain.collection,
    revokedAt: 0,
    balance: RESERVE,
  });
  expect(cost).toBeGreaterThan(RESERVE);
  expect(cost).toBeLessThan(RESERVE + MOST_FEES);
  // The collection's balance does not change.
  expect(await chain.balanceOf(chain.collection)).toBe(before);
});

test('minting again with any voucher only returns the rest of the fee', async () => {
  await chain.mint(chain.voucher());
  const before = await chain.badgeData();
  for (const voucher of [chain.voucher(), chain.voucher({ content: 'ru/lev_6.json' })]) {
    const { outcome, cost } = await chain.mint(voucher);
    expect(outcome).toBe('done');
    expect(cost).toBeLessThan(MOST_FEES);
    expect(await chain.badgeData()).toEqual(before);
  }
});

test('each badge of each owner is its own token', async () => {
  const { user, thief } = chain.people;
  const mints = [
    ['lev_6', user],
    ['lev_7', user],
    ['streak_6', user],
    ['lev_6', thief],
  ] as const;
  const addresses = new Set<string>();
  for (const [id, by] of mints) {
    const voucher = chain.voucher({ owner: by.address, badge: numberOf(id), content: `en/${id}.json` });
    expect((await chain.mint(voucher, { by })).outcome).toBe('done');
    const address = badgeAddress(chain.collection, by.address, numberOf(id));
    expect(await chain.badgeData(address)).toMatchObject({ owner: by.address, content: `en/${id}.json` });
    addresses.add(address.toString());
  }
  expect(addresses.size).toBe(mints.length);
});

describe('is refused with the fee returned', () => {
  const refused = async (told: Promise<{ outcome: unknown; cost: bigint }>, why: string) => {
    const { outcome, cost } = await told;
    expect(outcome).toBe(why);
    expect(cost).toBeLessThan(MOST_FEES);
    await expectNothingMinted();
  };

  test('another sender', () =>
    refused(chain.mint(chain.voucher(), { by: chain.people.thief }), 'NOT_FOR_SENDER'));

  test('a second after its time', async () => {
    const voucher = chain.voucher();
    await chain.wait(86_401);
    await refused(chain.mint(voucher), 'VOUCHER_EXPIRED');
  });

  test('another key', () =>
    refused(chain.mint(chain.voucher(), { signer: OTHER_SIGNER }), 'WRONG_SIGNATURE'));

  test.each([
    ['badge', { badge: 107 }],
    ['content', { content: 'https://elsewhere.example/rich.json' }],
    ['time', { validUntil: 2_000_000_000 }],
  ])('another %s than was signed', async (_, different) => {
    const body = altered(chain.voucher(different), chain.voucher());
    await refused(chain.tell(chain.people.user, chain.collection, body, '0.2'), 'WRONG_SIGNATURE');
  });

  test('another owner than was signed', async () => {
    const { thief } = chain.people;
    const body = altered(chain.voucher({ owner: thief.address }), chain.voucher());
    await refused(chain.tell(thief, chain.collection, body, '0.2'), 'WRONG_SIGNATURE');
  });

  test('a voucher for another collection', () =>
    refused(chain.mint(chain.voucher({ collection: chain.people.thief.address })), 'OTHER_COLLECTION'));

  test('a fee that is too low', () =>
    refused(chain.mint(chain.voucher(), { value: '0.0999' }), 'FEE_TOO_LOW'));

  // Gas costs more there.
  test('a wallet in the other workchain', async () => {
    const by = await chain.blockchain.treasury('elsewhere', { workchain: -1 });
    const { outcome, cost } = await chain.mint(chain.voucher({ owner: by.address }), { by });
    expect(outcome).toBe('WRONG_WORKCHAIN');
    expect(cost).toBeLessThan(toNano('0.1'));
    await expectNothingMinted();
  });
});

test('a voucher works in its last second, and the lowest fee is enough', async () => {
  const voucher = chain.voucher();
  await chain.wait(86_400);
  expect((await chain.mint(voucher, { value: '0.1' })).outcome).toBe('done');
  expect(await chain.badgeData()).toMatchObject({ isInitialized: true, balance: RESERVE });
});

describe('is not minted again', () => {
  const others = () => [
    chain.voucher(),
    chain.voucher({ validUntil: 2_000_000_000, content: 'ru/lev_6.json' }),
  ];

  test('once destroyed', async () => {
    const voucher = chain.voucher();
    await chain.mint(voucher);
    expect((await chain.tell(chain.people.user, chain.badge, DESTROY)).outcome).toBe('done');
    const destroyed = await chain.badgeData();
    expect(destroyed).toMatchObject({ isInitialized: true, owner: null, authority: null, balance: RESERVE });
    for (const again of [voucher, ...others()]) {
      await chain.mint(again);
      expect(await chain.badgeData()).toEqual(destroyed);
    }
  });

  test('once revoked, and stays as it is', async () => {
    const { owner, user } = chain.people;
    const voucher = chain.voucher();
    await chain.mint(voucher);
    await chain.wait(60);
    await chain.tell(owner, chain.collection, fromOwner.revokeBadge(user.address, numberOf('lev_6')));
    const { revokedAt } = await chain.badgeData();
    expect(revokedAt).toBe(chain.blockchain.now);
    for (const again of [voucher, ...others()]) {
      await chain.mint(again);
      expect(await chain.badgeData()).toMatchObject({
        revokedAt,
        owner: user.address,
        content: 'en/lev_6.json',
      });
    }
  });

  test('once destroyed, even years later, when its reserve is used up and it freezes', async () => {
    const { owner, user } = chain.people;
    await owner.send({ to: chain.collection, value: toNano('5') });
    await chain.mint(chain.voucher());
    await chain.tell(user, chain.badge, DESTROY);
    await chain.wait(15 * YEAR_S);
    expect((await chain.mint(chain.voucher())).outcome).toBe('done');
    expect(await chain.badgeData()).toMatchObject({ isInitialized: true, owner: null });
    await chain.wait(25 * YEAR_S);
    const { outcome, cost } = await chain.mint(chain.voucher());
    expect(outcome).toBe('done');
    // The frozen contract accepts nothing, and the collection passes the fee on.
    expect(cost).toBeLessThan(MOST_FEES);
    expect((await chain.blockchain.getContract(chain.badge)).accountState?.type).toBe('frozen');
  });
});

test('a badge contract that a stranger deployed first is still minted for its owner', async () => {
  const { thief, user } = chain.people;
  const { badge, collection } = chain;
  const init = badgeInit(collection, user.address, numberOf('lev_6'));
  await thief.send({ to: badge, value: toNano('0.05'), init });
  expect(await chain.badgeData()).toMatchObject({
    isInitialized: false,
    owner: null,
    authority: null,
    content: null,
  });
  expect((await chain.tell(thief, badge, DESTROY)).outcome).toBe('NOT_MINTED');
  expect((await chain.mint(chain.voucher())).outcome).toBe('done');
  expect(await chain.badgeData()).toMatchObject({ isInitialized: true, owner: user.address });
});
