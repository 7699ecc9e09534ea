/** Sealing a plan from its sheet, the list of sealed plans, and revealing one. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { toBase64url } from '#core/base64url.ts';
import { planBytes } from '#core/plan-link.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { addSealed } from '#device/store/sealed-plans.ts';
import { shared, untilConnected } from '#tests/support/host-calls.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { calculate, fillField, fillForm } from '../calculators/form.ts';

const TRADE = { entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130.5', riskAmount: '77' };
const button = (name: string) => page.getByRole('button', { name, exact: true });

async function seal() {
  await fillField('symbol', 'ton');
  await fillForm(TRADE);
  await calculate();
  await button('Share plan').click();
  await button('Seal').click();
  await onScreen(page.getByText('The plan is sealed on this phone')).toBeVisible();
  await button('Sealed plans').click();
  await onScreen(page.getByRole('heading', { name: 'Sealed plans', exact: true })).toBeVisible();
}

test('a plan is sealed, received, and revealed after a warning that names what becomes visible', async () => {
  const app = await renderApp({ path: '/riskmoney' });
  await untilConnected(app);
  await seal();
  await onScreen(page.getByRole('heading', { name: 'TON · Long' })).toBeVisible();
  for (const text of ['100', '90', '130.5'])
    await onScreen(page.getByText(text, { exact: true })).toBeVisible();
  await onScreen(page.getByText(/^Received .* by the server’s clock/)).toBeVisible();
  await onScreen(page.getByText(/the seals of \d{1,2} [A-Z][a-z]+ \d{4} \(UTC\)/)).toBeVisible();
  await onScreen(page.getByText(/^Sealed \d.* by this phone’s clock/)).toBeVisible();
  await button('Reveal').click();
  const dialog = page.getByRole('dialog', { name: 'Show this plan to everybody?' });
  await onScreen(dialog.getByText(/your user id, and how many plans you have sealed/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await onScreen(page.getByText(/^Revealed/)).toHaveCount(0);
  await button('Reveal').click();
  await dialog.getByRole('button', { name: 'Reveal' }).click();
  await onScreen(page.getByText(/^Revealed .* Everybody with the link sees it/)).toBeVisible();
  await button('Share').click();
  await expect
    .poll(() => shared(app).map(({ url }) => url))
    .toEqual([expect.stringContaining('/proof#plan=')]);
});

test('without a network a plan waits, and cannot be revealed', async () => {
  await renderApp({ path: '/riskmoney', before: (server) => void server.disconnect('sealPlan') });
  await seal();
  await onScreen(page.getByText(/^Not received yet/)).toBeVisible();
  await onScreen(button('Reveal')).toHaveCount(0);
});

test('what the server refuses is said, and the plan stays sealed', async () => {
  const app = await renderApp({ path: '/riskmoney' });
  await seal();
  await onScreen(button('Reveal')).toBeVisible();
  app.server.refuse('revealPlan', 'internal');
  await button('Reveal').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Reveal' }).click();
  await onScreen(page.getByText('The plan was not revealed. Try again later.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await onScreen(page.getByText(/^Revealed/)).toHaveCount(0);
});

test('an empty list says how to seal a plan, in Russian too', async () => {
  await renderApp({ path: '/plans', language: 'ru', viewport: { width: 320, height: 568 } });
  await onScreen(page.getByText(/На этом телефоне нет запечатанных планов/)).toBeVisible();
});

test('of many plans those that come into sight are drawn', async () => {
  const app = await renderApp({ path: '/plans', before: (server) => void server.disconnect('sealPlan') });
  await untilConnected(app);
  const content = { symbol: 'TON', entry: '100', stop: '90', targets: ['130.5'], leverage: '' };
  const plan = toBase64url(planBytes({ ...content, positionType: 'LONG' }) ?? []);
  const store = await openDexieStore({
    userId: app.user.id,
    indexedDB,
    keyRange: IDBKeyRange,
    channel: null,
  });
  const kept = { plan, salt: '00'.repeat(16), received: null, refusal: null, revealed: null };
  for (let sealedAt = 1; sealedAt <= 60; sealedAt += 1)
    await addSealed(store, { ...kept, sealedAt, hash: String(sealedAt).padStart(64, '0') });
  store.close();
  await app.reopen();
  const plans = page.getByRole('heading', { name: 'TON · Long' });
  await onScreen(plans).toHaveCount(40);
  plans.elements().at(-1)?.scrollIntoView();
  await onScreen(plans).toHaveCount(60);
});
