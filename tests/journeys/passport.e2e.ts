/** A passport between two phones: made on one, checked on the other, which has no network. */
import { makeUser } from '#tests/journeys/app.ts';
import { installHost } from '#tests/support/host.ts';
import { LIGHT_THEME, launchFragment, signLaunchData } from '#tests/support/launch.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';
import { expect, expectVerdict, test } from './publisher.ts';

test('a friend in airplane mode checks a passport from a picture of its code', async ({
  app,
  page,
  browser,
  publisher,
}) => {
  const friend = makeUser({ first_name: 'Boris' });
  await publisher.live([app.user, friend, makeUser()]);
  await publisher.comeTo(0);
  await publisher.published(1);
  await app.open({ path: '/verify' });
  await expectVerdict(page, 'Everything fits', 5);
  await page.getByRole('button', { name: /^My passport/ }).click();
  const code = page.getByRole('img', { name: 'QR code of your passport' });
  await expect(code).toBeVisible();
  const picture = await code.screenshot();

  const phone = await browser.newContext();
  try {
    await installHost(phone, LIGHT_THEME);
    const other = await phone.newPage();
    const launchData = signLaunchData({ user: friend, botToken: BOT_TOKEN });
    await other.addInitScript((id) => localStorage.setItem(`irich:${id}:advert`, '9e15'), friend.id);
    const fragment = launchFragment({ launchData, theme: LIGHT_THEME });
    await other.goto(`${app.server.origin}/index#${fragment}`);
    await app.untilPrecached(other);
    await phone.setOffline(true);
    await other.goto(`${app.server.origin}/verify#${fragment}`);
    await other.getByRole('button', { name: /^Check a passport/ }).click();
    await other
      .locator('input[name="picture"]')
      .setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: picture });
    const sheet = other.getByRole('dialog', { name: 'Check a passport' });
    await expect(sheet.getByText('The passport is right')).toBeVisible();
    await expect(sheet.locator('.passport-figure')).toHaveText('1 iRICH');
    await expect(sheet.getByText(/has seen nothing of the log before/)).toBeVisible();
    await expect(sheet.getByText('name, streak')).toBeVisible();
  } finally {
    await phone.close();
  }
});
