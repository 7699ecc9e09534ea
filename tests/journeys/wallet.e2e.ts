/**
 * Connecting a wallet on the profile: over a real bridge, with a signing wallet, under production's content
 * policy.
 */
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import { pressBack } from '#tests/journeys/host.ts';
import {
  chooseOnProfile,
  chooseWallet,
  expect,
  LINKED,
  linkedAddress,
  openModal,
  openProfile,
  test,
  walletCard,
  walletModal,
} from '#tests/journeys/wallet.ts';

test.use({ serviceWorkers: 'block' });

const TEXTS = {
  en: {
    forGood: 'bound to your account for good',
    connect: 'Connect wallet',
    title: 'Connect your TON wallet',
    wallet: 'Wallet',
    linked: LINKED,
    copy: 'Copy address',
    copied: 'Address copied!',
    disconnect: 'Disconnect',
    away: 'Your account is bound to',
  },
  ru: {
    forGood: 'привяжется к аккаунту навсегда',
    connect: 'Подключить кошелёк',
    title: 'Подключите TON кошелёк',
    wallet: 'Кошелёк',
    linked: 'Подключён и привязан к аккаунту',
    copy: 'Скопировать адрес',
    copied: 'Адрес скопирован!',
    disconnect: 'Отключить кошелёк',
    away: 'К аккаунту привязан',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language });

    test('a wallet proves its owner, is linked, copied and disconnected', async ({
      app,
      page,
      context,
      wallets,
    }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const wallet = await wallets.create();
      const friendly = friendlyAddress(wallet.address);
      const short = shortAddress(friendly);
      await openProfile(app);
      const card = walletCard(page);
      await expect(card).toContainText(texts.forGood);
      await card.getByRole('button', { name: texts.connect }).click();
      await expect(walletModal(page)).toHaveAccessibleName(new RegExp(texts.title.replaceAll(' ', '\\s')));
      await wallet.connect(await chooseWallet(page));

      const address = card.getByRole('button', { name: `${texts.wallet} ${short}` });
      await expect(address).toHaveText(short);
      await expect(card).toContainText(texts.linked);
      await expect(walletModal(page)).toBeHidden();
      expect(wallets.linking.sent).toMatchObject([{ id: app.user.id, wallet_address: wallet.address }]);

      await address.click();
      await card.getByRole('button', { name: texts.copy }).click();
      await expect(card.getByRole('button', { name: texts.copied })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(friendly);
      await expect(card.getByRole('button', { name: texts.copy })).toBeVisible();
      await card.getByRole('button', { name: texts.disconnect }).click();
      await expect(card).toContainText(`${texts.away} ${short}`);
      await expect(card.getByRole('button', { name: texts.connect })).toBeVisible();
      await expect.poll(() => wallet.isConnected()).toBe(false);
    });
  });
}

test('the address menu closes by a tap elsewhere, by Escape and by back', async ({ app, page, wallets }) => {
  await wallets.link();
  const card = walletCard(page);
  const address = card.getByRole('button', { name: /^Wallet UQ/ });
  const copy = card.getByRole('button', { name: 'Copy address' });
  const ways = [
    () => page.getByRole('heading', { name: 'Friends' }).click(),
    () => page.keyboard.press('Escape'),
    () => pressBack(app),
  ];
  for (const close of ways) {
    await address.click();
    await expect(copy).toBeVisible();
    await close();
    await expect(copy).toBeHidden();
  }
  await expect(page).toHaveURL(/\/profile/);
});

test('by a QR code: its link is copied, and any wallet that opens it connects', async ({
  app,
  page,
  context,
  wallets,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const wallet = await wallets.create({ kind: 'v4r2' });
  await openProfile(app);
  const modal = await openModal(page);
  await modal.getByRole('button', { name: 'QR code' }).click();
  await modal.getByRole('button', { name: 'Copy Link' }).click();
  await expect(modal.getByRole('button', { name: 'Copied' })).toBeVisible();
  await wallet.connect(await page.evaluate(() => navigator.clipboard.readText()));
  await expect(walletCard(page)).toContainText(LINKED);
});

test('after a reload the connection stays, and nothing is signed or sent again', async ({
  page,
  wallets,
}) => {
  const wallet = await wallets.link();
  await page.reload();
  const card = walletCard(page);
  await expect(card).toContainText(LINKED);
  await expect(card.getByRole('button', { name: /^Wallet UQ/ })).toBeVisible();
  expect(wallets.linking.sent).toHaveLength(1);

  await wallet.disconnect();
  await expect(card).toContainText('not connected on this phone');
  await page.reload();
  await expect(card.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
});

test('a connection is restored at any start of the app, on any screen', async ({ app, page, wallets }) => {
  const wallet = await wallets.link();
  await app.open({ path: '/riskmoney' });
  await expect.poll(() => wallets.bridge.isHeard(wallet.appId() ?? '')).toBe(true);
  await expect(page).toHaveURL(/riskmoney/);
});

test('a signed proof is sent when the app starts, on any screen', async ({ app, page, wallets }) => {
  await openProfile(app);
  wallets.linking.fault = 'no answer';
  const wallet = await wallets.create();
  await wallet.connect(await chooseOnProfile(page));
  await expect.poll(() => wallets.linking.sent.length).toBeGreaterThan(0);
  wallets.linking.fault = null;
  await app.open({ path: '/riskmoney' });
  await expect.poll(() => linkedAddress(app)).toBe(wallet.address);
});

test('a web view closed while the wallet was open still receives the signature', async ({
  app,
  page,
  wallets,
}) => {
  await openProfile(app);
  const wallet = await wallets.create();
  const link = await chooseOnProfile(page);
  await page.goto('about:blank');
  await wallet.connect(link);
  await app.open({ path: '/profile' });
  await expect(walletCard(page)).toContainText(LINKED);
});

test("the badges show the wallet's state and can connect one", async ({ app, page, wallets }) => {
  await app.onboard();
  await app.open({ path: '/achievements' });
  const notice = page.getByRole('note').filter({ hasText: 'wallet' });
  await expect(notice).toContainText('Connect wallet to claim SBT');
  const wallet = await wallets.create();
  await notice.getByRole('button', { name: 'Connect wallet' }).click();
  await wallet.connect(await chooseWallet(page));
  await expect(notice).toContainText(/^Your wallet UQ..….{4} is connected/);

  await wallet.disconnect();
  await notice.getByRole('button', { name: 'Connect wallet' }).click();
  const other = await wallets.create();
  await other.connect(await chooseWallet(page));
  await expect(notice).toContainText('You cannot claim SBT with this wallet');
  expect(wallets.linking.sent).toHaveLength(1);
});
