/** Rare cases of a wallet: bridges that only seem silent, abandoned screens, and corrupt data on the phone. */
import { hold } from '#tests/journeys/held.ts';
import {
  chooseOnProfile,
  chooseWallet,
  connectWallet,
  expect,
  LINKED,
  openModal,
  openProfile,
  openStale,
  test,
  walletCard,
  walletModal,
} from '#tests/journeys/wallet.ts';

test.use({ serviceWorkers: 'block' });

/** Longer than a bridge's time to answer. */
const PATIENCE_MS = 15_000;

test('a wallet connected right after the start has no silent bridge', async ({ page, wallets }) => {
  await page.clock.install();
  await wallets.link();
  await page.clock.runFor(PATIENCE_MS);
  const card = walletCard(page);
  await expect(card).toContainText(LINKED);
  await expect(card.getByRole('note')).toHaveCount(0);
});

test('a wallet requested before a reload that has not answered has no silent bridge either', async ({
  app,
  page,
  wallets,
}) => {
  await openProfile(app);
  const wallet = await wallets.create();
  const link = await chooseOnProfile(page);
  await page.clock.install();
  await page.reload();
  const card = walletCard(page);
  await expect(card.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await page.clock.runFor(PATIENCE_MS);
  await expect(card.getByRole('note')).toHaveCount(0);
  await wallet.connect(link);
  await expect(card).toContainText(LINKED);
});

const UNREADABLE = {
  'ton-connect-storage_bridge-connection': '{',
  'ton-connect-ui_wallet-info': 'null,',
  'ton-connect-ui_last-selected-wallet-info': '{',
  proof: '{"address":"0:ab","proof":null}',
  tokens: '[null]',
};

test('with corrupt wallet data on the phone, a wallet can still be connected', async ({
  app,
  page,
  wallets,
}) => {
  await app.onboard();
  await app.open({ path: '/history' });
  await page.evaluate(
    ([kept, prefix]) => {
      for (const [key, value] of Object.entries(kept)) localStorage.setItem(prefix + key, value);
    },
    [UNREADABLE, `irich:${app.user.id}:wallet:`] as const,
  );
  await app.open({ path: '/achievements' });
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeEnabled();
  await app.open({ path: '/profile' });
  await connectWallet(app, await wallets.create());
});

test('wallets that load after the user left the screen do not appear on another', async ({
  app,
  page,
  wallets,
}) => {
  expect(wallets.linking.sent).toEqual([]);
  const release = await hold(page, '**/api/wallet/options');
  await openProfile(app);
  await walletCard(page).getByRole('button', { name: 'Connect wallet' }).click();
  await page.getByRole('link', { name: 'Calculators' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Calculators' })).toBeVisible();
  const options = page.waitForResponse('**/api/wallet/options');
  await release();
  await options;
  await expect(page.locator('#tc-widget-root')).toBeAttached();
  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(walletCard(page).getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await expect(walletModal(page)).toHaveCount(0);
  await connectWallet(app, await wallets.create());
});

test("the badges also show a wallet's problem and let the user fix it", async ({
  app,
  page,
  context,
  wallets,
}) => {
  await app.onboard();
  await openStale(app, '/achievements');
  const connect = page.getByRole('button', { name: 'Connect wallet' });
  await connect.click();
  await expect(page.getByRole('alert')).toContainText('open it again from the chat');

  // Losing the network while the code of the calls loads is another journey (lost-code.e2e.ts).
  const answered = page.waitForResponse(/\/api\/.*sbt/);
  await app.open({ path: '/achievements' });
  await answered;
  await expect(connect).toBeEnabled();
  await context.setOffline(true);
  await expect(connect).toBeDisabled();
  await expect(page.getByRole('note').filter({ hasText: 'Wallets need the network' })).toBeVisible();
  await context.setOffline(false);
  wallets.linking.fault = 'no answer';
  await connect.click();
  await (await wallets.create()).connect(await chooseWallet(page));
  await expect(page.getByRole('alert')).toContainText('Its confirmation is kept');
  wallets.linking.fault = null;
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('note').filter({ hasText: 'is connected' })).toBeVisible();
});

test('a network lost after the list of wallets has come hides no wallet', async ({
  app,
  page,
  context,
  wallets,
}) => {
  await app.onboard();
  let asked = 0;
  await context.route(wallets.list.url, (route) => {
    asked += 1;
    return asked === 1 ? route.fallback() : route.abort();
  });
  await app.open({ path: '/profile' });
  await openModal(page);
  expect(asked).toBe(1);
});

test('a server that does not answer while the browser is online is reported and called again', async ({
  app,
  page,
  context,
  wallets,
}) => {
  await wallets.link();
  await context.route('**/api/wallet/options', (route) => route.abort());
  await app.open({ path: '/achievements' });
  await expect(page.getByRole('note').filter({ hasText: 'Wallets need the network.' })).toHaveText(
    /^UQ..….{4} is linked to your account\./,
  );
  await app.open({ path: '/profile' });
  const card = walletCard(page);
  await expect(card).toContainText('Wallets need the network.');
  await expect(card).toContainText(/UQ..….{4} is linked to your account\./);
  await expect(card.getByRole('button')).toHaveCount(0);
  await context.unroute('**/api/wallet/options');
  await expect(card).toContainText(LINKED);
  await expect(card).not.toContainText('Wallets need the network');
});

test.describe('on the narrowest phone, in the longer language', () => {
  test.use({ language: 'ru', viewport: { width: 320, height: 640 } });

  test('the address menu is on the screen, and focus stays when it closes', async ({ page, wallets }) => {
    await wallets.link();
    const card = walletCard(page);
    await card.getByRole('button', { name: /^Кошелёк UQ/ }).click();
    for (const name of ['Скопировать адрес', 'Отключить кошелёк']) {
      await expect(card.getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    }
    await card.getByRole('button', { name: 'Отключить кошелёк' }).click();
    await expect(card.getByRole('button', { name: 'Подключить кошелёк' })).toBeFocused();
  });
});
