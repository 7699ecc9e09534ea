/** Home: its links, and the market for screen readers; tests/features/home has the rest of the screen. */
import { expect, nextFrame, test } from '#tests/journeys/app.ts';
import { violationsOf } from '#tests/journeys/axe.ts';
import { CALLS, fileOf } from '#tests/journeys/built.ts';
import { hintOnboarded } from '#tests/journeys/onboarding.ts';

test.use({ serviceWorkers: 'block' });

const PLACES = [
  [/^Six calculators/, '/calculators'],
  [/^History/, '/history'],
  [/^iRICH points/, '/profile'],
  [/^Friends/, '/referrals'],
  [/^Economic calendar/, '/calendar'],
  [/^Better offers/, '/profitable'],
] as const;

test('every feature opens its screen, and back returns to the same place in the list', async ({
  app,
  page,
}) => {
  await app.onboard();
  await app.open({ path: '/index' });
  const features = page.getByRole('region', { name: 'What you can do here' });
  await expect(features.getByRole('link')).toHaveCount(PLACES.length);
  for (const [name, path] of PLACES) {
    await features.getByRole('link', { name }).scrollIntoViewIfNeeded();
    // The scroll position is known one frame later, which no finger beats.
    await nextFrame(page);
    await features.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(path));
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Hello');
    await page.goBack();
    await expect(features.getByRole('link', { name })).toBeInViewport();
  }
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ scheme, viewport: { width: 320, height: 568 } });

    test('the market on Home passes the accessibility check', async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/index' });
      await expect(page.getByRole('region', { name: 'Strong decline' }).getByRole('listitem')).toHaveCount(3);
      expect(await violationsOf(page)).toEqual([]);
    });
  });
}

for (const language of ['en', 'ru', 'es'] as const) {
  test.describe(language, () => {
    test.use({ language });

    test('the largest text is there with the first paint', async ({ app, page }) => {
      await app.onboard();
      await hintOnboarded(page, app.user.id);
      await app.open();
      await expect(page.locator('.market-head')).toBeVisible();
      await nextFrame(page);
      const [first, largest] = await page.evaluate(
        () =>
          new Promise<readonly [number | undefined, number | undefined]>((resolve) => {
            new PerformanceObserver((list) => {
              const [paint] = performance.getEntriesByName('first-contentful-paint');
              resolve([paint?.startTime, list.getEntries().at(-1)?.startTime]);
            }).observe({ type: 'largest-contentful-paint', buffered: true });
          }),
      );
      expect(largest).toBe(first);
    });
  });
}

test('the last result needs neither the forms of calculators nor the calls of other screens', async ({
  app,
  page,
  dist,
}) => {
  await app.onboard();
  const calculation = { userId: app.user.id, calculationType: 'Staking' };
  expect((await app.call('POST', '/api/referral/calculations', calculation)).status).toBe(200);
  await app.open({ path: '/index' });
  await expect(page.locator('.last-result-name')).toBeVisible();
  const fetched = await page.evaluate(() =>
    performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
  );
  expect(fetched).toContain(fileOf(dist, 'arithmetic'));
  expect(fetched).not.toContain(fileOf(dist, 'calculation'));
  expect(fetched).not.toContain(fileOf(dist, CALLS));
});
