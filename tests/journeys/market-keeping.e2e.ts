/** The stored market: the first time, without a network, and when it is fetched again. */
import type { Page } from 'playwright/test';
import { expect, failUntilPressed, test } from '#tests/journeys/app.ts';
import { OVERVIEW_CALL, openMarket, region, serveMarket, status } from '#tests/journeys/market.ts';

test.use({ serviceWorkers: 'block' });

test('before the first load the overview is empty with a button to load it', async ({ app, page }) => {
  const fault = await failUntilPressed(page, OVERVIEW_CALL, { status: 503 });
  await openMarket(app);
  await expect(status(page)).toHaveText(
    'No market figures yet. They appear with the first answer of the server.',
  );
  await expect(region(page, 'Market cap')).toContainText('$0');
  await expect(region(page, 'Market cap')).toContainText('24 h volume $0');
  await expect(page.getByRole('img', { name: 'Fear and greed: —, No Data' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'No Data', exact: true })).toBeVisible();
  for (const name of ['Leaders', 'Best growth', 'Strong decline']) {
    await expect(region(page, name)).toContainText('No coins yet.');
  }
  await fault.press(page.getByRole('button', { name: 'Try again' }));
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
});

test('while the sync waits, returning to the app fetches the market, and a failed call is retried', async ({
  app,
  page,
}) => {
  await page.clock.install();
  await lookAway(page);
  const market = await serveMarket(page, null);
  await app.onboard();
  await page.addInitScript((userId) => {
    if (location.origin !== 'null')
      localStorage.setItem(`irich:${userId}:boot`, JSON.stringify({ onboarded: true }));
  }, app.user.id);
  const refused = page.waitForResponse((response) => response.status() === 401);
  await app.open({ path: '/cryptooverview', authDate: Math.floor(Date.now() / 1000) - 2 * 86_400 });
  await refused;
  await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
  await lookAgain(page);
  await expect(status(page)).toHaveText(
    'No market figures yet. They appear with the first answer of the server.',
  );
  market.answer({});
  await page.clock.fastForward('01:01');
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
});

test.describe("with the app's files cached", () => {
  test.use({ serviceWorkers: 'allow' });

  test('a first start without a network says when the market comes, and then it comes', async ({
    app,
    page,
    context,
  }) => {
    await app.onboard();
    await app.open({ path: '/profile' });
    await app.untilPrecached();
    await app.forget('databases');
    await context.setOffline(true);
    await app.open({ path: '/cryptooverview' });
    await expect(status(page)).toHaveText('The market appears here with the first connection.');
    await expect(region(page, 'Market cap')).toContainText('$0');
    await context.setOffline(false);
    await expect(region(page, 'Market cap')).toContainText('$3.28T');
  });
});

test('a snapshot is fresh for five minutes and then refetched; offline it shows its age', async ({
  app,
  page,
  context,
}) => {
  await page.clock.install();
  const market = await serveMarket(page, {});
  await openMarket(app);
  await expect(status(page)).toHaveText(/^Updated \d\d:\d\d$/);
  for (const path of ['/index', '/cryptooverview', '/index']) {
    await app.open({ path });
    await expect(region(page, 'Market cap')).toContainText('$3.28T');
  }
  expect(market.asked()).toBe(1);

  await page.clock.fastForward('04:00');
  expect(market.asked()).toBe(1);
  await page.clock.fastForward('01:05');
  await expect.poll(() => market.asked()).toBe(2);
  await expect(status(page)).toHaveText(/^Updated \d\d:\d\d$/);

  await context.setOffline(true);
  await page.unroute(OVERVIEW_CALL);
  await page.clock.fastForward('05:30');
  await expect(status(page)).toHaveText(/^Offline, last updated (\d+ \w+, )?\d\d:\d\d$/);
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await context.setOffline(false);
  await expect(status(page)).toHaveText(/^Updated \d\d:\d\d$/);
});

test('an unchanged overview is not sent again and counts as new; a lost one is sent in full', async ({
  app,
  page,
}) => {
  await page.clock.install();
  const answers: (readonly [status: number, hasTag: boolean])[] = [];
  page.on('response', async (response) => {
    if (new URL(response.url()).pathname !== '/api/market/overview') return;
    answers.push([response.status(), 'if-none-match' in response.request().headers()]);
  });
  await openMarket(app);
  await expect(status(page)).toHaveText(/^Updated \d\d:\d\d$/);
  const first = (await status(page).textContent()) ?? '';
  await expect.poll(() => answers).toEqual([[200, false]]);
  await page.clock.fastForward('05:05');
  await expect
    .poll(() => answers)
    .toEqual([
      [200, false],
      [304, true],
    ]);
  // Stored, because otherwise leaving first would fetch it again.
  await expect(status(page)).not.toHaveText(first);
  await expect(status(page)).toHaveText(/^Updated \d\d:\d\d$/);
  await app.open({ path: '/cryptooverview' });
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await page.clock.fastForward('04:00');
  expect(answers.length).toBe(2);
  await app.forget('databases');
  await app.open({ path: '/cryptooverview' });
  await expect(region(page, 'Market cap')).toContainText('$3.28T');
  await expect.poll(() => answers.slice(2)).toEqual([[200, false]]);
});

/** Hides the app until `lookAgain`. */
async function lookAway(page: Page): Promise<void> {
  await page.addInitScript(() => {
    let isAway = true;
    document.addEventListener('lookagain', () => {
      isAway = false;
    });
    Object.defineProperty(document, 'hidden', { get: () => isAway });
    Object.defineProperty(document, 'visibilityState', { get: () => (isAway ? 'hidden' : 'visible') });
  });
}

function lookAgain(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.dispatchEvent(new Event('lookagain'));
    document.dispatchEvent(new Event('visibilitychange'));
  });
}
