/** What nobody plans with a wallet, and that it is said wherever the wallet was connected. */
import { chooseWallet, expect, test } from '#tests/e2e/wallet.ts';

test.use({ serviceWorkers: 'block' });

test('what is in the way of a wallet is said with the badges too, and mended there', async ({
  app,
  page,
  context,
  wallets,
}) => {
  await app.onboard();
  await app.open({ path: '/achievements', authDate: Math.floor(Date.now() / 1000) - 2 * 60 * 60 });
  const connect = page.getByRole('button', { name: 'Connect wallet' });
  await connect.click();
  await expect(page.getByRole('alert')).toContainText('open it again from the chat');

  await app.open({ path: '/achievements' });
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
