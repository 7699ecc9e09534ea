/** The privacy page: a heading for everything that is kept, its figures, and the file of everything. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { RETENTION } from '#core/privacy/retention.ts';
import { PRIVACY_SUBJECTS } from '#core/privacy/subjects.ts';
import en from '#locales/en/privacy.json';
import ru from '#locales/ru/privacy.json';
import { opened, posted, untilConnected } from '#tests/support/host-calls.ts';
import { main, nextFrame, onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { textFaults } from '#tests/support/text-faults.ts';

const everything = (texts: typeof en) => page.getByRole('button', { name: texts.everything.title });

for (const [language, texts] of [
  ['en', en],
  ['ru', ru],
] as const) {
  describe(language, () => {
    test('tells under each heading what is kept, why, how long, and how it goes', async () => {
      await renderApp({ path: '/privacy', language });
      for (const subject of PRIVACY_SUBJECTS) {
        const said = texts.subject[subject];
        await onScreen(page.getByRole('heading', { level: 3, name: said.title, exact: true })).toBeVisible();
        for (const text of [said.what, said.why, said.erased])
          await onScreen(main.getByText(text, { exact: true }).first()).toBeVisible();
      }
      const { pictureHours, sentDays } = RETENTION;
      await onScreen(main).toContainText(
        texts.subject.pictures.long.replace('{{pictureHours}}', `${pictureHours}`),
      );
      await onScreen(main).toContainText(`${sentDays}`);
      await onScreen(main).not.toContainText('{{');
      await onScreen(main).toContainText(texts.outside.market);
    });

    test('is whole on the narrowest phone with text at 200 %', async () => {
      document.documentElement.style.fontSize = '200%';
      onTestFinished(() => {
        document.documentElement.style.fontSize = '';
      });
      await renderApp({ path: '/privacy', language, viewport: { width: 320, height: 640 } });
      await onScreen(everything(texts)).toBeVisible();
      await nextFrame();
      await expect.poll(textFaults).toEqual([]);
    });
  });
}

test('everything is downloaded by a link of the server', async () => {
  const app = await renderApp({ path: '/privacy' });
  await untilConnected(app);
  await everything(en).click();
  await onScreen(page.getByText(en.everything.saving)).toBeVisible();
  const links = () => opened(app).filter((url) => /\/api\/exports\/[\w.-]+$/.test(url));
  await expect.poll(() => links().length + posted(app, 'web_app_request_file_download')).toBe(1);
});

test('without a network it says that nothing was saved', async () => {
  const app = await renderApp({
    path: '/privacy',
    before: (server) => void server.disconnect('createExport'),
  });
  await untilConnected(app);
  await everything(en).click();
  await onScreen(page.getByText(en.everything.failed)).toBeVisible();
  expect(opened(app)).toEqual([]);
});
