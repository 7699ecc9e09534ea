/**
 * A result as a picture: made on tap, stored by the server, sent by the bot. tests/features/calculators has what the screen
 * does where that fails.
 */
import type { Page } from 'playwright/test';
import { type App, test as base, expect, visit } from '#tests/journeys/app.ts';
import { makeRecord } from '#tests/journeys/calculators.ts';
import { untilConnected } from '#tests/journeys/host.ts';
import { CALCULATORS, type Calculator } from '#tests/support/calculator-cases.ts';
import { TITLES } from '#tests/support/screens.ts';
import { BOT_TOKEN } from '#tests/support/server.ts';
import { type BotApi, type BotApiCall, startBotApi } from '#tests/upstream/bot-api.ts';

const test = base.extend<{ bot: BotApi }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
  bot: async ({}, use) => {
    const bot = await startBotApi({ token: BOT_TOKEN });
    await use(bot);
    await bot.close();
  },
  serverOptions: ({ bot }, use) =>
    use({ env: { BOT_API_URL: bot.url, BOT_WEBHOOK_SECRET: 'secret-of-the-journeys' } }),
});

test.use({ serviceWorkers: 'block' });

const prompt = (page: Page) => page.getByRole('region', { name: /^(Share|Поделиться)$/ });
const button = (page: Page) => prompt(page).getByRole('button').first();
const preview = (page: Page) =>
  page.getByRole('dialog', { name: /^(Share as a picture|Поделиться картинкой)$/ });
const send = (page: Page) => preview(page).getByRole('button').last();
const prepared = (bot: BotApi) => bot.calls.filter(({ method }) => method === 'savePreparedInlineMessage');
const posted = async (app: App, page: Page, type: string) =>
  (await app.host.messages(page)).filter((message) => message.type === type).map(({ data }) => data);
const dialogs = (app: App, page: Page) => posted(app, page, 'web_app_send_prepared_message');
const links = (app: App, page: Page) => posted(app, page, 'web_app_open_tg_link');

async function openWithResult(app: App, page: Page, calculator: Calculator = 'risk-money', version = '8.0') {
  await app.onboard();
  await app.open({ path: CALCULATORS[calculator].path, version });
  await makeRecord(page, calculator);
  await untilConnected(app);
  await expect(button(page)).toBeEnabled();
}

/** The picture at its address, decoded by the browser as for the messaging app. */
async function lookAt(page: Page, { payload }: BotApiCall) {
  return page.evaluate(async (url) => {
    const answer = await fetch(url);
    const blob = await answer.blob();
    const picture = await createImageBitmap(blob);
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width: picture.width, height: picture.height });
    const context = canvas.getContext('2d');
    context?.drawImage(picture, 0, 0);
    /** How many pixels of an area differ from the colour in its corner. */
    const inked = (x: number, y: number, width: number, height: number) => {
      const { data = new Uint8ClampedArray() } = context?.getImageData(x, y, width, height) ?? {};
      let count = 0;
      for (let at = 4; at < data.length; at += 4) {
        if ([0, 1, 2].some((part) => Math.abs((data[at + part] ?? 0) - (data[part] ?? 0)) > 60)) count += 1;
      }
      return count;
    };
    return {
      type: answer.headers.get('content-type'),
      bytes: blob.size,
      width: picture.width,
      height: picture.height,
      title: inked(72, 170, 600, 70),
      main: inked(72, 250, 900, 260),
      figures: inked(72, 500, 900, picture.height - 700),
      footer: inked(72, picture.height - 110, 900, 50),
    };
  }, payload.result.photo_url);
}

