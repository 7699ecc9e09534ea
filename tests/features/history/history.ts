/** The history as a user operates it in component tests. */
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { calculate, fillField, fillForm } from '#tests/features/calculators/form.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';

export const TRADE = {
  riskAmount: '100',
  entryPrice: '100',
  stopLossPrice: '90',
  takeProfitPrice: '130',
} as const;

export const rows = page.css('main [data-id]');
export const sheet = page.getByRole('dialog');

/** The history with one trade for each symbol, the last one first. */
export async function openHistory(...symbols: readonly string[]): Promise<TestApp> {
  const app = await renderApp({ path: '/riskmoney' });
  for (const [index, symbol] of symbols.entries()) {
    await fillField('symbol', symbol);
    await fillForm(TRADE);
    await calculate();
    await expect.poll(() => app.server.records()).toHaveLength(index + 1);
  }
  await app.reopen('/history');
  await onScreen(rows).toHaveCount(symbols.length);
  return app;
}

export async function openSheet(row = rows.first()): Promise<void> {
  await row.getByRole('button', { name: 'Outcome of' }).click();
  await onScreen(sheet).toBeVisible();
}

export async function mark(result: string): Promise<void> {
  await sheet.getByRole('radio', { name: result }).click({ force: true });
}

export async function closeSheet(): Promise<void> {
  await sheet.getByRole('button', { name: 'Done' }).click();
  await onScreen(sheet).toBeHidden();
}
