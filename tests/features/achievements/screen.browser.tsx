/** Badges: earned ones with their day, the rest with their progress, each with its own dialog. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { formatDate } from '#core/date-format.ts';
import { posted, pressBack, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, focus, main, onScreen, placeOf, press, region } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';

test('shows all 80: earned ones first, newest on top, then the rest by family with progress', async () => {
  await renderApp({ path: '/achievements', before: (server) => server.befriend(4) });

  const earned = region('Earned, newest first').getByRole('listitem');
  await onScreen(earned).toHaveCount(3);
  await onScreen(earned.nth(0)).toHaveText(`Friends 2${formatDate(Date.now(), 'day', 'en')}`);
  await onScreen(earned.nth(1)).toContainText('Friends 1');
  await onScreen(earned.nth(2)).toContainText('Level 1');

  const rest = { Levels: 19, Friends: 18, Chain: 20, Streak: 20 };
  for (const [name, count] of Object.entries(rest)) {
    await onScreen(region(name).getByRole('listitem')).toHaveCount(count);
  }
  await onScreen(region('Friends')).toContainText('4 friends');
  const next = region('Friends').getByRole('button').first();
  await onScreen(next).toHaveAccessibleName(/^Friends 3 not earned yet 4 \/ 5$/);
  await onScreen(region('Streak').getByRole('button').last()).toHaveAccessibleName(
    /^Streak 20 not earned yet 0 \/ 1,000$/,
  );
  await onScreen(main).toContainText('3 of 80 badges');
});

test('the nearest three come first, each with the way from the tier below', async () => {
  const app = await renderApp({ path: '/achievements', before: (server) => server.befriend(4) });
  const next = region('Next for you').getByRole('button');
  await onScreen(next).toHaveCount(3);
  await onScreen(next.nth(0)).toHaveAccessibleName('Invite 5 friends 4 of 5 so far');
  await onScreen(next.nth(0)).toContainText(/3\s*4 friends\s*5$/);
  const bar = next.nth(0).element().querySelector('.badge-progress > span')?.getBoundingClientRect();
  const way = next.nth(0).element().querySelector('.badge-progress')?.getBoundingClientRect();
  expect((bar?.width ?? 0) / (way?.width ?? 1)).toBeCloseTo(0.5, 2);
  expect(placeOf(next.nth(0)).y).toBeLessThan(placeOf(region('Earned, newest first')).y);

  await next.nth(0).click();
  const dialog = page.getByRole('dialog', { name: 'Friends 3' });
  await onScreen(dialog).toContainText('4 of 5 so far');
  await pressBack(app);
  await onScreen(dialog).toBeHidden();
});

test('the screen describes what the wallet is for', async () => {
  await renderApp({ path: '/achievements' });
  await onScreen(page.getByRole('note').filter({ hasText: 'Connect wallet to claim SBT' })).toBeVisible();
});

test('a badge opens from its address, by key and by tap, and closes to the previous screen', async () => {
  const app = await renderApp({ path: '/achievements' });
  const earned = region('Earned, newest first').getByRole('button');
  await focus(earned);
  await press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Level 1' });
  await onScreen(dialog).toContainText('Reach level 1');
  await onScreen(dialog).toContainText(/Earned on \d+ \w+ \d{4}/);
  await press('Escape');
  await onScreen(dialog).toBeHidden();
  await onScreen(earned).toBeFocused();

  await region('Streak')
    .getByRole('button', { name: /^Streak 2 / })
    .click();
  const locked = page.getByRole('dialog', { name: 'Streak 2' });
  await onScreen(locked).toContainText('Check in 7 days in a row');
  await onScreen(locked).toContainText('0 of 7 so far');
  await pressBack(app);
  await onScreen(locked).toBeHidden();
  await expectUrl(/\/achievements/);
});

test('while the profile is unknown, the layout is reserved and says that it loads', async () => {
  const { release } = await openUnknown((server) => server.hold('register'));
  const loading = main.getByRole('status').filter({ hasText: 'Loading' });
  await onScreen(loading).toHaveCount(1);
  const figure = page.getByText('of 80 badges');
  await onScreen(figure).toBeHidden();
  const place = placeOf(figure);
  const wallet = page.getByRole('note').filter({ hasText: 'Connect wallet' });
  const below = placeOf(wallet);
  release();
  await onScreen(page.getByText('1 of 80 badges')).toBeVisible();
  await onScreen(loading).toHaveCount(0);
  expect(placeOf(figure)).toEqual(place);
  expect(placeOf(wallet)).toEqual(below);
});

test('without a network and never synced, the screen says when badges will appear', async () => {
  await openUnknown((server) => server.disconnect());
  await onScreen(page.getByRole('note').filter({ hasText: 'first network connection' })).toBeVisible();
  await onScreen(page.getByText('of 80 badges')).toHaveCount(0);
  await onScreen(main.getByRole('listitem')).toHaveCount(80);
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
  await onScreen(first).toContainText('unknown badge');
  await onScreen(first).toContainText('20 Nov 2026');
  await first.getByRole('button').click();
  await onScreen(page.getByRole('dialog', { name: 'unknown badge', exact: true })).toBeVisible();
});

/** On a device that lost its store. */
async function openUnknown(
  prepare: (server: TestApp['server']) => () => void,
): Promise<TestApp & { readonly release: () => void }> {
  let release = (): void => undefined;
  const app = await renderApp({
    path: '/achievements',
    isForgetful: true,
    before(server) {
      release = prepare(server);
    },
  });
  return { ...app, release };
}