for (const [language, calculator, label] of [
  ['en', 'risk-money', 'Share as a picture'],
  ['ru', 'average-position', 'Поделиться картинкой'],
] as const) {
  test.describe(language, () => {
    test.use({ language });

    test('a tap in the preview, and nothing earlier, sends the picture', async ({ app, page, bot }) => {
      const uploads: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/api/share')) uploads.push(request.url());
      });
      await openWithResult(app, page, calculator);
      await expect(prompt(page)).toContainText(/figures on it|ваши цифры/);
      expect(uploads).toEqual([]);

      await prompt(page).getByRole('button', { name: label }).click();
      await expect(preview(page).getByRole('img')).toBeVisible();
      expect(uploads).toEqual([]);
      await send(page).click();
      await expect.poll(() => dialogs(app, page)).toHaveLength(1);
      await expect(send(page)).toBeDisabled();
      const [call, ...others] = prepared(bot);
      if (call === undefined) throw new Error('no message was prepared');
      expect(others).toEqual([]);
      expect(uploads).toHaveLength(1);
      expect(await dialogs(app, page)).toEqual([{ id: expect.stringMatching(/^prepared-\d+$/) }]);
      expect(call.payload).toMatchObject({
        user_id: app.user.id,
        result: {
          caption: expect.stringContaining(language === 'ru' ? 'мой расчёт' : 'what I calculated'),
          reply_markup: {
            inline_keyboard: [[{ url: `https://t.me/irich_test_bot/app?startapp=${app.user.id}` }]],
          },
        },
      });

      const seen = await lookAt(page, call);
      expect(seen).toMatchObject({ type: 'image/jpeg', width: 1080 });
      expect(seen.height).toBeGreaterThan(800);
      expect(seen.bytes).toBeLessThanOrEqual(150 * 1024);
      for (const part of [seen.title, seen.main, seen.figures, seen.footer])
        expect(part).toBeGreaterThan(300);

      await app.host.send(page, 'prepared_message_sent', {});
      await expect(preview(page)).toHaveCount(0);
      expect(await links(app, page)).toEqual([]);
    });
  });
}

test('every calculator has its picture', async ({ app, page, bot }) => {
  test.slow();
  await app.onboard();
  await app.open({ path: '/calculators' });
  await untilConnected(app);
  for (const [index, calculator] of (Object.keys(CALCULATORS) as Calculator[]).entries()) {
    const { path } = CALCULATORS[calculator];
    await visit(page, path);
    await expect(page.getByRole('heading', { level: 1, name: TITLES[path] })).toBeVisible();
    await makeRecord(page, calculator);
    await button(page).click();
    await send(page).click();
    await expect.poll(() => dialogs(app, page), calculator).toHaveLength(index + 1);
    const call = prepared(bot).at(-1);
    if (call === undefined) throw new Error(`nothing was prepared for ${calculator}`);
    const { title, main, figures } = await lookAt(page, call);
    for (const part of [title, main, figures]) expect(part, calculator).toBeGreaterThan(200);
    await app.host.send(page, 'prepared_message_sent', {});
    await expect(preview(page)).toHaveCount(0);
  }
  expect(prepared(bot)).toHaveLength(6);
});

test.describe('falls back to the link', () => {
  const words = (page: Page) => prompt(page).getByText('this is your link instead');
  const expectLink = async (app: App, page: Page) => {
    await expect.poll(() => links(app, page)).toHaveLength(1);
    expect(JSON.stringify(await links(app, page))).toContain(encodeURIComponent(`startapp=${app.user.id}`));
    await expect(button(page)).toBeEnabled();
    await expect(page.getByRole('alert')).toHaveCount(0);
  };
  /** The user is told, since the button said something else. */
  const expectLinkInstead = async (app: App, page: Page) => {
    await expectLink(app, page);
    await expect(words(page)).toBeVisible();
  };

  test('in a version without the dialog, and uploads nothing', async ({ app, page, bot }) => {
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/share')) uploads.push(request.url());
    });
    await openWithResult(app, page, 'risk-money', '7.10');
    await button(page).click();
    await preview(page).getByRole('button', { name: 'Share the link' }).click();
    await expectLink(app, page);
    expect([uploads, prepared(bot)]).toEqual([[], []]);
    await expect(words(page)).toHaveCount(0);
  });

  test.describe("if the server's bot is off", () => {
    test.use({ serverOptions: {} });

    test('and says so', async ({ app, page }) => {
      await openWithResult(app, page);
      await button(page).click();
      await send(page).click();
      await expectLinkInstead(app, page);
      expect(await dialogs(app, page)).toEqual([]);
    });
  });

  test('if the code for pictures fails to load', async ({ app, page }) => {
    await page.route('**/assets/share-dialog-*.js', (route) => route.abort());
    await openWithResult(app, page);
    await button(page).click();
    await expectLinkInstead(app, page);
  });
});
