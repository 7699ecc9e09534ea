/** A passport between two phones: made on one, checked on the other, which has no network. */
import { expect, makeUser, test } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { publish } from '#tests/journeys/published.ts';
import { installHost } from '#tests/support/host.ts';
import { LIGHT_THEME, launchFragment, signLaunchData } from '#tests/support/launch.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';

test('a friend in airplane mode checks a passport from a picture of its code', async ({
  app,
  page,
  browser,
}) => {
  await app.onboard();
  await publish({ page, userId: app.user.id }, {});
  await app.open({ path: '/riskmoney' });
  await makeRecord(page, 'risk-money');
  await expect.poll(() => app.activityPoints()).toBe('1');
  await page.goto(`${app.server.origin}/verify`);
  await expect(page.getByText('Everything fits')).toBeVisible();
  await page.getByRole('button', { name: /^My passport/ }).click();
  const code = page.getByRole('img', { name: 'QR code of your passport' });
  await expect(code).toBeVisible();
  const picture = await code.screenshot();

  const friend = makeUser({ first_name: 'Boris' });
  await app.onboard(friend);
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
