/** Price alerts over a real server and network; tests/features/notifications has the rest of the card. */
import type { Page } from 'playwright/test';
import * as v from 'valibot';
import { type Alerts, SettingsAnswer } from '#core/contract/settings.ts';
import { type App, expect, test } from '#tests/journeys/app.ts';
import { serveMarket } from '#tests/journeys/market.ts';

test.use({ serviceWorkers: 'block' });

const NONE: Alerts = { TON: null, BTC: null, ETH: null };

/** The alerts on the server. */
async function kept(app: App): Promise<Alerts | undefined> {
  const { body } = await app.call('GET', `/api/user/settings/${app.user.id}`);
  return v.parse(SettingsAnswer, body).settings.alerts;
}

/** Answers the question after the messaging app has been asked this many times. */
async function answer(app: App, page: Page, status: 'allowed' | 'cancelled', times: number): Promise<void> {
  await expect
    .poll(
      async () =>
        (await app.host.messages(page)).filter(({ type }) => type === 'web_app_request_write_access').length,
    )
    .toBe(times);
  await app.host.send(page, 'write_access_requested', { status });
}

test('an alert is set with permission, changed offline, and removed', async ({ app, page, context }) => {
  await app.onboard();
  await serveMarket(page, {});
  await app.open({ path: '/notifications' });
  const card = page.getByRole('region', { name: 'Price alerts' });
  const field = card.getByRole('textbox', { name: 'Toncoin (TON)' });
  const button = (name: string) => card.getByRole('button', { name, exact: true });
  await expect(card.getByText('now $3.41')).toBeVisible();
  await expect(card.getByRole('status')).toHaveText(['No alert', 'No alert', 'No alert']);

  await field.fill('5,2500');
  await button('Set an alert for Toncoin').click();
  await answer(app, page, 'allowed', 1);
  await expect(card.getByText('Alert at $5.25')).toBeVisible();
  await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '5.25' });

  await page.reload();
  await expect(card.getByText('Alert at $5.25')).toBeVisible();
  await expect(field).toHaveValue('5.25');
  await context.setOffline(true);
  await field.fill('1234.5');
  await field.press('Enter');
  await expect(card.getByText('Alert at $1,234.5')).toBeVisible();
  await expect(field).toHaveValue('1,234.5');
  expect(await kept(app)).toEqual({ ...NONE, TON: '5.25' });
  await context.setOffline(false);
  await expect.poll(() => kept(app)).toEqual({ ...NONE, TON: '1234.5' });

  await button('Remove the alert for Toncoin').click();
  await expect(card.getByRole('status').first()).toHaveText('No alert');
  await expect(field).toHaveValue('');
  await expect(button('Set an alert for Toncoin')).toBeFocused();
  await expect.poll(() => kept(app)).toEqual(NONE);
});
