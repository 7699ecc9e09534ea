/** A plan is sealed without a network, received later, revealed, and seen by everybody. */
import type { RevealedPlan } from '#core/contract/seals.ts';
import { expect, fillField, test } from '#tests/journeys/app.ts';

const button = { name: 'Reveal', exact: true } as const;

test('a plan sealed offline survives a reload, is received with the network, and is shown once it is revealed', async ({
  app,
  page,
  context,
}) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await app.untilPrecached();
  await context.setOffline(true);
  const fields = { riskAmount: '77', entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130.5' };
  for (const [name, value] of Object.entries(fields)) await fillField(page, name, value);
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await page.getByRole('button', { name: 'Share plan' }).click();
  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  await page.getByRole('button', { name: 'Sealed plans' }).click();
  await expect(page.getByText(/^Not received yet/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Not received yet/)).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(/^Received .* by the server's clock/)).toBeVisible();
  await page.getByRole('button', button).click();
  await page.getByRole('dialog').getByRole('button', button).click();
  await expect(page.getByText(/^Revealed/)).toBeVisible();

  const hash = await page.evaluate(async () => {
    const [{ name = '' } = {}] = (await indexedDB.databases()).filter(({ name }) =>
      name?.startsWith('irich-'),
    );
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const request = database.transaction('drafts').objectStore('drafts').getAllKeys();
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    database.close();
    return String(keys.find((key) => String(key).startsWith('sealed:'))).slice('sealed:'.length);
  });
  const answer = await fetch(`${app.server.origin}/api/seals/${app.user.id}/${hash}`);
  expect(answer.status).toBe(200);
  const shown = (await answer.json()) as RevealedPlan;
  expect(shown).toMatchObject({ hash, sealed: 1, revealed: 1 });
  expect(Date.parse(shown.sealedAt)).toBeLessThan(Date.parse(shown.receivedAt));
});
