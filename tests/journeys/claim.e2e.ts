/** A badge becomes a token: by a link to the wallet or through the connector, and what can prevent it. */
import { SEND_TRANSACTION_ERROR_CODES } from '@tonconnect/protocol';
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { type App, makeUser } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { badgePlace, expect, hearWalletLinks, test } from '#tests/journeys/claim.ts';
import { opened } from '#tests/journeys/host.ts';
import { chooseWallet, connectWallet } from '#tests/journeys/wallet.ts';

test.use({ serviceWorkers: 'block' });

/** The chain is checked every ten seconds, and the server every fifteen. */
const ON_CHAIN = { timeout: 40_000 } as const;

const TEXTS = {
  en: { badge: 'Level 1', claim: 'Claim Level 1', requested: 'Requested', minted: 'Minted: Level 1' },
  ru: {
    badge: 'Уровень 1',
    claim: 'Получить: Уровень 1',
    requested: 'Запрошен',
    minted: 'Выпущен: Уровень 1',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language });

    test('by a link: the wallet opens, the app closes, and shows the token when reopened', async ({
      app,
      page,
      claims,
      chain,
    }) => {
      await app.onboard();
      const wallet = await claims.link();
      const links = await hearWalletLinks(app);
      const badge = badgePlace(page, texts.badge);
      await badge.getByRole('button', { name: texts.claim }).click();
      await expect.poll(() => links.length).toBe(1);
      await expect
        .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
        .toContain('web_app_close');
      await expect(badge).toContainText(texts.requested);

      await app.open({ path: '/achievements' });
      await expect(badge).toContainText(texts.requested);
      expect(await chain.tokenOf(wallet.contract.address, 'lev_1')).toBeNull();
      await wallet.transfer(links[0] ?? '');
      const token = await chain.tokenOf(wallet.contract.address, 'lev_1');
      expect(token?.owner?.toRawString()).toBe(wallet.address);
      expect(token?.content).toBe(`${language}/lev_1.json`);

      await app.open({ path: '/achievements' });
      const link = badge.getByRole('link', { name: texts.minted });
      await expect(link).toBeVisible(ON_CHAIN);
      await link.click();
      expect(await opened(app, page)).toEqual([await link.getAttribute('href')]);
    });
  });
}

