/** In workerd the object of a user asks the chain over HTTP, and keeps what it says. */
import { expect, inject, test } from 'vitest';
import { SBT, START } from '#tests/support/deployment.ts';
import { linkWallet } from '#tests/support/minting.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { launchData, makeApi } from '../support.ts';

const DAY = 24 * 60 * 60 * 1000;
const apiUrl = inject('tonCenterUrl');

/** A user who has claimed a badge to the wallet of this name. */
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
  ['whoever has minted', ['minted'], ['minted']],
  ['whoever has destroyed', ['gone'], ['gone']],
  ['whoever waits', ['requested'], []],
])('%s', async (name, first, later) => {
  const { standing, restart, clock } = await claimed(name);
  expect(await standing()).toEqual(first);
  // Longer than anybody asks: only what was kept is left.
  clock.at += 3 * DAY;
  await restart();
  expect(await standing()).toEqual(later);
});

test('where no good answer comes, what is known is shown', async () => {
  const { standing } = await claimed('whoever has minted', { ...SBT, apiUrl: `${apiUrl}/nowhere` });
  expect(await standing()).toEqual(['requested']);
});
