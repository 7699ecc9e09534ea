/** The FAQ: five questions with complete answers and their links. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { helpUrl } from '#platform/links.ts';
import { opened, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, focus, main, onScreen, press, textOf } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

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

const answer = (question: string) => page.getByRole('group').filter({ hasText: question });
const ask = (question: string) => page.getByRole('heading', { name: question }).click();

for (const path of ['/SBT', '/sbt', '/Sbt/']) {
  test(`${path} shows five closed questions`, async () => {
    await renderApp({ path });
    await onScreen(page.getByRole('heading', { level: 2 })).toHaveText([...QUESTIONS.en]);
    await onScreen(page.getByRole('link', { name: /^Learn more/ })).toHaveCount(0);
    const current = page.getByRole('navigation').getByRole('link', { name: 'SBT' });
    await onScreen(current).toHaveAttribute('aria-current', 'page');
  });
}

for (const language of ['en', 'ru'] as const) {
  test(`each answer links to the help documents in the user's language: ${language}`, async () => {
    const app = await renderApp({ path: '/SBT', language });
    await untilConnected(app);
    const more = language === 'en' ? 'Learn more' : 'Узнать больше';
    for (const question of QUESTIONS[language]) {
      await ask(question);
      await page.getByRole('link', { name: `${more}: ${question}` }).click();
    }
    const expected = PAGES.map((name) => helpUrl(name, language));
    await expect.poll(() => opened(app)).toEqual(expected);
    expect(expected.every((url) => url?.includes('/en/') === (language === 'en'))).toBe(true);
    await expectUrl(/\/SBT/);
  });
}

test('the SBT answer lists the steps and says that its wallet is permanent', async () => {
  await renderApp({ path: '/SBT' });
  await ask(QUESTIONS.en[0]);
  const sbt = answer(QUESTIONS.en[0]);
  await onScreen(sbt.getByRole('listitem')).toHaveCount(3);
  await onScreen(sbt).toContainText('cannot be sold or sent');
  await onScreen(sbt).toContainText('an address once linked is not replaced');
});

test('the badges answer lists four families and the requirement of each tier', async () => {
  await renderApp({ path: '/SBT' });
  await ask(QUESTIONS.en[1]);
  const tiers = (family: string) => page.getByRole('region', { name: family }).getByRole('listitem');
  await onScreen(tiers('Friends')).toHaveCount(20);
  await onScreen(tiers('Friends').first()).toHaveText(/^Tier 1:\s*1\s*1$/);
  await onScreen(tiers('Friends').last()).toHaveText(/50,000$/);
  await onScreen(tiers('Chain').first()).toHaveText(/10$/);
  await onScreen(tiers('Chain').last()).toHaveText(/25M$/);
  await onScreen(tiers('Streak').first()).toHaveText(/3$/);
  await onScreen(tiers('Streak').last()).toHaveText(/1,000$/);
  await onScreen(page.getByRole('region', { name: 'Levels' })).toContainText('from 1 to 20');
});

test('the levels answer lists where each of the twenty starts', async () => {
  await renderApp({ path: '/SBT' });
  await ask(QUESTIONS.en[2]);
  const rows = answer(QUESTIONS.en[2]).getByRole('row');
  await onScreen(rows).toHaveCount(21);
  await onScreen(rows.nth(1)).toHaveText(/1\s*Pink\s*0$/);
  await onScreen(rows.nth(3)).toHaveText(/3\s*Green\s*1,000$/);
  await onScreen(rows.nth(11)).toHaveText(/11\s*Blue\s*500,000$/);
  await onScreen(rows.nth(13)).toHaveText(/13\s*Lime\s*2\.5M$/);
  await onScreen(rows.nth(20)).toHaveText(/20\s*Brown-gold\s*500M$/);
});

test('the last answer links to the badges and the profile', async () => {
  await renderApp({ path: '/SBT' });
  await ask(QUESTIONS.en[4]);
  await page.getByRole('link', { name: 'Open badges' }).click();
  // The address changes before the screen does.
  await onScreen(page.getByRole('heading', { level: 1, name: 'Badges' })).toBeVisible();
  await expectUrl(/\/achievements/);
  history.back();
  await onScreen(page.getByRole('heading', { level: 1, name: 'SBT and points' })).toBeVisible();
  await ask(QUESTIONS.en[4]);
  await onScreen(page.getByText('under the daily check-in')).toBeVisible();
  await page.getByRole('link', { name: 'Open profile' }).click();
  await expectUrl(/\/profile/);
  const heads = main.getByRole('heading', { level: 2 });
  await expect
    .poll(
      () => {
        const titles = heads.elements().map(textOf);
        return titles[titles.indexOf('Start a streak today') + 1];
      },
      { message: 'as the answer says' },
    )
    .toBe('Badges');
});

test('everything can be reached and opened by keyboard', async () => {
  await renderApp({ path: '/SBT' });
  await onScreen(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await focus(answer(QUESTIONS.en[0]).css('summary'));
  await press('Space');
  await press('Tab');
  await onScreen(page.getByRole('link', { name: `Learn more: ${QUESTIONS.en[0]}` })).toBeFocused();
  await press('Tab');
  await onScreen(answer(QUESTIONS.en[1]).css('summary')).toBeFocused();
});
