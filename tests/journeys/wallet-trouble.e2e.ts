/** Problems with a wallet: its owner, version, network, bridge and server; and the app keeps working. */
import { CONNECT_EVENT_ERROR_CODES } from '@tonconnect/protocol';
import type { Page } from 'playwright/test';
import { type App, letTimePass, makeUser } from '#tests/journeys/app.ts';
import { hold } from '#tests/journeys/held.ts';
import {
  chooseOnProfile,
  chooseWallet,
  connectWallet,
  expect,
  FOREIGN_WALLET,
  LINKED,
  linkedAddress,
  OLD_WALLET,
  openModal,
  openProfile,
  openStale,
  test,
  WALLET,
  walletCard,
  walletModal,
} from '#tests/journeys/wallet.ts';

test.use({ serviceWorkers: 'block' });

test('the owner declines: the app says so, and the next try starts over', async ({ app, page, wallets }) => {
  await openProfile(app);
  const wallet = await wallets.create();
  await wallet.refuse(await chooseOnProfile(page));
  const card = walletCard(page);
  const modal = walletModal(page);
  await expect(modal.getByText('Connection declined')).toBeVisible();
  await expect(modal.getByRole('button', { name: 'Retry' })).toBeVisible();
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(modal).toBeHidden();
  await expect(card.getByRole('alert')).toContainText('Connection declined');
  await card.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(modal.getByRole('button', { name: WALLET })).toBeVisible();
  await expect(card.getByRole('alert')).toHaveCount(0);
  await wallet.connect(await chooseWallet(page));
  await expect(card).toContainText(LINKED);
});

test('a declined connection can be retried in the modal, with the same wallet or a QR code', async ({
  app,
  page,
  wallets,
}) => {
  await openProfile(app);
  const wallet = await wallets.create();
  await wallet.refuse(await chooseOnProfile(page));
  const modal = walletModal(page);
  await expect(modal.getByText('Connection declined')).toBeVisible();
  await modal.getByRole('button', { name: 'Show QR Code' }).click();
  await expect(modal.getByRole('button', { name: 'Copy Link' })).toBeVisible();
  const again = page.context().waitForEvent('page');
  await modal.getByRole('button', { name: 'Back' }).click();
  await modal.getByRole('button', { name: 'Retry' }).click();
  const opened = await again;
  await wallet.connect(opened.url());
  await opened.close();
  await expect(modal).toBeHidden();
  await expect(walletCard(page)).toContainText(LINKED);
  await expect(walletCard(page).getByRole('alert')).toHaveCount(0);
});

for (const [language, texts] of Object.entries({
  en: { connect: 'Connect wallet', loading: 'Wallets list is loading', cancel: 'Cancel' },
  ru: { connect: 'Подключить кошелёк', loading: 'Список кошельков загружается', cancel: 'Отмена' },
})) {
  test.describe(language, () => {
    test.use({ language: language as 'en' | 'ru' });

    test('a slow list of wallets shows a spinner and can be cancelled', async ({ app, page, wallets }) => {
      expect(wallets.linking.sent).toEqual([]);
      const release = await hold(page, '**/api/wallet/options');
      await openProfile(app);
      const connect = walletCard(page).getByRole('button', { name: texts.connect });
      await connect.click();
      const sheet = page.getByRole('dialog', { name: texts.loading });
      await expect(sheet.getByRole('status')).toHaveAttribute('aria-busy', 'true');
      await expect(connect).toHaveAttribute('aria-busy', 'true');
      await sheet.getByRole('button', { name: texts.cancel }).click();
      await expect(sheet).toBeHidden();
      await expect(connect).not.toHaveAttribute('aria-busy', 'true');
      await connect.click();
      await expect(sheet).toBeVisible();
      await release();
      await expect(walletModal(page)).toBeVisible();
      await expect(sheet).toBeHidden();
      await page.keyboard.press('Escape');
      await expect(walletModal(page)).toBeHidden();
      await expect(connect).toBeFocused();
    });
  });
}

test.describe('ru', () => {
  test.use({ language: 'ru' });

  test('the modal is in Russian, including the tile of all wallets', async ({ app, page, wallets }) => {
    const entry = { universalLink: 'https://wallet.test/connect', bridgeUrl: wallets.bridge.url };
    const names = ['Wallet', WALLET, ...Array.from({ length: 8 }, (_, n) => `Кошелёк ${n}`)];
    wallets.list.list(
      names.map((name, n) => ({ ...entry, name, appName: n === 0 ? 'telegram-wallet' : `wallet${n}` })),
    );
    await openProfile(app);
    const modal = await openModal(page);
    await expect(modal.getByRole('button', { name: 'Показать все кошельки' })).toBeVisible();
    await expect(modal).toContainText(/или\sвыберите\sдругое\sприложение/);
    await expect(modal).not.toContainText(/View|wallets|Choose|Connect your|выберете/);
  });
});

