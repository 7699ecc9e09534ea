/** The picture at the top of the README: four screens side by side, at the gallery's fixed time. */
import { fileURLToPath } from 'node:url';
import { type Look, textsOf } from '#tests/gallery/look.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { SIZES } from '#tests/gallery/pictures.ts';
import { expect, test } from '#tests/gallery/stage.ts';

const FILE = fileURLToPath(new URL('../../.github/screens.png', import.meta.url));
const GAP = 8;
const EDGE = 16;

const named = (name: string): Look => {
  const look = LOOKS.find((one) => one.name === name);
  if (look === undefined) throw new Error(`no look is called ${name}`);
  return look;
};

/** The second one's result is calculated without a network. */
const SHOWN = [named('home'), named('risk by money, empty'), named('badges'), named('profile')];
const OFFLINE = { at: 1, prepare: named('risk by money').prepare };

test('screens of the README', async ({ app, page, stage, context, language }) => {
  const [{ width, height }] = SIZES;
  await page.setViewportSize({ width, height });
  const pictures: string[] = [];
  for (const [index, look] of SHOWN.entries()) {
    await stage.show(look);
    if (index === OFFLINE.at) {
      await context.setOffline(true);
      await OFFLINE.prepare?.({ app, page, text: textsOf(language), userId: app.user.id });
      await expect(page.locator('.record-line')).toBeVisible();
    }
    await page.evaluate(() => window.scrollTo(0, 0));
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' });
    pictures.push(picture.toString('base64'));
    await stage.leave();
  }
  const sheet = await context.newPage();
  await sheet.setViewportSize({
    width: SHOWN.length * (width + EDGE) + GAP,
    height: height + EDGE,
  });
  const images = pictures.map((picture) => `<img src="data:image/png;base64,${picture}">`).join('');
  await sheet.setContent(
    `<body style="margin:${GAP}px;display:flex;gap:${EDGE}px;background:#8b939d">${images}</body>`,
  );
  await sheet.screenshot({ path: FILE });
});
