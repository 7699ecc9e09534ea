/** Home: the greeting, and where it leads. */
import { expect, makeUser, nextFrame, test } from '#tests/e2e/app.ts';
import { violationsOf } from '#tests/e2e/axe.ts';

test.use({ serviceWorkers: 'block' });

const PLACES = [
  [/^Six calculators/, '/calculators'],
  [/^History/, '/history'],
  [/^iRICH points/, '/profile'],
  [/^Friends/, '/referrals'],
  [/^Economic calendar/, '/calendar'],
  [/^Better offers/, '/profitable'],
] as const;

test('greets by the first name, as it is written', async ({ app, page }) => {
  const user = makeUser({ first_name: 'Zoë <b>' });
  await app.onboard(user);
  await app.open({ path: '/index', user });
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Zoë <b>' })).toBeVisible();
});

test('every feature leads to its screen, and back to where the list was', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/index' });
  const features = page.getByRole('region', { name: 'What you can do here' });
  await expect(features.getByRole('link')).toHaveCount(PLACES.length);
  for (const [name, path] of PLACES) {
    await features.getByRole('link', { name }).scrollIntoViewIfNeeded();
    // Where the page stands is known from the frame after a scroll on: no finger is faster than that.
    await nextFrame(page);
    await features.getByRole('link', { name }).click();
    await expect(page).toHaveURL(new RegExp(path));
    await expect(page.getByRole('heading', { level: 1 })).not.toContainText('Hello');
    await page.goBack();
    await expect(features.getByRole('link', { name })).toBeInViewport();
  }
});

test.describe('ru', () => {
  test.use({ language: 'ru' });

  test('greets in Russian', async ({ app, page }) => {
    await app.onboard();
    await app.open({ path: '/index' });
    await expect(page.getByRole('heading', { level: 1, name: 'Здравствуйте, Ada' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Что здесь можно делать' }).getByRole('link')).toHaveCount(
      PLACES.length,
    );
  });
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
