/** Attacks on a collection and its badges by an attacker with money and patience, none of which succeed. */
import { beginCell, type Cell, contractAddress, type StateInit, toNano } from '@ton/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { BADGE_CODE, badgeAddress, badgeInit, collectionInit } from '#api/sbt/contracts.ts';
import { fromOwner } from '#api/sbt/messages.ts';
import { signedMint, voucherCell } from '#api/sbt/voucher.ts';
import {
  asking,
  type Chain,
  CONTENT,
  DESTROY,
  numberOf,
  OTHER_SIGNER,
  PROVE,
  plain,
  REQUEST_OWNER,
  RESERVE,
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

describe('a forged badge', () => {
  const index = () =>
    BigInt(
      `0x${beginCell().storeAddress(people.thief.address).storeUint(106, 16).endCell().hash().toString('hex')}`,
    );
  const minted = () =>
    beginCell()
      .storeUint(index(), 256)
      .storeAddress(chain.collection)
      .storeMaybeRef(
        beginCell()
          .storeAddress(people.thief.address)
          .storeUint(0, 64)
          .storeRef(beginCell().storeStringTail('en/lev_6.json').endCell())
          .endCell(),
      )
      .endCell();

  test('claims to be of the collection, which names another address', async () => {
    const init: StateInit = { code: BADGE_CODE, data: minted() };
    const forged = contractAddress(0, init);
    await people.thief.send({ to: forged, value: toNano('1'), init });
    const said = await chain.badgeData(forged);
    expect(said).toMatchObject({
      isInitialized: true,
      index: index(),
      collection: chain.collection,
      owner: people.thief.address,
    });
    const asked = await chain.blockchain.runGetMethod(chain.collection, 'get_nft_address_by_index', [
      { type: 'int', value: said.index },
    ]);
    const real = asked.stackReader.readAddress();
    expect(real).toEqual(badgeAddress(chain.collection, people.thief.address, numberOf('lev_6')));
    expect(real).not.toEqual(forged);
  });

  test("cannot be deployed at the real one's address", async () => {
    const real = badgeAddress(chain.collection, people.thief.address, numberOf('lev_6'));
    await people.thief.send({ to: real, value: toNano('1'), init: { code: BADGE_CODE, data: minted() } });
    expect((await chain.blockchain.getContract(real)).accountState?.type).not.toBe('active');
    await chain.mint(chain.voucher({ owner: people.thief.address }), { by: people.thief });
    expect(await chain.badgeData(real)).toMatchObject({ owner: people.thief.address });
  });

  test('deployed empty, is neither revoked nor owned before it is minted', async () => {
    const init = badgeInit(chain.collection, people.user.address, numberOf('lev_6'));
    await people.thief.send({ to: chain.badge, value: toNano('0.05'), init });
    for (const body of [
      asking(PROVE, people.thief.address, true),
      asking(REQUEST_OWNER, people.thief.address, true),
    ]) {
      expect((await chain.tell(people.thief, chain.badge, body)).outcome).toBe('NOT_MINTED');
    }
    const revoke = fromOwner.revokeBadge(people.user.address, numberOf('lev_6'));
    await chain.tell(people.owner, chain.collection, revoke);
    await chain.mint(chain.voucher());
    expect(await chain.badgeData()).toMatchObject({ owner: people.user.address, revokedAt: 0 });
  });
});

describe('a voucher', () => {
  test('is useless at the same collection in the other workchain', async () => {
    const init = collectionInit({
      owner: people.owner.address,
      signer: SIGNER.publicKey,
      isOpen: true,
      content: CONTENT,
    });
    const there = contractAddress(-1, init);
    expect(there.hash).toEqual(chain.collection.hash);
    await people.owner.send({ to: there, value: toNano('5'), init });
    const body = signedMint(chain.voucher(), SIGNER);
    expect((await chain.tell(people.user, there, body, '3')).outcome).toBe('OTHER_COLLECTION');
  });

  test('is useless at a forged collection', async () => {
    const init = collectionInit({
      owner: people.thief.address,
      signer: SIGNER.publicKey,
      isOpen: true,
      content: CONTENT,
    });
    const there = contractAddress(0, init);
    await people.thief.send({ to: there, value: toNano('1'), init });
    const body = signedMint(chain.voucher(), SIGNER);
    expect((await chain.tell(people.user, there, body, '0.2')).outcome).toBe('OTHER_COLLECTION');
    // Nor do their vouchers reach this collection's badges.
    const revoke = fromOwner.revokeBadge(people.user.address, numberOf('lev_6'));
    await chain.mint(chain.voucher());
    await chain.tell(people.thief, there, revoke);
    expect((await chain.badgeData()).revokedAt).toBe(0);
  });

  test('keeps its meaning with extra data, and a longer or shorter one is refused', async () => {
    const cell = voucherCell(chain.voucher());
    const operationAndSignature = signedMint(chain.voucher(), SIGNER)
      .beginParse()
      .loadBits(32 + 64 + 512);
    const more = beginCell()
      .storeBits(operationAndSignature)
      .storeRef(cell)
      .storeUint(7, 8)
      .storeRef(voucherCell(chain.voucher({ owner: people.thief.address })))
      .endCell();
    expect((await chain.tell(people.thief, chain.collection, more, '0.2')).outcome).toBe('NOT_FOR_SENDER');
    for (const odd of [
      beginCell().endCell(),
      beginCell().storeBits(cell.bits).endCell(),
      beginCell()
        .storeBits(cell.bits)
        .storeRef(beginCell().endCell())
        .storeRef(beginCell().endCell())
        .endCell(),
      beginCell().storeUint(2, 8).storeBuffer(cell.hash()).endCell({ exotic: true }),
    ]) {
      const body = beginCell()
        .storeUint(0x2f1f93da, 32)
        .storeUint(0, 64)
        .storeBuffer(Buffer.from(SIGNER.sign(odd.hash())), 64)
        .storeRef(odd)
        .endCell();
      expect((await chain.tell(people.user, chain.collection, body, '0.2')).outcome).not.toBe('done');
    }
    expect((await chain.blockchain.getContract(chain.badge)).accountState?.type).not.toBe('active');
  });
});

describe('an invalid owner', () => {
  test.each([
    ['the empty address', beginCell().storeUint(0, 2)],
    ['outside of the chain', beginCell().storeUint(1, 2).storeUint(8, 9).storeUint(7, 8)],
    ['of a custom length', beginCell().storeUint(0b110, 3).storeUint(8, 9).storeInt(0, 32).storeUint(7, 8)],
  ])("%s never becomes the collection's owner", async (_, address) => {
    const body = plain(0x93b05b31).storeBuilder(address).endCell();
    const before = await chain.collectionData();
    expect((await chain.tell(people.owner, chain.collection, body)).outcome).not.toBe('done');
    expect(await chain.collectionData()).toEqual(before);
  });
});

describe('the balance that keeps a badge on the chain', () => {
  /** A tree of distinct cells that is too expensive to forward. */
  function heavy(cells: number): Cell {
    let row = Array.from({ length: cells }, (_, at) => beginCell().storeUint(at, 32).endCell());
    while (row.length > 1) {
      const above: Cell[] = [];
      for (let at = 0; at < row.length; at += 4) {
        const node = beginCell().storeUint(at, 32);
        for (const cell of row.slice(at, at + 4)) node.storeRef(cell);
        above.push(node.endCell());
      }
      row = above;
    }
    return row[0] ?? beginCell().endCell();
  }
  const carrying = (operation: number, cells: number) =>
    plain(operation).storeAddress(people.thief.address).storeRef(heavy(cells)).storeBit(true).endCell();

  test('is not spent by strangers who make it forward more than they pay for', async () => {
    await chain.mint(chain.voucher());
    const { balance } = await chain.badgeData();
    for (const cells of [64, 1000]) {
      for (const value of ['0.0005', '0.0014', '0.0016', '0.002', '0.02']) {
        await chain.tell(people.thief, chain.badge, carrying(REQUEST_OWNER, cells), value);
        expect((await chain.badgeData()).balance, `${cells} cells with ${value}`).toBeGreaterThanOrEqual(
          balance,
        );
      }
    }
  });

  test("is not spent by the collection's callers", async () => {
    const before = await chain.balanceOf(chain.collection);
    for (const value of ['0.0005', '0.002', '0.01', '0.0999']) {
      await chain.mint(chain.voucher(), { value });
      await chain.tell(people.thief, chain.collection, heavy(1000), value);
      expect(await chain.balanceOf(chain.collection), value).toBeGreaterThanOrEqual(before);
    }
  });

  test('may run out, and the owners of badge and collection still have control', async () => {
    await chain.mint(chain.voucher());
    await chain.tell(people.owner, chain.collection, fromOwner.withdraw());
    await chain.wait(12 * YEAR_S);
    expect((await chain.tell(people.user, chain.badge, DESTROY, '0.01')).outcome).toBe('done');
    expect(await chain.badgeData()).toMatchObject({ owner: null, isInitialized: true });
    expect((await chain.badgeData()).balance).toBeLessThan(RESERVE);
    const withdraw = await chain.tell(people.owner, chain.collection, fromOwner.withdraw(), '0.02');
    expect(withdraw.outcome).toBe('done');
  });
});

test('a badge ignores a bounced message and does not spend it', async () => {
  await chain.mint(chain.voucher());
  const before = await chain.badgeData();
  // The collection refuses the badge's message.
  const told = await chain.tell(people.user, chain.badge, asking(PROVE, chain.collection, true), '0.1');
  expect(told.outcome).toBe('done');
  const after = await chain.badgeData();
  expect(after).toEqual({ ...before, balance: after.balance });
  expect(after.balance).toBeGreaterThan(before.balance);
  // The badge sends itself nothing either.
  await chain.tell(people.user, chain.badge, asking(PROVE, chain.badge, true), '0.1');
  expect(await chain.badgeData()).toMatchObject({ owner: people.user.address, revokedAt: 0 });
});

test('any asker learns that a badge was revoked, and when', async () => {
  await chain.mint(chain.voucher());
  await chain.tell(
    people.owner,
    chain.collection,
    fromOwner.revokeBadge(people.user.address, numberOf('lev_6')),
  );
  const told = await chain.tell(
    people.thief,
    chain.badge,
    asking(REQUEST_OWNER, people.thief.address, false),
  );
  const info = told.messages.find(
    ({ body }) => body.bits.length > 96 && body.beginParse().loadUint(32) === 0x0dd607e3,
  );
  const said = info?.body.beginParse().skip(32 + 64 + 256 + 267 + 267);
  expect(said?.loadUint(64)).toBe(chain.blockchain.now);
});

test('the voucher key alone gives neither badges nor money', async () => {
  await chain.mint(chain.voucher());
  const before = await chain.badgeData();
  const held = await chain.collectionData();
  for (const body of [
    fromOwner.withdraw(),
    fromOwner.changeSigner(OTHER_SIGNER.publicKey),
    fromOwner.changeOwner(people.thief.address),
    fromOwner.revokeBadge(people.user.address, numberOf('lev_6')),
    signedMint(chain.voucher({ content: 'x' }), SIGNER),
  ]) {
    expect((await chain.tell(people.thief, chain.collection, body, '0.2')).outcome).not.toBe('done');
  }
  expect(await chain.badgeData()).toEqual(before);
  expect(await chain.collectionData()).toEqual(held);
});
