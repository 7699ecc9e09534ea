/** A wallet's isolation: its code, its storage on the phone, its history entries, and its styles. */
import type { Page } from 'playwright/test';
import { type App, makeUser } from '#tests/journeys/app.ts';
import { violationsOf } from '#tests/journeys/axe.ts';
import { backButton, pressBack, untilConnected } from '#tests/journeys/host.ts';
import {
  connectWallet,
  expect,
  LINKED,
  openModal,
  openProfile,
  test,
  walletCard,
  walletModal,
} from '#tests/journeys/wallet.ts';

test.use({ serviceWorkers: 'block' });

test('no byte of it loads before the user comes near a wallet', async ({ app, page, wallets }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const ofWallet = () => asked.filter((path) => /wallet|connector/i.test(path));
  await app.onboard();
  for (const path of ['/', '/riskmoney', '/history', '/referrals', '/SBT']) {
    await app.open({ path });
    await untilConnected(app);
    await expect(page.getByRole('main')).toBeVisible();
    expect(ofWallet(), path).toEqual([]);
  }
  expect(wallets.list.asked).toEqual([]);
  await app.open({ path: '/profile' });
  await untilConnected(app);
  // The browser is idle, and the card is below the visible area.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await expect(walletCard(page)).not.toBeInViewport();
  expect(asked.filter((path) => path.startsWith('/assets/wallet-'))).toEqual([]);
  expect(wallets.list.asked).toEqual([]);
  await walletCard(page).scrollIntoViewIfNeeded();
  await expect.poll(ofWallet).toContainEqual(expect.stringMatching(/^\/assets\/wallet-/));
});

test('a second account on the same phone sees nothing of the first', async ({ app, page, wallets }) => {
  const second = makeUser();
  await app.onboard(second);
  await wallets.link();
  const kept = await keptIn(page);
  expect(kept).not.toEqual([]);
  expect(kept.every((key) => key.startsWith(`irich:${app.user.id}:wallet:`))).toBe(true);

  await app.open({ path: '/profile', user: second });
  const card = walletCard(page);
  await expect(card.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await expect(card).toContainText('bound to your account for good');
  const other = await wallets.create();
  await connectWallet(app, other);
  expect(wallets.linking.sent.map(({ wallet_address: address }) => address)).toContain(other.address);

  await app.open({ path: '/profile' });
  await expect(card).toContainText(LINKED);
});

test('deleting the data removes the wallet connection, here and in the wallet', async ({ page, wallets }) => {
  const wallet = await wallets.link();
  await page.getByRole('button', { name: 'Delete my data' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/(#|$)/);
  await expect.poll(() => keptIn(page)).toEqual([]);
  await expect.poll(() => wallet.isConnected()).toBe(false);
});

test.describe('a browser without storage', () => {
  test('still connects', async ({ page, context, wallets }) => {
    await context.addInitScript(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = function (key, value) {
        if (this === localStorage) throw new DOMException('no room', 'QuotaExceededError');
        setItem.call(this, key, value);
      };
    });
    await wallets.link();
    await expect(walletCard(page)).toContainText(LINKED);
  });
});

test.describe('on Android', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  });

  test('back closes the modal and nothing else, once; without a modal it leaves the screen', async ({
    app,
    page,
    wallets,
  }) => {
    await goToProfile(app);
    const card = walletCard(page);
    await card.scrollIntoViewIfNeeded();
    const place = await card.boundingBox();
    const entries = await page.evaluate(() => history.length);
    const ways = [
      () => page.goBack(),
      () => pressBack(app),
      () => page.keyboard.press('Escape'),
      () => page.goBack(),
    ];
    for (const back of ways) {
      await openModal(page);
      expect(await isModalInHistory(page)).toBe(true);
      await back();
      await expect(walletModal(page)).toBeHidden();
      await expect.poll(() => isModalInHistory(page)).toBe(false);
      await expect(page).toHaveURL(/\/profile/);
      expect(await card.boundingBox()).toEqual(place);
      await expect.poll(() => backButton(app, page)).toBe(false);
      expect(await page.evaluate(() => history.length)).toBe(entries + 1);
    }
    await page.goBack();
    await expect(page).toHaveURL(/\/calculators/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calculators');
    await page.getByRole('link', { name: 'Profile' }).click();
    await connectWallet(app, await wallets.create());
    await expect.poll(() => isModalInHistory(page)).toBe(false);
  });

  test('a modal leaves no history entry behind, after a reload or going forward', async ({
    app,
    page,
    wallets,
  }) => {
    expect(wallets.linking.sent).toEqual([]);
    await goToProfile(app);
    await openModal(page);
    await page.reload();
    await expect.poll(() => isModalInHistory(page)).toBe(false);
    await page.goForward();
    await walletCard(page).scrollIntoViewIfNeeded();
    await expect.poll(() => isModalInHistory(page)).toBe(false);
    await page.goForward();
    await expect.poll(() => isModalInHistory(page)).toBe(false);
    await expect(walletModal(page)).toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/\/calculators/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calculators');
  });

  test('a sheet that replaced such an entry closes with it', async ({ app, page, wallets }) => {
    await goToProfile(app);
    await openModal(page);
    wallets.list.fail({ type: 'status', status: 503 });
    await page.reload();
    await expect.poll(() => isModalInHistory(page)).toBe(false);
    await page.goForward();
    await page.getByRole('button', { name: 'Claim 10' }).click();
    const sheet = page.getByRole('dialog', { name: 'Daily bonus' });
    await expect(sheet).toBeVisible();
    await expect(page).toHaveURL(/checkin=1/);
    await page.goBack();
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL(/\/profile(#|$)/);
  });
});

/** By the bar, from another screen. */
async function goToProfile(app: App): Promise<void> {
  await app.onboard();
  await app.open({ path: '/calculators' });
  await untilConnected(app);
  await app.page.getByRole('link', { name: 'Profile' }).click();
}

/** Whether the browser is at a history entry of the library's modal. */
function isModalInHistory(page: Page): Promise<boolean> {
  return page.evaluate(() => 'androidBackHandler' in (history.state ?? {}));
}

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ scheme });

    test("the modal uses the app's colours, names its contents, and returns the focus", async ({
      app,
      page,
      wallets,
    }) => {
      expect(wallets.linking.sent).toEqual([]);
      await openProfile(app);
      const card = walletCard(page);
      const modal = await openModal(page);
      const surface = await page.evaluate(() =>
        getComputedStyle(document.documentElement).getPropertyValue('--surface'),
      );
      await expect(modal.locator('> div > div').first()).toHaveCSS('background-color', rgbOf(surface.trim()));
      for (const name of ['Close', 'QR code', 'What is a wallet']) {
        await expect(modal.getByRole('button', { name })).toBeVisible();
      }
      await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(modal).toBeHidden();
      await expect(card.getByRole('button', { name: 'Connect wallet' })).toBeFocused();
    });
  });
}

/** Keys of wallet data in both storages. */
function keptIn(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) =>
      Object.keys(storage).filter((key) => /wallet|ton-?connect/i.test(key)),
    ),
  );
}

function rgbOf(hex: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return `rgb(${red}, ${green}, ${blue})`;
}
