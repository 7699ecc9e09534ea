/** Pictures of every look in every language and theme, on a current phone and on the narrowest one. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { LANGUAGES } from '#core/languages.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { fileOf, SIZES, type Size, VARIANTS } from '#tests/gallery/pictures.ts';
import { expect, test } from '#tests/gallery/stage.ts';
import { nextFrame } from '#tests/journeys/app.ts';

const folder = process.env['GALLERY_FOLDER'] ?? 'test-results/gallery';
const wanted = new RegExp(process.env['GALLERY_LOOKS'] ?? '', 'i');

/** An endless list shows this much of itself. */
const LONGEST = 3000;

for (const { language, scheme } of VARIANTS) {
  test.describe(`${language}, ${scheme}`, () => {
    // Outside of the messaging app the phone's own language and scheme count.
    test.use({ language, scheme, locale: LANGUAGES[language].locale, colorScheme: scheme });

    test('pictures', async ({ page, stage }) => {
      for (const look of LOOKS.filter(({ name }) => wanted.test(name))) {
        try {
          await stage.show(look);
        } catch (error) {
          // The other looks are still worth a picture; this one's shows how far it came.
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

/**
 * The whole of a long screen with the bottom bar at its end, since in a picture longer than the phone the bar
 * would cover the middle.
 */
async function stretch(page: Page, { width, height }: Size): Promise<void> {
  const whole = await page.evaluate(() => document.documentElement.scrollHeight);
  if (whole > height) await page.setViewportSize({ width, height: Math.min(whole, LONGEST) });
}
