/** Partner offers: three groups, the benefit of each link, and its target. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LINKS } from '#platform/links.ts';
import { opened, posted, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, focus, letTimePass, main, onScreen, press, stopTime } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

const group = (name: string) => page.getByRole('group').filter({ hasText: name });

test("three groups describe each partner's benefit and mark partner links", async () => {
  await renderApp({ path: '/profile' });
  await page.getByRole('link', { name: /Better offers/ }).click();
  await onScreen(page.getByRole('heading', { level: 1, name: 'Better offers' })).toBeVisible();
  await onScreen(page.getByText('Partner links. They open outside the app.')).toBeVisible();
  await onScreen(page.getByRole('note')).toContainText('partner may pay us');
  await onScreen(page.getByRole('note')).toContainText('financial advice');

  const wallets = group('Hardware wallets').getByRole('link');
  await onScreen(wallets).toHaveText([
    /Stone Wallet.*10\s% off with the code EXAMPLE10/,
    /Card Wallet.*10\s% off/,
  ]);
  await onScreen(group('Tools').getByRole('link')).toHaveText([/Chart Desk.*\$15/]);
  const exchanges = group('Exchanges').getByRole('link');
  await onScreen(exchanges).toHaveText(Array.from({ length: 7 }, () => /Rewards you can claim in USDT/));
  for (const link of [...wallets.all(), ...exchanges.all()]) {
    await onScreen(link).toHaveAttribute('rel', /sponsored/);
    await onScreen(link).toHaveAccessibleName(/opens outside the app/);
  }
});

test('the host opens every link, and the app stays', async () => {
  const app = await renderApp({ path: '/profitable' });
  await untilConnected(app);
  const links = main.getByRole('link');
  await onScreen(links).toHaveCount(10);
  for (const link of links.all()) await link.click();
  const { wallets, tools, exchanges } = LINKS.offers ?? {};
  const all = [wallets, tools, exchanges].flatMap((one) => one?.links ?? []).map(({ url }) => url.en);
  await expect.poll(() => opened(app)).toEqual(all);
  await expectUrl(/\/profitable/);
});

test('a group folds and unfolds, by keyboard too', async () => {
  await renderApp({ path: '/profitable' });
  const tools = group('Tools');
  await onScreen(tools.getByRole('link')).toBeVisible();
  await focus(tools.css('summary'));
  await press('Enter');
  await onScreen(tools.getByRole('link')).toBeHidden();
  await tools.getByText('Tools').click();
  await onScreen(tools.getByRole('link')).toBeVisible();
});

test('a tap copies the promo code', async () => {
  const app = await renderApp({ path: '/profitable' });
  await untilConnected(app);
  const code = page.getByRole('button', { name: /Promo code for 10\s% off EXAMPLE10/ });
  await onScreen(code).toBeVisible();
  stopTime();
  await code.click();
  await onScreen(page.getByRole('button', { name: /EXAMPLE10 Copied/ })).toBeVisible();
  await onScreen(page.getByRole('status').filter({ hasText: 'Copied' })).toHaveCount(1);
  expect(await navigator.clipboard.readText()).toBe('EXAMPLE10');
  expect(posted(app, 'web_app_trigger_haptic_feedback')).toBe(1);
  await letTimePass(10_000);
  await onScreen(page.getByRole('button', { name: /EXAMPLE10 Copy$/ })).toBeVisible();
});

test('a code that cannot be copied shows a message', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  const copying = vi.spyOn(document, 'execCommand').mockReturnValue(false);
  onTestFinished(() => {
    Reflect.deleteProperty(navigator, 'clipboard');
    copying.mockRestore();
  });
  await renderApp({ path: '/profitable' });
  const code = page.getByRole('button', { name: /EXAMPLE10/ });
  await onScreen(code).toBeVisible();
  stopTime();
  await code.click();
  await onScreen(page.getByRole('button', { name: /Could not copy/ })).toBeVisible();
  await letTimePass(10_000);
  await onScreen(page.getByRole('button', { name: /EXAMPLE10 Copy$/ })).toBeVisible();
});

describe('in Russian', () => {
  test('the same offers lead to Russian shops', async () => {
    const app = await renderApp({ path: '/profitable', language: 'ru' });
    await onScreen(page.getByRole('link', { name: /Скидка 10\s% по промокоду EXAMPLE10/ })).toHaveCount(2);
    await onScreen(page.getByRole('link', { name: /Награды можно получить в USDT/ })).toHaveCount(7);
    await onScreen(page.getByRole('link', { name: /\$15/ })).toHaveCount(1);
    await untilConnected(app);
    await page.getByRole('link', { name: /Card Wallet/ }).click();
    // English stands in where a partner has no Russian address.
    await page.getByRole('link', { name: /Stone Wallet/ }).click();
    await expect
      .poll(() => opened(app))
      .toEqual(['https://wallet.example.com/ru/', 'https://stone.example.com/']);
  });
});
