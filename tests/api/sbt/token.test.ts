/** A minted badge: bound to its owner, who may prove, show and destroy it; its collection may revoke it. */
import { type Address, beginCell, type Cell, type Slice, toNano } from '@ton/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { fromOwner } from '#api/sbt/messages.ts';
import {
  asking,
  type Chain,
  DESTROY,
  numberOf,
  type Person,
  PROVE,
  plain,
  REQUEST_OWNER,
  RESERVE,
  REVOKE,
  sameOnChain,
  startChain,
  type Told,
} from './chain.ts';

expect.addEqualityTesters([sameOnChain]);

let chain: Chain;
let people: Chain['people'];
beforeEach(async () => {
  chain = await startChain();
  people = chain.people;
  await chain.mint(chain.voucher());
});

const tell = (by: Person, body: Cell, value?: string) => chain.tell(by, chain.badge, body, value);
const revoke = (by: Person) =>
  chain.tell(by, chain.collection, fromOwner.revokeBadge(people.user.address, numberOf('lev_6')));

/** The message with this operation, after its query id. */
function body({ messages }: Told, operation: number, to: Address): Slice {
  const found = messages.find(({ info, body }) => {
    const isThere = info.dest?.toString() === to.toString();
    return isThere && body.bits.length >= 96 && body.beginParse().loadUint(32) === operation;
  });
  if (found === undefined) throw new Error('no such message');
  const slice = found.body.beginParse().skip(32);
  expect(slice.loadUint(64)).toBe(7);
  return slice;
}

/** The badge has not changed. */
async function unchanged(told: Promise<Told>, outcome: string) {
  const before = await chain.badgeData();
  expect((await told).outcome).toBe(outcome);
  expect(await chain.badgeData()).toEqual(before);
}

test('it cannot be transferred by any sender', async () => {
  for (const by of Object.values(people)) {
    const transfer = plain(0x5fcc3d14)
      .storeAddress(people.thief.address)
      .storeAddress(by.address)
      .storeBit(false)
      .storeCoins(0)
      .storeBit(false)
      .endCell();
    await unchanged(tell(by, transfer), 'SOULBOUND');
  }
});

describe('proof of ownership (TEP-85)', () => {
  test.each([true, false])('goes from the owner to a contract, with content: %s', async (withContent) => {
    const told = await tell(people.user, asking(PROVE, people.thief.address, withContent));
    expect(told.outcome).toBe('done');
    const proof = body(told, 0x0524c7ae, people.thief.address);
    const { index } = await chain.badgeData();
    expect(proof.loadUintBig(256)).toBe(index);
    expect(proof.loadAddress()).toEqual(people.user.address);
    expect(proof.loadRef().beginParse().loadStringTail()).toBe('what for');
    expect(proof.loadUint(64)).toBe(0);
    expect(proof.loadMaybeRef()?.beginParse().loadStringTail()).toBe(
      withContent ? 'en/lev_6.json' : undefined,
    );
    proof.endParse();
  });

  test('of a revoked badge says when it was revoked', async () => {
    await revoke(people.owner);
    const told = await tell(people.user, asking(PROVE, people.thief.address, false));
    const proof = body(told, 0x0524c7ae, people.thief.address).skip(256);
    proof.loadAddress();
    expect(proof.loadUint(64)).toBe(chain.blockchain.now);
  });

  test('is refused to others, and to the owner once destroyed', async () => {
    for (const by of [people.thief, people.owner]) {
      await unchanged(tell(by, asking(PROVE, by.address, true)), 'NOT_FROM_OWNER');
    }
    await tell(people.user, DESTROY);
    await unchanged(tell(people.user, asking(PROVE, people.user.address, true)), 'NOT_FROM_OWNER');
  });
});

describe('request for the owner (TEP-85)', () => {
  async function ownerSaid(withContent: boolean) {
    const told = await tell(people.thief, asking(REQUEST_OWNER, people.owner.address, withContent));
    expect(told.outcome).toBe('done');
    const info = body(told, 0x0dd607e3, people.owner.address);
    const said = {
      index: info.loadUintBig(256),
      initiator: info.loadAddress(),
      owner: info.loadMaybeAddress(),
      data: info.loadRef().beginParse().loadStringTail(),
      revokedAt: info.loadUint(64),
      content: info.loadMaybeRef()?.beginParse().loadStringTail() ?? null,
    };
    info.endParse();
    return said;
  }

  test('is answered to the given address for any sender', async () => {
    const { index } = await chain.badgeData();
    const said = { index, initiator: people.thief.address, owner: people.user.address, data: 'what for' };
    expect(await ownerSaid(true)).toEqual({ ...said, revokedAt: 0, content: 'en/lev_6.json' });
    expect(await ownerSaid(false)).toEqual({ ...said, revokedAt: 0, content: null });
  });

  test('names no owner once destroyed', async () => {
    await tell(people.user, DESTROY);
    expect(await ownerSaid(false)).toMatchObject({ owner: null, initiator: people.thief.address });
  });
});

