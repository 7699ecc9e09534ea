/** Pictures of every look, in both languages and both themes, on a phone of today and on the narrowest one. */
import { join } from 'node:path';
import { LOOKS } from '#tests/gallery/looks.ts';
import { fileOf, SIZES, VARIANTS } from '#tests/gallery/pictures.ts';
import { expect, test } from '#tests/gallery/stage.ts';

const folder = process.env['GALLERY_FOLDER'] ?? 'test-results/gallery';
const wanted = new RegExp(process.env['GALLERY_LOOKS'] ?? '', 'i');

for (const { language, scheme } of VARIANTS) {
  test.describe(`${language}, ${scheme}`, () => {
    test.use({ language, scheme });

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
          await page.screenshot({
            path: join(folder, fileOf(look, { language, scheme }, size)),
            fullPage: (await page.getByRole('dialog').count()) === 0,
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
