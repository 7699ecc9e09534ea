/** A screen with a defect: it says so, and the other screens stay reachable. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

test('the screen says so and links to Home', async () => {
  await breakProfile();
  const alert = page.getByRole('alert');
  await onScreen(alert).toContainText('What was saved on this device stays there.');
  await alert.getByRole('button', { name: 'Home' }).click();
  await expect.poll(() => location.pathname).toBe('/index');
  await onScreen(page.getByRole('heading', { level: 1 })).toContainText('Ada');
});

test('the other places stay reachable', async () => {
  await breakProfile();
  await page.getByRole('navigation').getByRole('link', { name: 'Calculators' }).click();
  await onScreen(page.getByRole('heading', { level: 1, name: 'Calculators' })).toBeVisible();
});

/** Puts an impossible profile into the device's store and opens it without a server to fix it. */
async function breakProfile(): Promise<void> {
  const app = await renderApp({ path: '/profile' });
  await onScreen(page.css('[data-sync]')).toHaveAttribute('data-sync', 'all_sent');
  app.server.disconnect();
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(`irich-${app.user.id}`);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const transaction = database.transaction('profile', 'readwrite');
  transaction.objectStore('profile').put({ key: 'profile', level: 1 });
  await new Promise((resolve, reject) => {
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(transaction.error);
  });
  database.close();
  await app.reopen('/profile');
  await onScreen(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
}