test('its static data are sent to any sender (TEP-62)', async () => {
  const told = await tell(people.thief, plain(0x2fcb26a2).endCell());
  const report = body(told, 0x8b771735, people.thief.address);
  expect(report.loadUintBig(256)).toBe((await chain.badgeData()).index);
  expect(report.loadAddress()).toEqual(chain.collection);
  expect(told.cost).toBeLessThan(toNano('0.005'));
});

describe('destruction', () => {
  test('is possible for its owner only, who gets back all but the reserve', async () => {
    await unchanged(tell(people.thief, DESTROY), 'NOT_FROM_OWNER');
    await unchanged(tell(people.owner, DESTROY), 'NOT_FROM_OWNER');
    await people.thief.send({ to: chain.badge, value: toNano('1') });
    const told = await tell(people.user, DESTROY, '0.05');
    expect(told.outcome).toBe('done');
    body(told, 0xd53276db, people.user.address).endParse();
    expect(told.cost).toBeLessThan(-toNano('0.98'));
    expect(await chain.badgeData()).toMatchObject({ owner: null, authority: null, balance: RESERVE });
    await unchanged(tell(people.user, DESTROY), 'NOT_FROM_OWNER');
  });

  test('works even if nothing is left to send back', async () => {
    await tell(people.user, DESTROY, '0.005');
    expect(await chain.badgeData()).toMatchObject({ owner: null, authority: null });
  });

  test("is out of reach of the collection's owner", async () => {
    await tell(people.user, DESTROY);
    const before = await chain.badgeData();
    const { messages } = await revoke(people.owner);
    expect(messages.length).toBeGreaterThan(1);
    expect(await chain.badgeData()).toEqual(before);
  });
});

describe('revocation', () => {
  test("is done once by the collection's owner, through the collection", async () => {
    await chain.wait(60);
    expect((await revoke(people.owner)).outcome).toBe('done');
    const revoked = await chain.badgeData();
    expect(revoked).toMatchObject({ revokedAt: chain.blockchain.now, owner: people.user.address });
    await chain.wait(60);
    await revoke(people.owner);
    expect((await chain.badgeData()).revokedAt).toBe(revoked.revokedAt);
  });

  test('is refused to others', async () => {
    for (const by of [people.user, people.thief]) await unchanged(revoke(by), 'NOT_FROM_OWNER');
    for (const by of Object.values(people)) await unchanged(tell(by, REVOKE), 'NOT_FROM_AUTHORITY');
  });

  test("follows the collection's current owner, not the former one", async () => {
    await chain.tell(people.owner, chain.collection, fromOwner.changeOwner(people.thief.address));
    await unchanged(revoke(people.owner), 'NOT_FROM_OWNER');
    await revoke(people.thief);
    expect((await chain.badgeData()).revokedAt).toBe(chain.blockchain.now);
  });

  test('fails before minting, and the sent value stays with the collection', async () => {
    const before = await chain.balanceOf(chain.collection);
    const order = fromOwner.revokeBadge(people.user.address, numberOf('lev_7'));
    expect((await chain.tell(people.owner, chain.collection, order)).outcome).toBe('done');
    expect(await chain.balanceOf(chain.collection)).toBeGreaterThan(before + toNano('0.09'));
    const voucher = chain.voucher({ badge: numberOf('lev_7') });
    expect((await chain.mint(voucher)).outcome).toBe('done');
  });

  test('lets its owner still destroy it, and it stays revoked', async () => {
    await revoke(people.owner);
    const { revokedAt } = await chain.badgeData();
    await tell(people.user, DESTROY);
    expect(await chain.badgeData()).toMatchObject({ owner: null, revokedAt });
  });
});

test('only the collection sets its owner', async () => {
  const init = plain(0x48505770).storeAddress(people.thief.address).storeRef(beginCell().endCell()).endCell();
  for (const by of Object.values(people)) await unchanged(tell(by, init), 'NOT_FROM_COLLECTION');
});

test('a plain transfer tops up its storage, and unknown messages are returned', async () => {
  await people.thief.send({ to: chain.badge, value: toNano('1') });
  expect((await chain.badgeData()).balance).toBeGreaterThan(toNano('1'));
  await unchanged(tell(people.user, plain(0x12345678).endCell()), 'UNKNOWN_MESSAGE');
  await unchanged(
    tell(people.user, beginCell().storeUint(0, 32).storeStringTail('hello').endCell()),
    'UNKNOWN_MESSAGE',
  );
});

test('strangers cannot spend its reserve, however often they ask', async () => {
  const { balance } = await chain.badgeData();
  for (let ask = 0; ask < 20; ask++) {
    await tell(people.thief, asking(REQUEST_OWNER, people.thief.address, true), '0.02');
    await tell(people.thief, plain(0x2fcb26a2).endCell(), '0.02');
    await tell(people.thief, DESTROY, '0.02');
  }
  expect((await chain.badgeData()).balance).toBe(balance);
});
