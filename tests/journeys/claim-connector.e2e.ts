/** A badge becomes a token through the wallet's connector, and what its owner or the wallet may answer instead. */
import { SEND_TRANSACTION_ERROR_CODES } from '@tonconnect/protocol';
import type { Page } from 'playwright/test';
import { v7 as uuid } from 'uuid';
import { type App, makeUser } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { badgePlace, expect, ON_CHAIN, test } from '#tests/journeys/claim.ts';
import { connectWallet, walletModal } from '#tests/journeys/wallet.ts';

test.use({ serviceWorkers: 'block', delivery: 'ton-connect' });

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
  await expect.poll(async () => (await app.call('GET', `/api/user/${app.user.id}`)).body['level']).toBe('2');
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
  await expect(page.locator('.toast')).toHaveText('Transaction sent. It will be processed in a few seconds.');
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
  await expect(page.locator('.toast')).toHaveText(/^The request may still be in your wallet/);
  await expect(dialog).toHaveCount(0);
  await expect(page).toHaveURL(/achievements/);
  expect(await chain.tokenOf(wallet.contract.address, 'lev_1')).toBeNull();

  wallet.answer = 'confirm';
  await badge.getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open the wallet again' }).click();
  await expect.poll(() => chain.tokenOf(wallet.contract.address, 'lev_1')).not.toBeNull();
  const [first, again] = wallet.asked;
  expect(again?.messages).toEqual(first?.messages);
});

test("a claim in the badge's sheet closes the sheet for the confirmation", async ({ app, page, claims }) => {
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
  // The dialog fades away over the message, which may end first on a slow machine.
  await expect(page.getByText('The request may still be in your wallet')).toBeVisible();
  await expect(dialog).toHaveCount(0);
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
  await expect(page.locator('[data-tc-actions-modal-container]')).toHaveCount(0);
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

const { BAD_REQUEST_ERROR, METHOD_NOT_SUPPORTED, UNKNOWN_APP_ERROR, UNKNOWN_ERROR } =
  SEND_TRANSACTION_ERROR_CODES;
const REFUSALS = [
  [BAD_REQUEST_ERROR, 'The wallet does not understand the request'],
  [UNKNOWN_APP_ERROR, 'The wallet does not know this app any more'],
  [METHOD_NOT_SUPPORTED, 'The wallet has sent nothing'],
] as const;

test('whatever protocol error the wallet answers, the app explains it', async ({ page, claims }) => {
  const { wallet, badge } = await claims.ask(UNKNOWN_ERROR);
  await expect(page.getByText('The wallet has sent nothing')).toBeVisible();
  for (const [code, text] of REFUSALS) {
    wallet.answer = code;
    await badge.getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Open the wallet again' }).click();
    await expect(page.getByText(text)).toBeVisible();
  }
});

test('a wallet that ends the connection while it is to confirm leaves no dialog behind', async ({
  app,
  page,
  claims,
}) => {
  await app.onboard();
  const wallet = await claims.link();
  wallet.answer = 'later';
  const badge = badgePlace(page, 'Level 1');
  await badge.getByRole('button', { name: 'Claim Level 1' }).click();
  await expect(walletModal(page)).toContainText('Confirm the transaction');
  await expect.poll(() => wallet.asked.length).toBe(1);
  await wallet.disconnect();
  await expect(walletModal(page)).toHaveCount(0);
  const cancelled = page.getByRole('dialog', { name: 'Transaction canceled' });
  await cancelled.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
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