const { BAD_REQUEST_ERROR, MANIFEST_CONTENT_ERROR, MANIFEST_NOT_FOUND_ERROR } = CONNECT_EVENT_ERROR_CODES;
const { METHOD_NOT_SUPPORTED, UNKNOWN_APP_ERROR, UNKNOWN_ERROR } = CONNECT_EVENT_ERROR_CODES;
const REFUSALS = [
  [UNKNOWN_ERROR, 'could not be connected'],
  [BAD_REQUEST_ERROR, 'does not understand the request'],
  [MANIFEST_NOT_FOUND_ERROR, 'could not read who the app is'],
  [MANIFEST_CONTENT_ERROR, 'could not read who the app is'],
  [UNKNOWN_APP_ERROR, 'does not know this app'],
  [METHOD_NOT_SUPPORTED, 'could not be connected'],
] as const;

test('a wallet that does not know the app or the request: the app explains it', async ({
  app,
  page,
  wallets,
}) => {
  await openProfile(app);
  const wallet = await wallets.create();
  const card = walletCard(page);
  // The library throws these two again without a handler.
  app.expectedErrors.push(/Manifest not found/, /contains errors/);
  for (const [code, text] of REFUSALS) {
    await wallet.refuse(await chooseOnProfile(page), code);
    await expect(card.getByRole('alert'), `${code}`).toContainText(text);
    await expect(walletModal(page)).toBeHidden();
  }
});

test('a wallet without a needed feature cannot be chosen, and an unreachable one is not listed', async ({
  app,
  page,
  wallets,
}) => {
  await openProfile(app);
  const modal = await openModal(page);
  await modal.getByRole('button', { name: /View all/ }).click();
  await expect(modal.getByText('The wallets below don’t support all features')).toBeVisible();
  await modal.getByRole('button', { name: OLD_WALLET }).click();
  await expect(page.getByText(`${OLD_WALLET} doesn’t support connected service`)).toBeVisible();
  await expect(modal.getByRole('button', { name: WALLET, exact: true })).toBeVisible();
  await expect(modal.getByText(FOREIGN_WALLET)).toHaveCount(0);

  await modal.getByRole('button', { name: 'Back' }).click();
  const outdated = await wallets.create({ features: ['SendTransaction'] });
  await outdated.connect(await chooseWallet(page));
  await expect(modal).toContainText(
    `Please update ${WALLET}, your version does not support required features`,
  );
  await modal.getByRole('button', { name: 'Close' }).click();
  await expect(walletCard(page).getByRole('alert')).toContainText('lacks something that the app needs');
  expect(wallets.linking.sent).toEqual([]);
});

test('a wallet that signs nothing is asked to confirm', async ({ app, page, wallets }) => {
  await openProfile(app);
  const wallet = await wallets.create();
  await wallet.connectSilently(await chooseOnProfile(page));
  const card = walletCard(page);
  await expect(card).toContainText('has not confirmed yet that it is yours');
  await card.getByRole('button', { name: 'Confirm ownership' }).click();
  await wallet.connect(await chooseWallet(page));
  await expect(card).toContainText(LINKED);
  expect(wallets.linking.sent).toHaveLength(1);
});

test("another account's wallet is not linked and stays with that account", async ({ app, page, wallets }) => {
  const second = makeUser();
  await app.onboard(second);
  await app.open({ path: '/profile', user: second });
  const wallet = await wallets.create();
  await connectWallet(app, wallet);

  await openProfile(app);
  await wallet.connect(await chooseOnProfile(page));
  const card = walletCard(page);
  await expect(card.getByRole('alert')).toContainText('linked to another account');
  await expect(card.getByRole('button', { name: 'Confirm ownership' })).toBeHidden();
  expect(await linkedAddress(app, second)).toBe(wallet.address);
});

test('a forged proof links nothing, and a new one can be given', async ({ app, page, wallets }) => {
  await openProfile(app);
  const forged = await wallets.create({ tamper: (signature) => Buffer.from(signature).reverse() });
  await forged.connect(await chooseOnProfile(page));
  const card = walletCard(page);
  await expect(card.getByRole('alert')).toContainText('Confirm once more');
  expect(await linkedAddress(app)).toBeNull();

  await card.getByRole('button', { name: 'Confirm ownership' }).click();
  await (await wallets.create()).connect(await chooseWallet(page));
  await expect(card).toContainText(LINKED);
});

test('if the server fails, the signed proof is kept and the user can send it again', async ({
  app,
  page,
  wallets,
}) => {
  await openProfile(app);
  wallets.linking.fault = { status: 500, code: 'internal' };
  await (await wallets.create()).connect(await chooseOnProfile(page));
  const card = walletCard(page);
  await expect(card.getByRole('alert')).toContainText('Its confirmation is kept');
  await expect(card.getByRole('button', { name: 'Confirm ownership' })).toBeHidden();
  wallets.linking.fault = null;
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card).toContainText(LINKED);
});