describe('an earned badge as a picture', () => {
  const dialog = page.getByRole('dialog', { name: 'Share as a picture' });
  const picture = dialog.getByRole('img', { name: 'Picture: Level 1' });

  async function openPreview(before?: RenderOptions['before']): Promise<TestApp> {
    const app = await renderApp({ path: '/achievements', ...(before === undefined ? {} : { before }) });
    await untilConnected(app);
    await region('Earned, newest first').getByRole('button').first().click();
    await page
      .getByRole('dialog', { name: 'Level 1' })
      .getByRole('button', { name: 'Share as a picture' })
      .click();
    await onScreen(picture).toBeVisible();
    return app;
  }

  test('is previewed with its art, and sent as that badge', async () => {
    const app = await openPreview();
    const canvas = picture.element().querySelector('canvas');
    const art = canvas?.getContext('2d')?.getImageData(400, 250, 280, 200).data ?? [];
    // Tier 1 is pink: much red, and more of it than green.
    const pink = Array.from({ length: art.length / 4 }, (_, pixel) => [
      art[pixel * 4] ?? 0,
      art[pixel * 4 + 1] ?? 0,
    ]);
    expect(pink.filter(([red = 0, green = 0]) => red > 200 && red - green > 30).length).toBeGreaterThan(
      10_000,
    );

    await dialog.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => posted(app, 'web_app_send_prepared_message')).toBe(1);
    const [asked] = app.server.requests.filter(({ call }) => call === 'share');
    expect(asked?.body).toMatchObject({ badgeId: 'lev_1' });
    app.host.send('prepared_message_sent', {});
    await onScreen(dialog).toHaveCount(0);
    await onScreen(page.getByRole('dialog', { name: 'Level 1' })).toBeVisible();
  });

  test('that could not be sent stays, and says so', async () => {
    const app = await openPreview();
    app.server.disconnect();
    await dialog.getByRole('button', { name: 'Send' }).click();
    await onScreen(dialog).toContainText('The picture could not be sent.');
    await pressBack(app);
    await onScreen(dialog).toHaveCount(0);
  });

  test('is not offered for a badge that is not earned', async () => {
    await renderApp({ path: '/achievements' });
    await region('Next for you').getByRole('button').first().click();
    await onScreen(page.getByRole('dialog').getByRole('button')).toHaveText(['Close']);
  });
});
