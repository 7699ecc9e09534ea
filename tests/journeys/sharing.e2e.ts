/** One device, several tabs or several users. */
import { choose, expect, fillField, historyRows, makeUser, test } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';

test('two tabs: a calculation in one appears in the other, and one of them sends it', async ({
  app,
  page,
  context,
}) => {
  const sent: string[] = [];
  // Only completed requests: failed tries without a network send nothing.
  context.on('requestfinished', (request) => {
    if (request.method() !== 'POST' || !/\/api\/(sync|referral\/calculations)$/.test(request.url())) return;
    const body = request.postDataJSON() as { id?: string; records?: readonly { id: string }[] };
    sent.push(...(body.records?.map((record) => record.id) ?? [body.id ?? '']));
  });
  await app.onboard();
  const other = await context.newPage();
  await app.open({ path: '/riskmoney' });
  await app.open({ path: '/history', page: other });
  await app.untilPrecached();
  await app.untilPrecached(other);
  await context.setOffline(true);

  await makeRecord(page, 'risk-money');
  await expect(historyRows(other)).toHaveCount(1);
  await page.goto(`${app.server.origin}/staking`);
  await makeRecord(page, 'staking');
  await expect(historyRows(other)).toHaveCount(2);

  await context.setOffline(false);
  await expect.poll(() => app.activityPoints()).toBe('2');
  for (const row of await historyRows(other).all()) {
    await expect(row).toHaveAttribute('data-state', 'counted');
  }
  expect(sent.toSorted()).toEqual([...new Set(sent)].toSorted());
  expect(await app.recordedCalculations()).toBe(2);
});

test("two accounts on one device: neither sees, sends or overwrites the other's data", async ({
  app,
  page,
  context,
}) => {
  const boris = makeUser({ first_name: 'Boris' });
  await app.onboard();
  await app.onboard(boris);

  // Both have been here before.
  await app.open({ path: '/index', user: boris });
  await app.untilPrecached();
  await expect
    .poll(() => page.evaluate((id) => localStorage.getItem(`irich:${id}:boot`), boris.id))
    .not.toBeNull();
  await app.open({ path: '/riskmoney' });
  await expect(page.locator('input[name="entryPrice"]')).toBeVisible();
  await context.setOffline(true);
  await makeRecord(page, 'risk-money');
  await choose(page, 'positionType', 'SHORT');
  await fillField(page, 'entryPrice', '4321');

  await app.open({ path: '/riskmoney', user: boris });
  await expect(page.locator('input[name="entryPrice"]')).toHaveValue('');
  await page.goto(`${app.server.origin}/history`);
  await expect(page.getByRole('heading').first()).toBeVisible();
  await expect(historyRows(page)).toHaveCount(0);

  // Boris's app is online now and sends Boris's data. The service worker may send Ada's, as Ada.
  const authorized: string[] = [];
  context.on('request', (request) => {
    if (request.serviceWorker() === null && request.url().includes('/api/'))
      authorized.push(request.headers()['authorization'] ?? '');
  });
  await context.setOffline(false);
  await page.goto(`${app.server.origin}/staking`);
  await makeRecord(page, 'staking');
  await expect.poll(() => app.activityPoints(boris)).toBe('1');
  expect(await app.recordedCalculations(boris)).toBe(1);
  expect(authorized.filter((header) => header.includes(String(app.user.id)))).toEqual([]);

  await app.open({ path: '/riskmoney' });
  await expect(page.locator('input[name="entryPrice"]')).toHaveValue(/4.?321/);
  await expect.poll(() => app.activityPoints()).toBe('1');
  await page.goto(`${app.server.origin}/history`);
  await expect(historyRows(page)).toHaveCount(1);
  expect(await app.recordedCalculations()).toBe(1);
  expect(await app.recordedCalculations(boris)).toBe(1);

  const keys = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
  const shared = keys.filter((key) => key.startsWith('irich') && !/^irich:\d+:/.test(key));
  // The phone's insets and the colours of the messaging app, which belong to no user.
  expect(shared.sort()).toEqual(['irich:insets', 'irich:palette']);
});
