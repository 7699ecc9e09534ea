/** The collection and its owner: key, minting, content, owner, money, and get-methods. */
import { type Address, beginCell, type Cell, toNano } from '@ton/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { BADGE_CODE } from '#api/sbt/contracts.ts';
import { fromOwner } from '#api/sbt/messages.ts';
import {
  type Chain,
  CONTENT,
  NOW,
  numberOf,
  OTHER_SIGNER,
  plain,
  SIGNER,
  sameOnChain,
  startChain,
  YEAR_S,
} from './chain.ts';

expect.addEqualityTesters([sameOnChain]);

let chain: Chain;
let people: Chain['people'];
beforeEach(async () => {
  chain = await startChain();
  people = chain.people;
});

const order = (body: Cell, value?: string) => chain.tell(people.owner, chain.collection, body, value);
const slice = (address: Address) => ({
  type: 'slice' as const,
  cell: beginCell().storeAddress(address).endCell(),
});

describe('only the owner', () => {
  test.each([
    ['changes the signer', fromOwner.changeSigner(OTHER_SIGNER.publicKey)],
    ['stops minting', fromOwner.openMinting(false)],
    ['changes the content', fromOwner.changeContent({ own: 'https://x/c.json', common: 'https://x/' })],
    ['withdraws', fromOwner.withdraw()],
  ])('%s', async (_, body) => {
    const before = await chain.collectionData();
    for (const by of [people.user, people.thief]) {
      expect((await chain.tell(by, chain.collection, body)).outcome).toBe('NOT_FROM_OWNER');
    }
    expect(await chain.collectionData()).toEqual(before);
    expect((await order(body)).outcome).toBe('done');
  });

  test('transfers ownership, and loses it', async () => {
    const body = fromOwner.changeOwner(people.user.address);
    expect((await chain.tell(people.thief, chain.collection, body)).outcome).toBe('NOT_FROM_OWNER');
    expect((await order(body)).outcome).toBe('done');
    expect((await chain.collectionData()).owner).toEqual(people.user.address);
    expect((await order(fromOwner.withdraw())).outcome).toBe('NOT_FROM_OWNER');
    const { outcome } = await chain.tell(people.user, chain.collection, fromOwner.withdraw());
    expect(outcome).toBe('done');
  });
});

test('after a key change old vouchers are refused, and minted badges stay', async () => {
  await chain.mint(chain.voucher());
  const before = await chain.badgeData();
  await order(fromOwner.changeSigner(OTHER_SIGNER.publicKey));
  expect(Buffer.from((await chain.collectionData()).signer)).toEqual(Buffer.from(OTHER_SIGNER.publicKey));
  const voucher = chain.voucher({ badge: numberOf('lev_7') });
  expect((await chain.mint(voucher)).outcome).toBe('WRONG_SIGNATURE');
  expect((await chain.mint(voucher, { signer: OTHER_SIGNER })).outcome).toBe('done');
  expect(await chain.badgeData()).toEqual(before);
});

test('minting can be stopped and opened again', async () => {
  await order(fromOwner.openMinting(false));
  expect((await chain.mint(chain.voucher())).outcome).toBe('MINTING_STOPPED');
  expect((await chain.collectionData()).isOpen).toBe(false);
  await order(fromOwner.openMinting(true));
  expect((await chain.mint(chain.voucher())).outcome).toBe('done');
});

test('a withdrawal leaves the storage reserve', async () => {
  await people.thief.send({ to: chain.collection, value: toNano('3') });
  const before = await chain.balanceOf(people.owner.address);
  expect((await order(fromOwner.withdraw())).outcome).toBe('done');
  expect(await chain.balanceOf(chain.collection)).toBe(toNano('0.2'));
  const gained = (await chain.balanceOf(people.owner.address)) - before;
  expect(gained).toBeGreaterThan(toNano('3.28'));
  // Nothing is left to withdraw, and the order's value comes back.
  expect((await order(fromOwner.withdraw())).cost).toBeLessThan(toNano('0.01'));
  expect(await chain.balanceOf(chain.collection)).toBe(toNano('0.2'));
  expect((await chain.mint(chain.voucher())).outcome).toBe('done');
});

test('the reserve pays for twelve years of storage; then the collection freezes and returns messages', async () => {
  await order(fromOwner.withdraw());
  await chain.wait(12 * YEAR_S);
  expect((await chain.mint(chain.voucher())).outcome).toBe('done');
  expect(await chain.badgeData()).toMatchObject({ owner: people.user.address });
  await chain.wait(12 * YEAR_S);
  const { outcome, cost } = await chain.mint(chain.voucher({ badge: numberOf('lev_7') }));
  expect(outcome).toBe('no-state');
  expect(cost).toBeLessThan(toNano('0.01'));
});

test('unknown messages are returned', async () => {
  expect((await order(plain(0x12345678).endCell())).outcome).toBe('UNKNOWN_MESSAGE');
  const comment = beginCell().storeUint(0, 32).storeStringTail('hello').endCell();
  expect((await order(comment)).outcome).toBe('UNKNOWN_MESSAGE');
});

describe('get-methods', () => {
  const ask = async (name: string, ...args: Parameters<Chain['blockchain']['runGetMethod']>[2] & object[]) =>
    (await chain.blockchain.runGetMethod(chain.collection, name, args)).stackReader;
  const badge = async (address: Address) => (await chain.badgeData(address)).index;

  test('get_collection_data matches TEP-62 and TEP-64', async () => {
    const data = await ask('get_collection_data');
    expect(data.readNumber()).toBe(-1);
    const content = data.readCell().beginParse();
    expect(content.loadUint(8)).toBe(1);
    expect(content.loadStringTail()).toBe(CONTENT.own);
    expect(data.readAddress()).toEqual(people.owner.address);
    expect(data.remaining).toBe(0);
  });

  test("get_nft_address_by_index and get_badge_address return a badge's address", async () => {
    await chain.mint(chain.voucher());
    const value = await badge(chain.badge);
    expect((await ask('get_nft_address_by_index', { type: 'int', value })).readAddress()).toEqual(
      chain.badge,
    );
    const number = { type: 'int' as const, value: BigInt(numberOf('lev_6')) };
    const said = await ask('get_badge_address', slice(people.user.address), number);
    expect(said.readAddress()).toEqual(chain.badge);
  });

  test('get_nft_content is the full metadata address of a badge (TEP-64)', async () => {
    const cell = beginCell().storeStringTail('en/lev_6.json').endCell();
    const read = async () => {
      const said = await ask('get_nft_content', { type: 'int', value: 1n }, { type: 'cell', cell });
      const content = said.readCell().beginParse();
      expect(content.loadUint(8)).toBe(1);
      return content.loadStringTail();
    };
    expect(await read()).toBe('https://irich.example/sbt/en/lev_6.json');
    await order(fromOwner.changeContent({ own: 'https://x/c.json', common: 'https://x/' }));
    expect(await read()).toBe('https://x/en/lev_6.json');
  });

  test('get_minting returns the voucher key', async () => {
    const said = await ask('get_minting');
    expect(said.readBoolean()).toBe(true);
    expect(said.readBigNumber().toString(16).padStart(64, '0')).toBe(
      Buffer.from(SIGNER.publicKey).toString('hex'),
    );
  });
});

test('storage reads back as written', async () => {
  expect(await chain.collectionData()).toMatchObject({
    owner: people.owner.address,
    isOpen: true,
    content: CONTENT,
    badgeCode: BADGE_CODE,
  });
  expect(chain.blockchain.now).toBe(NOW);
});
