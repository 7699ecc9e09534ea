/** Onboarding: four steps, forward only, and what a returning user sees of it. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeServer } from '#tests/support/fake-server.ts';
import { backButton, pressBack, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, main, onScreen, textOf } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { takeSteps } from './steps.ts';

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

  test(`each step has its picture, title, text, button and dots, and survives a reload: ${language}`, async () => {
    const app = await renderApp({ isOnboarded: false, language });
    for (const [i, title] of texts.titles.entries()) {
      if (i > 0) await app.reopen();
      const step = page.getByRole('main', { name: title });
      await onScreen(step.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await onScreen(step.getByRole('paragraph').first()).toHaveText(/./);
      const dots = step.getByRole('list', { name: texts.step(i + 1) });
      await onScreen(dots.getByRole('listitem')).toHaveCount(4);
      await onScreen(step.getByRole('button')).toHaveCount(1);
      await onScreen(step.getByText(texts.notAdvice)).toHaveCount(i === 0 ? 0 : 1);
      // The picture is decorative: it has no role, but it is drawn.
      await expect.poll(() => step.css('svg > *').length).toBeGreaterThan(0);
      // There is no way back, neither here nor in the host.
      await onScreen(page.getByRole('navigation')).toHaveCount(0);
      expect(backButton(app)).toBe(false);
      await step.getByRole('button', { name: texts.buttons[i] ?? '' }).click();
    }
    await expectUrl(/\/index/);
    await onScreen(page.getByRole('navigation')).toBeVisible();
    await untilOnboarded(app.server);
  });
}

for (const [language, words] of [
  ['en', { link: 'What happens to your data', title: 'Privacy', step: 'Welcome to iRICH' }],
  ['es', { link: 'Qué pasa con tus datos', title: 'Privacidad', step: 'Te damos la bienvenida a iRICH' }],
  [
    'ru',
    { link: 'Что происходит с вашими данными', title: 'Личные данные', step: 'Добро пожаловать в iRICH' },
  ],
] as const) {
  test(`the first step leads to the privacy page and from there back: ${language}`, async () => {
    const app = await renderApp({ isOnboarded: false, language, viewport: { width: 320, height: 568 } });
    const link = page.getByRole('link', { name: words.link, exact: true });
    await onScreen(link).toBeVisible();
    expect(link.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    await untilConnected(app);
    for (const leave of [
      () => pressBack(app),
      () => main.getByRole('button').first().click(),
      // As after a reload, without an entry before it.
      () => app.reopen('/privacy').then(() => pressBack(app)),
    ]) {
      await link.click();
      await onScreen(page.getByRole('heading', { level: 1, name: words.title, exact: true })).toBeVisible();
      // Nothing else of the app can be reached from there.
      await onScreen(page.getByRole('navigation')).toHaveCount(0);
      await onScreen(main.getByRole('link')).toHaveCount(0);
      await leave();
      await onScreen(page.getByRole('heading', { level: 1, name: words.step })).toBeVisible();
    }
    await page.getByRole('main').getByRole('button').click();
    await onScreen(link).toHaveCount(0);
  });
}

test('steps only go forward: the host never shows its back button', async () => {
  const app = await renderApp({ isOnboarded: false });
  await takeSteps(2);
  await onScreen(page.getByRole('heading', { name: 'Risk %' })).toBeVisible();
  await untilConnected(app);
  const shown = app.host
    .messages()
    .filter(({ type }) => type === 'web_app_setup_back_button')
    .map(({ data }) => (data as { is_visible: boolean }).is_visible);
  expect(shown).not.toContain(true);
});

test('a returning user on a new device sees what the app is, not onboarding, until the server answers', async () => {
  const seen = new Set<string>();
  const observer = new MutationObserver(() => {
    for (const heading of document.querySelectorAll('h1')) seen.add(textOf(heading));
  });
  observer.observe(document, { childList: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  let release = (): void => undefined;
  await renderApp({
    before(server) {
      release = server.hold('register');
    },
  });
  await onScreen(page.css('main[aria-busy="true"]')).toBeVisible();
  release();
  await expectUrl(/\/index/);
  await onScreen(page.getByRole('navigation')).toBeVisible();
  await expect.poll(() => [...seen]).toContain('Hello, Ada');
  expect([...seen]).not.toContain('Welcome to iRICH');
});

test('a server slower than a second leads to onboarding, which the answer then replaces', async () => {
  let release = (): void => undefined;
  await renderApp({
    before(server) {
      release = server.hold('register');
    },
  });
  await onScreen(page.getByRole('heading', { name: 'Welcome to iRICH' })).toBeVisible();
  release();
  await expectUrl(/\/index/);
});

test('a server error on completion is not shown to the user', async () => {
  const { server } = await renderApp({
    isOnboarded: false,
    before: (server) => server.refuse('onboarding', 'internal'),
  });
  await takeSteps();
  await onScreen(page.getByRole('heading', { level: 1 })).toContainText('Ada');
  await expect.poll(() => server.asked('onboarding')).toBeGreaterThan(0);
  await onScreen(page.getByRole('alert')).toHaveCount(0);
  server.recover('onboarding');
  window.dispatchEvent(new Event('online'));
  await untilOnboarded(server);
});

function untilOnboarded(server: FakeServer): Promise<void> {
  return expect.poll(() => server.profile().onboarded).toBe(true);
}
