/** The FAQ: five questions with complete answers and their links. */
import type { Page } from 'playwright/test';
import { helpUrl } from '#platform/links.ts';
import { expect, test } from '#tests/journeys/app.ts';
import { opened, untilConnected } from '#tests/journeys/host.ts';

test.use({ serviceWorkers: 'block' });

const PAGES = ['sbt', 'badge', 'level', 'rewards', 'where'] as const;
const QUESTIONS = {
  en: [
    'How do I get an SBT?',
    'How do I get a badge?',
    'How do I level up?',
    'How do the rewards work?',
    'Where are my badges?',
  ],
  ru: [
    'Как получить SBT?',
    'Как получить значок?',
    'Как повысить уровень?',
    'Как устроены награды?',
    'Где мои значки?',
  ],
} as const;

const answer = (page: Page, question: string) => page.getByRole('group').filter({ hasText: question });
const ask = (page: Page, question: string) => page.getByRole('heading', { name: question }).click();

for (const path of ['/SBT', '/sbt', '/Sbt/']) {
  test(`${path} shows five closed questions`, async ({ app, page }) => {
    await app.onboard();
    await app.open({ path });
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([...QUESTIONS.en]);
    await expect(page.getByRole('link', { name: /^Learn more/ })).toHaveCount(0);
    const current = page.getByRole('navigation').getByRole('link', { name: 'SBT' });
    await expect(current).toHaveAttribute('aria-current', 'page');
  });
}

for (const language of ['en', 'ru'] as const) {
  test.describe(language, () => {
    test.use({ language });

    test("each answer links to the help documents in the user's language", async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/SBT' });
      await untilConnected(app);
      const more = language === 'en' ? 'Learn more' : 'Узнать больше';
      for (const question of QUESTIONS[language]) {
        await ask(page, question);
        await page.getByRole('link', { name: `${more}: ${question}` }).click();
      }
      const expected = PAGES.map((name) => helpUrl(name, language));
      await expect.poll(() => opened(app, page)).toEqual(expected);
      expect(expected.every((url) => url.includes('/en/') === (language === 'en'))).toBe(true);
      await expect(page).toHaveURL(/\/SBT/);
    });
  });
}

test('the SBT answer lists the steps and says that its wallet is permanent', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/SBT' });
  await ask(page, QUESTIONS.en[0]);
  const sbt = answer(page, QUESTIONS.en[0]);
  await expect(sbt.getByRole('listitem')).toHaveCount(3);
  await expect(sbt).toContainText('cannot be sold or sent');
  await expect(sbt).toContainText('an address once linked is not replaced');
});

test('the badges answer lists four families and the requirement of each tier', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/SBT' });
  await ask(page, QUESTIONS.en[1]);
  const tiers = (family: string) => page.getByRole('region', { name: family }).getByRole('listitem');
  await expect(tiers('Friends')).toHaveCount(20);
  await expect(tiers('Friends').first()).toHaveText(/^Tier 1:\s*1\s*1$/);
  await expect(tiers('Friends').last()).toHaveText(/50,000$/);
  await expect(tiers('Chain').first()).toHaveText(/10$/);
  await expect(tiers('Chain').last()).toHaveText(/25M$/);
  await expect(tiers('Streak').first()).toHaveText(/3$/);
  await expect(tiers('Streak').last()).toHaveText(/1,000$/);
  await expect(page.getByRole('region', { name: 'Levels' })).toContainText('from 1 to 20');
});

test('the levels answer lists where each of the twenty starts', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/SBT' });
  await ask(page, QUESTIONS.en[2]);
  const rows = answer(page, QUESTIONS.en[2]).getByRole('row');
  await expect(rows).toHaveCount(21);
  await expect(rows.nth(1)).toHaveText(/1\s*Pink\s*0$/);
  await expect(rows.nth(3)).toHaveText(/3\s*Green\s*1,000$/);
  await expect(rows.nth(11)).toHaveText(/11\s*Blue\s*500,000$/);
  await expect(rows.nth(13)).toHaveText(/13\s*Lime\s*2\.5M$/);
  await expect(rows.nth(20)).toHaveText(/20\s*Brown-gold\s*500M$/);
});

test.describe('on a clock in Tokyo', () => {
  test.use({ timezoneId: 'Asia/Tokyo' });

  test('the rewards answer lists all awards and when a day changes', async ({ app, page }) => {
    await app.onboard();
    await app.open({ path: '/SBT' });
    await ask(page, QUESTIONS.en[3]);
    const rewards = answer(page, QUESTIONS.en[3]);
    await expect(rewards.getByRole('row')).toHaveText([
      /iRICH$/,
      /calculation\s*1$/,
      /by your link\s*50$/,
      /Premium joins\s*75$/,
      /by calculations\s*1\/10$/,
      /by inviting\s*1\/10$/,
      /check-in\s*10–100$/,
    ]);
    await expect(rewards).toContainText('first 30 calculations of a day');
    await expect(rewards).toContainText('within 7 days');
    await expect(rewards).toContainText('00:00 UTC: 09:00 on your clock');
  });
});

test('the last answer links to the badges and the profile', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/SBT' });
  await ask(page, QUESTIONS.en[4]);
  await page.getByRole('link', { name: 'Open badges' }).click();
  // The address changes before the screen does.
  await expect(page.getByRole('heading', { level: 1, name: 'Badges' })).toBeVisible();
  await expect(page).toHaveURL(/\/achievements/);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'SBT and points' })).toBeVisible();
  await ask(page, QUESTIONS.en[4]);
  await expect(page.getByText('under the daily check-in')).toBeVisible();
  await page.getByRole('link', { name: 'Open profile' }).click();
  await expect(page).toHaveURL(/\/profile/);
  const heads = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect
    .poll(
      async () => {
        const titles = await heads.allTextContents();
        return titles[titles.indexOf('Start a streak today') + 1];
      },
      { message: 'as the answer says' },
    )
    .toBe('Badges');
});

test('everything can be reached and opened by keyboard', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/SBT' });
  await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await answer(page, QUESTIONS.en[0]).locator('summary').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: `Learn more: ${QUESTIONS.en[0]}` })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(answer(page, QUESTIONS.en[1]).locator('summary')).toBeFocused();
});
