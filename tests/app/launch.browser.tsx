/** Opening the app: which screen is first for whom, and that no other is shown before it. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { posted } from '#tests/support/host-calls.ts';
import { expectUrl, main, onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

/** What the app is, until the server has answered. A slow page welcomes a user before the server's refusal arrives. */
const FIRST_SCREENS = ['iRICH', 'Open iRICH again', 'Welcome to iRICH'];

for (const path of ['/riskmoney', '/profile?checkin=1', '/nowhere', '/']) {
  test(`a new user at ${path} sees no screen before onboarding, nor before the request to reopen the app`, async () => {
    const seen = watchScreens();
    const app = await renderApp({
      path,
      isOnboarded: false,
      before: (server) => server.refuse('register', 'launch_data_expired'),
    });
    await onScreen(page.getByRole('heading', { name: 'Open iRICH again' })).toBeVisible();
    expect([...seen].filter((shown) => !FIRST_SCREENS.includes(shown))).toEqual([]);

    app.server.recover('register');
    await app.reopen(path);
    await onScreen(page.getByRole('heading', { name: 'Welcome to iRICH' })).toBeVisible();
    expect([...seen].filter((shown) => !FIRST_SCREENS.includes(shown))).toEqual([]);
  });
}

test("a returning user on a new device skips onboarding and arrives at the link's target", async () => {
  const seen = watchScreens();
  const app = await renderApp({ path: '/riskmoney' });
  await onScreen(page.getByRole('heading', { name: 'Risk $' })).toBeVisible();
  expect([...seen]).toEqual(['Risk $']);
  seen.clear();
  await app.reopen('/');
  await expectUrl(/\/index/);
  await onScreen(page.getByRole('heading', { level: 1 })).toHaveText(/Ada/);
  expect([...seen]).toHaveLength(1);
});

test('the host is asked to disable swipes, to confirm closing, and to lock the orientation', async () => {
  const app = await renderApp({ path: '/index' });
  for (const type of [
    'web_app_ready',
    'web_app_setup_closing_behavior',
    'web_app_setup_swipe_behavior',
    'web_app_toggle_orientation_lock',
  ]) {
    await expect.poll(() => posted(app, type), { message: type }).toBeGreaterThan(0);
  }
});

test('unknown paths go Home, and /SBT opens in any letter case', async () => {
  const app = await renderApp({ path: '/nowhere/at/all' });
  await expectUrl(/\/index/);
  await app.reopen('/%E0%A4%A');
  await expectUrl(/\/index/);
  await onScreen(page.getByRole('heading', { level: 1 })).toHaveText(/Ada/);
  await app.reopen('/sbt');
  await onScreen(main).toContainText('SBT');
});

/** The headings of all screens shown from now on, however briefly. */
function watchScreens(): Set<string> {
  const seen = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const heading of document.querySelectorAll('main h1')) seen.add(heading.textContent ?? '');
  });
  observer.observe(document, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return seen;
}
