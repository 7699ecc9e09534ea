/** Home: the greeting and its links. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

test('greets by the first name as written', async () => {
  await renderApp({ path: '/index', user: { first_name: 'Zoë <b>' } });
  await onScreen(page.getByRole('heading', { level: 1, name: 'Hello, Zoë <b>' })).toBeVisible();
});

test('a name of one long word does not widen the page', async () => {
  await renderApp({
    path: '/index',
    user: { first_name: 'W'.repeat(64) },
    viewport: { width: 320, height: 568 },
  });
  await onScreen(page.getByRole('heading', { level: 1 })).toContainText('WWW');
  expect(document.documentElement.scrollWidth).toBe(320);
});

test('greets in Russian', async () => {
  await renderApp({ path: '/index', language: 'ru' });
  await onScreen(page.getByRole('heading', { level: 1, name: 'Здравствуйте, Ada' })).toBeVisible();
  await onScreen(page.getByRole('region', { name: 'Что здесь можно делать' }).getByRole('link')).toHaveCount(
    6,
  );
});
