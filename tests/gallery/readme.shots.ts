/** The picture at the top of the README: four screens side by side, as they are at the gallery's moment. */
import { fileURLToPath } from 'node:url';
import type { Look } from '#tests/gallery/look.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { SIZES } from '#tests/gallery/pictures.ts';
import { test } from '#tests/gallery/stage.ts';

const FILE = fileURLToPath(new URL('../../.github/screens.png', import.meta.url));
const GAP = 8;
const EDGE = 16;

const named = (name: string): Look => {
  const look = LOOKS.find((one) => one.name === name);
  if (look === undefined) throw new Error(`no look is called ${name}`);
  return look;
};

const offline = (look: Look): Look => ({
  ...look,
  async prepare(scene) {
    await scene.app.context.setOffline(true);
    await look.prepare?.(scene);
  },
});

const SHOWN = [named('home'), offline(named('risk by money')), named('badges'), named('profile')];

test('screens of the README', async ({ page, stage, context }) => {
  const [{ width, height }] = SIZES;
  await page.setViewportSize({ width, height });
  const pictures: string[] = [];
  for (const look of SHOWN) {
    await stage.show(look);
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
