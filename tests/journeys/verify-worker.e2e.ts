/** The check of one's points runs in a web worker; without its code in the page, and without that too it says so. */
import type { Page } from 'playwright/test';
import { expect, test } from '#tests/journeys/app.ts';
import { publish } from '#tests/journeys/published.ts';

test.use({ serviceWorkers: 'block' });

const WORKER = /\/assets\/worker-[^/]+\.js/;
const IN_PLACE = /\/assets\/in-place-[^/]+\.js/;
const right = (page: Page) => page.getByText('Everything fits');

test.beforeEach(async ({ app, page }) => {
  await app.onboard();
  await publish({ page, userId: app.user.id }, {});
});

test('in a web worker', async ({ app, page }) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await app.open({ path: '/verify' });
  await expect(right(page)).toBeVisible();
  // One for the events, one for the total.
  expect(workers).toEqual([expect.stringMatching(WORKER), expect.stringMatching(WORKER)]);
});

test('in the page while the code of the worker does not arrive', async ({ app, page }) => {
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  await page.route(WORKER, (route) => route.abort());
  await app.open({ path: '/verify' });
  await expect(right(page)).toBeVisible();
  expect(workers).toEqual([]);
  await page.unroute(WORKER);
  await page.getByRole('button', { name: 'Check again' }).click();
  // The first result stays in view until then.
  await expect.poll(() => workers).toHaveLength(2);
  await expect(right(page)).toBeVisible();
});

test('without both it does not start, says so, and starts once one of them arrives', async ({
  app,
  page,
}) => {
  for (const code of [WORKER, IN_PLACE]) await page.route(code, (route) => route.abort());
  await app.open({ path: '/verify' });
  await expect(page.getByText('The check did not start.')).toBeVisible();
  await expect(page.locator('.chain-ok, .chain-fault')).toHaveCount(0);
  await page.unroute(IN_PLACE);
  await page.locator('.proof-summary button').click();
  await expect(right(page)).toBeVisible();
  await expect(page.getByText('The check did not start.')).toHaveCount(0);
});
