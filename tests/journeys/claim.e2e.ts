/** A badge becomes a token by a link to the wallet, and what can prevent it. */
import { badgePlace, expect, hearWalletLinks, ON_CHAIN, test } from '#tests/journeys/claim.ts';
import { hold } from '#tests/journeys/held.ts';
import { opened } from '#tests/journeys/host.ts';
import { chooseWallet, walletEnv } from '#tests/journeys/wallet.ts';

test.use({ serviceWorkers: 'block' });

test.describe('in Russian', () => {
  test.use({ language: 'ru' });

  test('by a link: the wallet opens, the app closes, and shows the token when reopened', async ({
    app,
    page,
    claims,
    chain,
  }) => {
    await app.onboard();
    const wallet = await claims.link();
    const links = await hearWalletLinks(app);
    const badge = badgePlace(page, 'Уровень 1');
    await badge.getByRole('button', { name: 'Получить: Уровень 1' }).click();
    await expect.poll(() => links.length).toBe(1);
    await expect
      .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
      .toContain('web_app_close');
    await expect(badge).toContainText('Запрошен');

    await app.open({ path: '/achievements' });
    await expect(badge).toContainText('Запрошен');
    expect(await chain.tokenOf(wallet.contract.address, 'lev_1')).toBeNull();
    await wallet.transfer(links[0] ?? '');
    const token = await chain.tokenOf(wallet.contract.address, 'lev_1');
    expect(token?.owner?.toRawString()).toBe(wallet.address);
    expect(token?.content).toBe('ru/lev_1.json');

    await app.open({ path: '/achievements' });
    const link = badge.getByRole('link', { name: 'Выпущен: Уровень 1' });
    await expect(link).toBeVisible(ON_CHAIN);
    await link.click();
    expect(await opened(app, page)).toEqual([await link.getAttribute('href')]);
  });
});

test("nothing can be claimed without a wallet or with one that is not the account's", async ({
  app,
  page,
  claims,
}) => {
  await app.onboard();
  await app.open({ path: '/achievements' });
  const notice = page.getByRole('note').filter({ hasText: /wallet/ });
  await expect(notice).toContainText('Connect wallet to claim SBT');
  const badge = badgePlace(page, 'Level 1');
  const claim = badge.getByRole('button', { name: 'Claim Level 1' });
  await expect(claim).toHaveCount(0);

  const wallet = await claims.link();
  await expect(claim).toBeVisible();
  await wallet.disconnect();
  await expect(claim).toHaveCount(0);
  await notice.getByRole('button', { name: 'Connect wallet' }).click();
  await (await claims.create()).connect(await chooseWallet(page));
  await expect(notice).toContainText('You cannot claim SBT with this wallet');
  await expect(claim).toHaveCount(0);
  await badge.getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toContainText('You cannot claim SBT with this wallet');
});

test('without a network nothing can be claimed, and the known state is shown', async ({
  app,
  page,
  context,
  claims,
}) => {
  await app.onboard();
  await claims.link();
  const claim = badgePlace(page, 'Level 1').getByRole('button', { name: 'Claim Level 1' });
  await expect(claim).toBeEnabled();
  await context.setOffline(true);
  await expect(claim).toBeDisabled();
  await expect(page.getByText(/^Offline since/)).toBeVisible();
  await badgePlace(page, 'Level 1').getByRole('button').first().click();
  await expect(page.getByRole('dialog')).toContainText('Claiming needs the network');
  await context.setOffline(false);
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Claim SBT' })).toBeEnabled();
});

// The second one shows a wallet, too.
for (const screen of ['Calculators', 'Profile']) {
  test(`a badge whose claim is answered when its screen was left for ${screen} waits there`, async ({
    app,
    page,
    claims,
  }) => {
    await app.onboard();
    await claims.link();
    const release = await hold(page, '**/api/user/sbt/claim');
    const badge = badgePlace(page, 'Level 1');
    await badge.getByRole('button', { name: 'Claim Level 1' }).click();
    await page.getByRole('link', { name: screen }).click();
    await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
    const claimed = page.waitForResponse('**/api/user/sbt/claim');
    await release();
    await claimed;
    await page.getByRole('link', { name: 'Profile' }).click();
    await page
      .getByRole('link', { name: /badges/i })
      .first()
      .click();
    await expect(badge).toContainText('Requested');
    expect((await app.host.messages(page)).map(({ type }) => type)).not.toContain('web_app_close');
  });
}

test.describe('without a deployed collection', () => {
  test.use({
    serverOptions: async ({ bridge, list }, use) => {
      await use({ env: walletEnv(list, bridge) });
    },
  });

  test('a linked wallet is shown without claim buttons', async ({ app, page, claims }) => {
    await app.onboard();
    const asked = page.waitForResponse((response) => response.url().includes('/api/user/sbt/'));
    await claims.link();
    expect((await asked).status()).toBe(503);
    await expect(page.getByRole('note').filter({ hasText: /wallet/ })).toContainText('is connected');
    await expect(page.getByRole('button', { name: /^Claim/ })).toHaveCount(0);
  });
});
