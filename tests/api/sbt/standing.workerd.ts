/** In workerd a user object asks the chain over HTTP and stores the result. */
import { expect, inject, test } from 'vitest';
import { SBT, START } from '#tests/support/deployment.ts';
import { linkWallet } from '#tests/support/minting.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { launchData, makeApi } from '../support.ts';

const DAY = 24 * 60 * 60 * 1000;
const apiUrl = inject('tonCenterUrl');

/** A user who claimed a badge to the wallet of this name. */
async function claimed(name: string, sbt = { ...SBT, apiUrl }) {
  const api = await makeApi({ sbt });
  const user = await api.registered(42);
  await linkWallet(user, walletNamed(name), START);
  const body = { user_id: 42, badge_id: 'lev_1' };
  expect((await user.send('POST', '/api/user/sbt/claim', { body })).status).toBe(200);
  return {
    ...api,
    async standing() {
      const auth = launchData(42, { at: api.clock.at });
      const { json } = await user.send('GET', '/api/user/sbt/42', { auth });
      return json.tokens.map(({ state }: { readonly state: string }) => state);
    },
  };
}

test.each([
  ['a user with a minted badge', ['minted'], ['minted']],
  ['a user with a destroyed badge', ['gone'], ['gone']],
  ['a user with a waiting claim', ['requested'], []],
])('%s', async (name, first, later) => {
  const { standing, restart, clock } = await claimed(name);
  expect(await standing()).toEqual(first);
  // Longer than any check, so only the stored state is left.
  clock.at += 3 * DAY;
  await restart();
  expect(await standing()).toEqual(later);
});

test('without a good answer the known state is shown', async () => {
  const { standing } = await claimed('a user with a minted badge', { ...SBT, apiUrl: `${apiUrl}/nowhere` });
  expect(await standing()).toEqual(['requested']);
});