test.describe('through the connector', () => {
  test.use({ delivery: 'ton-connect' });

  test('a calculation earns a badge, which becomes a token in the wallet', async ({
    app,
    page,
    chain,
    claims,
  }) => {
    await app.onboard();
    await earnAllButOne(app);
    await app.open({ path: '/riskmoney' });
    await makeRecord(page, 'risk-money');
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect
      .poll(async () => (await app.call('GET', `/api/user/${app.user.id}`)).body['level'])
      .toBe('2');
    const wallet = await claims.create();
    await connectWallet(app, wallet);
    await page
      .getByRole('link', { name: /badges/i })
      .first()
      .click();

    const badge = badgePlace(page, 'Level 2');
    await badge.getByRole('button', { name: 'Claim Level 2' }).click();
    const sent = page.getByRole('dialog', { name: 'Transaction sent' });
    await expect(sent).toContainText('It will be processed in a few seconds.');
    await expect(page.locator('.toast')).toHaveText(
      'Transaction sent. It will be processed in a few seconds.',
    );
    await sent.getByRole('button', { name: 'Close' }).click();
    await expect(sent).toBeHidden();
    const token = await chain.tokenOf(wallet.contract.address, 'lev_2');
    expect(token?.owner?.toRawString()).toBe(wallet.address);
    expect(wallet.asked).toMatchObject([{ network: '-239', messages: [{ amount: '100000000' }] }]);
    await expect(badge.getByRole('link', { name: 'Minted: Level 2' })).toBeVisible(ON_CHAIN);
    expect(await chain.tokenOf(wallet.contract.address, 'lev_1')).toBeNull();
  });

  test('its owner may take any time before confirming', async ({ app, page, claims, chain }) => {
    const { wallet, badge } = await claims.ask('later');
    const dialog = page.locator('[data-tc-actions-modal-container]');
    await expect(dialog).toContainText('Confirm the transaction in Test Wallet');
    await app.host.send(page, 'back_button_pressed');
    await expect(dialog).toBeHidden();
    await expect(page.locator('.toast')).toHaveText(/^The request may still be in your wallet/);
    await expect(page).toHaveURL(/achievements/);
    expect(await chain.tokenOf(wallet.contract.address, 'lev_1')).toBeNull();

    wallet.answer = 'confirm';
    await badge.getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open the wallet again' }).click();
    await expect.poll(() => chain.tokenOf(wallet.contract.address, 'lev_1')).not.toBeNull();
    const [first, again] = wallet.asked;
    expect(again?.messages).toEqual(first?.messages);
  });

  test("a claim in the badge's sheet closes the sheet for the confirmation", async ({
    app,
    page,
    claims,
  }) => {
    await app.onboard();
    const wallet = await claims.link();
    wallet.answer = 'later';
    await badgePlace(page, 'Level 1').getByRole('button').first().click();
    const sheet = page.getByRole('dialog', { name: 'Level 1' });
    await sheet.getByRole('button', { name: 'Claim SBT' }).click();
    const dialog = page.locator('[data-tc-actions-modal-container]');
    await expect(dialog).toContainText('Confirm the transaction in Test Wallet');
    await expect(sheet).toBeHidden();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('The request may still be in your wallet')).toBeVisible();
    await app.host.send(page, 'back_button_pressed');
    await expect(page).toHaveURL(/\/profile/);
  });

  test("the wallet's answer to a hidden app is shown when the app is visible again", async ({
    app,
    page,
    claims,
  }) => {
    await app.onboard();
    const wallet = await claims.link();
    wallet.answer = SEND_TRANSACTION_ERROR_CODES.UNKNOWN_ERROR;
    const badge = badgePlace(page, 'Level 1');
    await expect(badge.getByRole('button', { name: 'Claim Level 1' })).toBeEnabled();
    await turnTo(page, 'hidden');
    await badge.getByRole('button', { name: 'Claim Level 1' }).click();
    await expect(badge).toContainText('Requested');
    await expect(page.locator('[data-tc-actions-modal-container]')).toBeHidden();
    const said = page.getByText('The wallet has sent nothing');
    await expect(said).toHaveCount(0);
    await turnTo(page, 'visible');
    await expect(said).toBeVisible();
  });

  test('its owner declines: nothing changes, and it can be requested again', async ({
    app,
    page,
    claims,
    chain,
  }) => {
    const { wallet, badge } = await claims.ask('reject');
    const cancelled = page.getByRole('dialog', { name: 'Transaction canceled' });
    await expect(cancelled).toContainText('There will be no changes to your account.');
    await expect(page.locator('.toast')).toHaveText(
      'Transaction canceled. There will be no changes to your account.',
    );
    await app.host.send(page, 'back_button_pressed');
    await expect(cancelled).toBeHidden();
    await expect(page).toHaveURL(/achievements/);
    await expect(badge).toContainText('Requested');
    expect(await chain.tokenOf(wallet.contract.address, 'lev_1')).toBeNull();
  });

  const REFUSALS = [
    [SEND_TRANSACTION_ERROR_CODES.UNKNOWN_ERROR, 'The wallet has sent nothing'],
    [SEND_TRANSACTION_ERROR_CODES.BAD_REQUEST_ERROR, 'The wallet does not understand the request'],
    [SEND_TRANSACTION_ERROR_CODES.UNKNOWN_APP_ERROR, 'The wallet does not know this app any more'],
    [SEND_TRANSACTION_ERROR_CODES.METHOD_NOT_SUPPORTED, 'The wallet has sent nothing'],
  ] as const;

  for (const [code, text] of REFUSALS) {
    test(`the wallet answers with the protocol error ${code}: the app explains it`, async ({
      page,
      claims,
    }) => {
      await claims.ask(code);
      await expect(page.getByText(text)).toBeVisible();
    });
  }
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

test.describe('without a deployed collection', () => {
  test.use({
    serverOptions: async ({ bridge, list }, use) => {
      await use({ env: { WALLETS_LIST_URL: list.url, WALLET_BRIDGES: new URL(bridge.url).origin } });
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

/** Hides the app or makes it visible again. */
function turnTo(page: Page, visibility: DocumentVisibilityState): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, visibility);
}

/** Earns friends and calculations up to one iRICH below the second level. */
async function earnAllButOne(app: App): Promise<void> {
  const friends = [...Array(5).fill(true), false, false].map((isPremium) =>
    makeUser({ is_premium: isPremium }),
  );
  for (const friend of friends) await app.onboard(friend, `${app.user.id}`);
  const occurredAt = new Date().toISOString();
  const records = Array.from({ length: 24 }, () => ({
    id: uuid(),
    calculationType: 'RiskMoney',
    occurredAt,
  }));
  const { status, body } = await app.call('POST', '/api/sync', { userId: app.user.id, records });
  expect({ status, body }).toMatchObject({ status: 200 });
  await expect
    .poll(async () => {
      const { body: profile } = await app.call('GET', `/api/user/${app.user.id}`);
      return Number(profile['activity_points']) + Number(profile['referral_points']);
    })
    .toBe(499);
}
