/** Whether a badge was minted, as an API service reports the chain. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mintedBadgeOf } from '#api/sbt/chain.ts';
import { badgeInit } from '#api/sbt/contracts.ts';
import { fromOwner } from '#api/sbt/messages.ts';
import { startTonCenter, type TonCenter } from '#tests/upstream/ton-center.ts';
import { type Chain, DESTROY, numberOf, sameOnChain, startChain, YEAR_S } from './chain.ts';
import { publish } from './publish.ts';

expect.addEqualityTesters([sameOnChain]);

let chain: Chain;
let service: TonCenter;
beforeEach(async () => {
  [chain, service] = await Promise.all([startChain(), startTonCenter()]);
});
afterEach(() => service.stop());

function ask(apiKey: string | null = null) {
  const asking = {
    fetch: (url: string, init: RequestInit) => fetch(url, init),
    clock: { now: () => 0 },
    userAgent: 'iRICH/test',
  };
  const { collection, people } = chain;
  const through = { asking, apiUrl: service.url, apiKey };
  return mintedBadgeOf(through, collection, people.user.address, numberOf('lev_6'));
}
const minted = async () => {
  await publish(chain, service, chain.badge);
  const answer = await ask();
  if (!answer.ok) throw new Error(answer.failure.type);
  return answer.value;
};

test('a badge goes from nothing to minted, revoked, destroyed and frozen', async () => {
  const { owner, user } = chain.people;
  expect(await minted()).toBeNull();
  await chain.mint(chain.voucher());
  expect(await minted()).toEqual({ owner: user.address, revokedAt: 0, content: 'en/lev_6.json' });
  await chain.tell(owner, chain.collection, fromOwner.revokeBadge(user.address, numberOf('lev_6')));
  const revokedAt = chain.blockchain.now;
  expect(await minted()).toEqual({ owner: user.address, revokedAt, content: 'en/lev_6.json' });
  await chain.tell(user, chain.badge, DESTROY);
  expect(await minted()).toEqual({ owner: null, revokedAt, content: 'en/lev_6.json' });
  await chain.wait(40 * YEAR_S);
  await chain.tell(user, chain.badge, DESTROY);
  expect(await minted()).toBeNull();
});

test('its contract may exist before it is minted', async () => {
  const init = badgeInit(chain.collection, chain.people.user.address, numberOf('lev_6'));
  await chain.people.thief.send({ to: chain.badge, value: 50_000_000n, init });
  expect(await minted()).toBeNull();
});

test("the right address is asked for with the account's key", async () => {
  await ask('ton-test-key');
  expect(service.asked.map(({ url }) => `${url.pathname}${url.search}`)).toEqual([
    `/api/v2/getAddressInformation?address=${chain.badge.toRawString()}`,
  ]);
  expect(service.asked[0]?.headers['x-api-key']).toBe('ton-test-key');
});

test('foreign data or missing data give no answer', async () => {
  const account = { state: 'active', balance: 1n, code: 'te6cckEBAQEAAgAAAEysuc0=' } as const;
  service.accounts.set(chain.badge.toRawString(), { ...account, data: account.code });
  expect(await ask()).toEqual({ ok: false, failure: { type: 'unreadable', field: 'result.data' } });
  service.fail({ type: 'status', status: 504 });
  expect(await ask()).toMatchObject({ ok: false, failure: { type: 'status', status: 504 } });
});