test('opened over an hour ago, the app asks to be reopened for a wallet, and keeps working', async ({
  app,
  page,
  wallets,
}) => {
  await app.onboard();
  await openStale(app, '/profile');
  const card = walletCard(page);
  await card.getByRole('button', { name: 'Connect wallet' }).click();
  await expect(card.getByRole('alert')).toContainText('open it again from the chat');
  await expect(walletModal(page)).toBeHidden();
  await goesOn(app);

  await app.open({ path: '/profile' });
  await connectWallet(app, await wallets.create());
});

test('a linked wallet reconnects without signing, however old the launch is', async ({
  app,
  page,
  wallets,
}) => {
  const wallet = await wallets.link();
  await wallet.disconnect();
  const card = walletCard(page);
  await expect(card).toContainText('not connected on this phone');

  await openStale(app, '/profile');
  const link = await chooseOnProfile(page);
  expect(new URL(link).searchParams.get('r')).not.toContain('ton_proof');
  await wallet.connect(link);
  await expect(card).toContainText(LINKED);
  expect(wallets.linking.sent).toHaveLength(1);
});

test('a proof is kept until the server answers: over a reload, and until the network is back', async ({
  app,
  page,
  wallets,
}) => {
  await openProfile(app);
  wallets.linking.fault = { status: 403, code: 'launch_data_stale' };
  const wallet = await wallets.create();
  await wallet.connect(await chooseOnProfile(page));
  const card = walletCard(page);
  await expect(card.getByRole('alert')).toContainText('open it again from the chat');
  wallets.linking.fault = 'no answer';
  await app.open({ path: '/profile' });
  await expect.poll(() => wallets.linking.sent.length).toBeGreaterThan(1);
  await expect(card).not.toContainText(LINKED);
  wallets.linking.fault = null;
  await app.open({ path: '/profile' });
  await expect(card).toContainText(LINKED);
  const { sent } = wallets.linking;
  expect(sent.at(-1)).toEqual(sent[0]);
});

test('without a network the app says that wallets need one, and disables their buttons', async ({
  app,
  page,
  context,
  wallets,
}) => {
  expect(wallets.linking.sent).toEqual([]);
  await openProfile(app);
  const card = walletCard(page);
  const connect = card.getByRole('button', { name: 'Connect wallet' });
  await expect(connect).toBeEnabled();
  await context.setOffline(true);
  await expect(card).toContainText('Wallets need the network');
  await expect(connect).toBeDisabled();
  await context.setOffline(false);
  await expect(connect).toBeEnabled();
});

test('an unavailable list of wallets: the app keeps working, retries every two seconds, and says so after twelve', async ({
  app,
  page,
  wallets,
}) => {
  wallets.list.fail({ type: 'status', status: 503 });
  await page.clock.install();
  await openProfile(app);
  const card = walletCard(page);
  await card.scrollIntoViewIfNeeded();
  await expect.poll(() => wallets.list.asked.length).toBe(1);
  await card.getByRole('button', { name: 'Connect wallet' }).click();
  await letSecondsPass(page, async () => wallets.list.asked.length === 2);
  await goesOn(app);
  await letSecondsPass(page, () => card.getByRole('alert').isVisible());
  await expect(card.getByRole('alert')).toContainText('The list of wallets cannot be reached');
  expect(wallets.list.asked.length).toBeLessThanOrEqual(6);

  wallets.list.fail(null);
  await page.clock.resume();
  await card.getByRole('button', { name: 'Try again' }).click();
  await expect(card.getByRole('alert')).toHaveCount(0);
  await connectWallet(app, await wallets.create());
});

test('a bridge down at the start: the app retries every two seconds, says so after twelve, and recovers', async ({
  app,
  page,
  wallets,
}) => {
  const wallet = await wallets.link();
  wallets.bridge.down();
  await page.clock.install();
  const before = wallets.bridge.attempts();
  await page.reload();
  const card = walletCard(page);
  await expect(card.getByRole('button', { name: /^Wallet UQ/ })).toBeVisible();
  await letSecondsPass(page, async () => wallets.bridge.attempts() >= before + 3);
  await goesOn(app);
  await letSecondsPass(page, () => card.getByRole('note').isVisible());
  await expect(card.getByRole('note')).toContainText('bridge does not answer');

  wallets.bridge.up();
  await letSecondsPass(page, async () => !(await card.getByRole('note').isVisible()));
  await wallet.disconnect();
  await expect(card).toContainText('not connected on this phone');
});

/** Advances the page's clock in steps of half a second until this holds. */
function letSecondsPass(page: Page, isSo: () => Promise<boolean>): Promise<void> {
  return letTimePass(page, isSo, 500);
}

/** Everything that needs no wallet works. */
async function goesOn(app: App): Promise<void> {
  await expect(app.page.getByRole('link', { name: 'Language' })).toBeVisible();
  await expect(app.page.getByRole('button', { name: /^Claim/ })).toBeEnabled();
}
