/** Badges: earned ones with their day, the rest with their progress, each with its own dialog. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  expectCount,
  expectGone,
  expectHidden,
  expectPath,
  expectText,
  expectVisible,
  main,
  placeOf,
  pressBack,
  region,
} from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';

test('shows all 80: earned ones first, newest on top, then the rest by family with progress', async () => {
  await renderApp({ path: '/achievements', before: (server) => server.befriend(4) });

  const earned = region('Earned, newest first').getByRole('listitem');
  await expectCount(earned, 3);
  await expectText(earned.nth(0), 'Friends 2');
  await expectText(earned.nth(1), 'Friends 1');
  await expectText(earned.nth(2), 'Level 1');
  await expectText(
    earned.nth(0),
    new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' }).format(),
  );

  const rest = { Levels: 19, Friends: 18, Chain: 20, Streak: 20 };
  for (const [name, count] of Object.entries(rest)) {
    await expectCount(region(name).getByRole('listitem'), count);
  }
  await expectText(region('Friends'), '4 friends');
  const next = region('Friends').getByRole('button').first();
  await expect.element(next).toHaveAccessibleName(/^Friends 3 not earned yet 4 \/ 5$/);
  await expect
    .element(region('Streak').getByRole('button').last())
    .toHaveAccessibleName(/^Streak 20 not earned yet 0 \/ 1,000$/);
  await expectText(main, '3 of 80 badges');
});

test('the screen describes what the wallet is for', async () => {
  await renderApp({ path: '/achievements' });
  await expectVisible(page.getByRole('note').filter({ hasText: 'Connect wallet to claim SBT' }));
});

test('a badge opens from its address, by key and by tap, and closes to the previous screen', async () => {
  const app = await renderApp({ path: '/achievements' });
  const earned = region('Earned, newest first').getByRole('button');
  await expectVisible(earned);
  earned.element().focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'Level 1' });
  await expectText(dialog, 'Reach level 1');
  await expectText(dialog, /Earned on \d+ \w+ \d{4}/);
  await userEvent.keyboard('{Escape}');
  await expectHidden(dialog);
  await expect.element(earned).toHaveFocus();

  await region('Streak')
    .getByRole('button', { name: /^Streak 2 / })
    .click();
  const locked = page.getByRole('dialog', { name: 'Streak 2' });
  await expectText(locked, 'Check in 7 days in a row');
  await expectText(locked, '0 of 7 so far');
  await pressBack(app);
  await expectHidden(locked);
  await expectPath('/achievements');
});

test('while the profile is unknown, the layout is reserved and says that it loads', async () => {
  const { release } = await openUnknown((server) => server.hold('register'));
  const loading = main.getByRole('status').filter({ hasText: 'Loading' });
  await expect.element(loading).toBeInTheDocument();
  const figure = page.getByText('of 80 badges');
  await expectHidden(figure);
  const place = placeOf(figure);
  const wallet = page.getByRole('note').filter({ hasText: 'Connect wallet' });
  const below = placeOf(wallet);
  release();
  await expectVisible(page.getByText('1 of 80 badges'));
  await expectGone(loading);
  expect(placeOf(figure)).toEqual(place);
  expect(placeOf(wallet)).toEqual(below);
});

test('without a network and never synced, the screen says when badges will appear', async () => {
  await openUnknown((server) => server.disconnect());
  await expectVisible(page.getByRole('note').filter({ hasText: 'first network connection' }));
  await expectGone(page.getByText('of 80 badges'));
  await expectCount(main.getByRole('listitem'), 80);
});

test("an unknown family's badge of a newer server is shown with a generic label", async () => {
  await renderApp({
    path: '/achievements',
    before(server) {
      const profile = server.profile();
      const moon = { id: 'moon_3', at: '2026-11-20T10:00:00.000Z' };
      const newer = { ...profile, earned: [...profile.earned, moon], badges: `${profile.badges},moon_3` };
      server.answer('register', { isNewUser: false, generation: 0, profile: newer });
      server.answer('profile', newer);
    },
  });
  const first = region('Earned, newest first').getByRole('listitem').first();
  await expectText(first, 'unknown badge');
  await expectText(first, '20 Nov 2026');
  await first.getByRole('button').click();
  await expectVisible(page.getByRole('dialog', { name: 'unknown badge', exact: true }));
});

/** Like a device that lost its store and only knows that the user has been here before. */
async function openUnknown(
  prepare: (server: TestApp['server']) => () => void,
): Promise<TestApp & { readonly release: () => void }> {
  let release = (): void => undefined;
  const app = await renderApp({
    path: '/achievements',
    before(server) {
      localStorage.setItem(`irich:${server.user.id}:boot`, JSON.stringify({ onboarded: true }));
      release = prepare(server);
    },
  });
  return { ...app, release };
}
