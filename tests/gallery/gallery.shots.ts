/** Pictures of every look, in both languages and both themes, on a phone of today and on the narrowest one. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { nextFrame } from '#tests/e2e/app.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { fileOf, SIZES, type Size, VARIANTS } from '#tests/gallery/pictures.ts';
import { expect, test } from '#tests/gallery/stage.ts';

const folder = process.env['GALLERY_FOLDER'] ?? 'test-results/gallery';
const wanted = new RegExp(process.env['GALLERY_LOOKS'] ?? '', 'i');

/** A list that goes on shows enough of itself. */
const LONGEST = 3000;

for (const { language, scheme } of VARIANTS) {
  test.describe(`${language}, ${scheme}`, () => {
    // Outside of the messaging app it is the phone's own language and scheme that count.
    test.use({ language, scheme, locale: language === 'ru' ? 'ru-RU' : 'en-US', colorScheme: scheme });

    test('pictures', async ({ page, stage }) => {
      for (const look of LOOKS.filter(({ name }) => wanted.test(name))) {
        try {
          await stage.show(look);
        } catch (error) {
          // The others are worth seeing all the same; the picture shows how far this one came.
          expect.soft(null, `${look.name}: ${error}`).not.toBeNull();
        }
        for (const size of SIZES) {
          await page.setViewportSize(size);
          if ((await page.getByRole('dialog').count()) === 0) await stretch(page, size);
          await nextFrame(page);
          await page.screenshot({
            path: join(folder, fileOf(look, { language, scheme }, size)),
            animations: 'disabled',
            caret: 'hide',
          });
        }
        await page.setViewportSize(SIZES[0]);
        await stage.leave();
      }
    });
  });
}

/** All of a long screen, with the bottom bar at its end: in a picture longer than the phone it would lie over the middle. */
async function stretch(page: Page, { width, height }: Size): Promise<void> {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  if (whole > height) await page.setViewportSize({ width, height: Math.min(whole, LONGEST) });
}
