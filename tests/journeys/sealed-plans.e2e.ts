/** A plan is sealed without a network, received later, revealed, and seen by everybody. */
import type { Page } from 'playwright/test';
import type { RevealedPlan } from '#core/contract/seals.ts';
import { fillField, makeUser } from '#tests/journeys/app.ts';
import { expect, openAt, test } from './publisher.ts';

const button = { name: 'Reveal', exact: true } as const;

test('a plan sealed offline survives a reload, is received with the network, and is shown under its published day once it is revealed', async ({
  app,
  page,
  context,
  publisher,
}) => {
  await publisher.live([app.user, makeUser()]);
  await openAt(app, publisher, '/riskmoney');
  await app.untilPrecached();
  await context.setOffline(true);
  await seal(page);
  await expect(page.getByText(/^Not received yet/)).toBeVisible();
  await page.reload();
  await expect(page.getByText(/^Not received yet/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^Received .* by the server’s clock/)).toBeVisible();

  await publisher.comeTo(0);
  await publisher.published(1);
  await app.open({ path: new URL(page.url()).pathname });
  await page.getByRole('button', button).click();
  await page.getByRole('dialog').getByRole('button', button).click();
  await expect(page.getByText(/^Revealed/)).toBeVisible();

  const hash = await hashOfSealed(page);
  const answer = await fetch(`${publisher.server.origin}/api/seals/${app.user.id}/${hash}`);
  expect(answer.status).toBe(200);
  const shown = (await answer.json()) as RevealedPlan;
  expect(shown).toMatchObject({ hash, sealed: 1, revealed: 1, published: { entryIndex: 0, size: 1 } });
  const day = new Date(publisher.now() - 86_400_000).toISOString().slice(0, 10);
  expect([shown.day, shown.receivedAt.slice(0, 10)]).toEqual([day, day]);

  await page.goto(`${publisher.server.origin}/proof?lang=en#plan=${app.user.id}.${hash}`);
  await expect(page.locator('#plan .verdict-good h3')).toHaveText(/^Sealed on /);
  await expect(page.locator('#plan')).toContainText('1 sealed, 1 of them revealed');
  await expect(page.locator('#log h3').first()).toHaveText('Everything holds: 1 day');
});

async function seal(page: Page): Promise<void> {
  const fields = { riskAmount: '77', entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130.5' };
  for (const [name, value] of Object.entries(fields)) await fillField(page, name, value);
  await page.getByRole('button', { name: 'Calculate', exact: true }).click();
  await page.getByRole('button', { name: 'Share plan' }).click();
  await page.getByRole('button', { name: 'Seal', exact: true }).click();
  await page.getByRole('button', { name: 'Sealed plans' }).click();
}

/** Where the phone keeps it. */
function hashOfSealed(page: Page): Promise<string> {
  return page.evaluate(async () => {
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
}
