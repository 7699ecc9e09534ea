/** Onboarding: four steps, forward only, saved at any time, completed with or without a network. */
import type { Page } from 'playwright/test';
import { type App, expect, test, unlessGone } from '#tests/journeys/app.ts';
import { fileOf } from '#tests/journeys/built.ts';
import { hold } from '#tests/journeys/held.ts';
import { takeSteps } from '#tests/journeys/onboarding.ts';

const TEXTS = {
  en: {
    titles: ['Welcome to iRICH', 'Risk $', 'Risk %', 'Positions and profit'],
    buttons: ['Start', 'Next', 'Next', 'Go to the app'],
    step: (step: number) => `Step ${step} of 4`,
    notAdvice: 'Not financial advice.',
  },
  ru: {
    titles: ['Добро пожаловать в iRICH', 'Риск $', 'Риск %', 'Позиции и прибыль'],
    buttons: ['Начать', 'Далее', 'Далее', 'В приложение'],
    step: (step: number) => `Шаг ${step} из 4`,
    notAdvice: 'Это не финансовая рекомендация.',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const texts = TEXTS[language];

  test.describe(language, () => {
    test.use({ language });

    test('each step has its picture, title, text, button and dots, and survives a reload', async ({
      app,
      page,
    }) => {
      await app.open();
      for (const [i, title] of texts.titles.entries()) {
        if (i > 0) await page.reload();
        const main = page.getByRole('main', { name: title });
        await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
        await expect(main.getByRole('paragraph').first()).not.toBeEmpty();
        const dots = main.getByRole('list', { name: texts.step(i + 1) });
        await expect(dots.getByRole('listitem')).toHaveCount(4);
        await expect(main.getByRole('button')).toHaveCount(1);
        await expect(main.getByText(texts.notAdvice)).toHaveCount(i === 0 ? 0 : 1);
        // The picture is decorative: it has no role, but it is drawn.
        await expect.poll(() => main.locator('svg > *').count()).toBeGreaterThan(0);
        // There is no way back, neither here nor in the host.
        await expect(page.getByRole('navigation')).toHaveCount(0);
        await main.getByRole('button', { name: texts.buttons[i] ?? '' }).click();
      }
      await expect(page).toHaveURL(/\/index/);
      await expect(page.getByRole('navigation')).toBeVisible();
      await untilOnboarded(app);
    });
  });
}

test('steps only go forward: neither the host nor the history goes back', async ({ app, page }) => {
  await app.open();
  await takeSteps(page, 2);
  await expect(page.getByRole('heading', { name: 'Risk %' })).toBeVisible();
  const shown = (await app.host.messages(page))
    .filter(({ type }) => type === 'web_app_setup_back_button')
    .map(({ data }) => (data as { is_visible: boolean }).is_visible);
  expect(shown).not.toContain(true);
  await page.goBack();
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Risk %' })).toBeVisible();
});

test('a user who turns out to be known gets the requested screen, with or without a reload in between', async ({
  app,
  page,
}) => {
  await app.onboard();
  const release: (() => void)[] = [];
  // The server answers only when allowed, later than the app waits.
  await page.route('**/api/**', async (route) => {
    await new Promise<void>((resolve) => void release.push(resolve));
    await unlessGone(route.continue());
  });
  await app.open({ path: '/staking' });
  await page.getByRole('button', { name: 'Start' }).click();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Risk $' })).toBeVisible();
  await page.unroute('**/api/**');
  for (const answer of release) answer();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await expect(page).toHaveURL(/\/staking/);
  await expect(page.getByRole('heading', { level: 1, name: 'Staking' })).toBeVisible();
  // The redirect happens once: the next launch opens Home.
  await app.open();
  await expect(page).toHaveURL(/\/index/);
});

test('a returning user on a new device sees a spinner, not onboarding, until the server answers', async ({
  app,
  page,
}) => {
  await app.onboard();
  const seen = await watchHeadings(page);
  await page.addInitScript(waitLonger);
  const release = await hold(page, '**/api/user/register');
  await app.open();
  await expect(page.locator('main[aria-busy="true"]')).toBeVisible();
  await release();
  await expect(page).toHaveURL(/\/index/);
  await expect(page.getByRole('navigation')).toBeVisible();
  expect(await seen()).not.toContain('Welcome to iRICH');
});

test('a server slower than a second leads to onboarding, which the answer then replaces', async ({
  app,
  page,
}) => {
  await app.onboard();
  const release = await hold(page, '**/api/user/register');
  await app.open();
  await expect(page.getByRole('heading', { name: 'Welcome to iRICH' })).toBeVisible();
  await release();
  await expect(page).toHaveURL(/\/index/);
});

test('onboarding completed offline waits in the outbox and is sent when the network is back', async ({
  app,
  page,
  context,
}) => {
  await app.open();
  await app.untilPrecached();
  await context.setOffline(true);
  await complete(page);
  // A reload without a network does not show it again.
  await page.reload();
  await expect(page).toHaveURL(/\/index/);
  await context.setOffline(false);
  await untilOnboarded(app);
});

test.describe('without a service worker, as on iOS', () => {
  test.use({ withoutServiceWorker: true });

  test('a network lost after the first screen does not prevent completing it', async ({
    app,
    page,
    context,
    dist,
  }) => {
    const home = fileOf(dist, 'home');
    const fetched = new Set<string>();
    page.on('requestfinished', (request) => fetched.add(new URL(request.url()).pathname));
    await app.open();
    await expect(page.getByRole('button', { name: 'Start' })).toBeVisible();
    await expect.poll(() => fetched.has(home), { timeout: 30_000 }).toBe(true);
    await context.setOffline(true);
    await complete(page);
    await context.setOffline(false);
    await untilOnboarded(app);
  });
});

test('a server error on completion is not shown to the user', async ({ app, page }) => {
  await page.route('**/api/user/onboarding', (route) => route.fulfill({ status: 500, body: 'down' }));
  await app.open();
  await complete(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unrouteAll();
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
  await untilOnboarded(app);
});

/** In the page: a slow machine does not cut short the second after which an unknown user counts as new. */
function waitLonger(): void {
  const wait = window.setTimeout;
  Object.assign(window, {
    setTimeout: (work: () => void, ms?: number) => wait(work, ms === 1000 ? 60_000 : ms),
  });
}

/** The page's titles since it opened. */
async function watchHeadings(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    Object.assign(window, { seenHeadings: seen });
    new MutationObserver(() => {
      for (const heading of document.querySelectorAll('h1')) seen.add(heading.textContent ?? '');
    }).observe(document, { childList: true, subtree: true });
  });
  return () => page.evaluate(() => [...(window as unknown as { seenHeadings: Set<string> }).seenHeadings]);
}

async function complete(page: Page): Promise<void> {
  await takeSteps(page);
  await expect(page).toHaveURL(/\/index/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Ada');
}

async function untilOnboarded(app: App): Promise<void> {
  const isNewUser = async () =>
    (await app.call('POST', '/api/user/register', { id: app.user.id })).body['isNewUser'];
  await expect.poll(isNewUser).toBe(false);
}
