/** A phone of the performance class LOW: colours change where results and rewards move elsewhere, by the built styles. */
import { expect, fillField, test } from '#tests/journeys/app.ts';

const agent = (performance: string) =>
  `Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 Chrome/111.0 Mobile Safari/537.36 Telegram-Android/11.3.3 (Google sdk_gphone64_arm64; Android 14; SDK 34; ${performance})`;

for (const [performance, result, reward] of [
  ['LOW', 'flash', 'flash'],
  ['HIGH', 'result-in', 'none'],
] as const) {
  test.describe(performance, () => {
    test.use({ userAgent: agent(performance) });

    test(`a result has the animation ${result}, the balance ${reward}`, async ({ app, page }) => {
      await app.onboard();
      await app.open({ path: '/riskmoney' });
      const trade = { riskAmount: '100', entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130' };
      for (const [name, value] of Object.entries(trade)) await fillField(page, name, value);
      await page.getByRole('button', { name: 'Calculate', exact: true }).click();
      await expect(page.locator('.result')).toHaveCSS('animation-name', result);
      await app.open({ path: '/profile?checkin=1' });
      const figure = page.locator('.balance-figure > span').first();
      await expect(figure).toHaveCSS('animation-name', 'none');
      await page.getByRole('dialog').getByRole('button', { name: 'Claim', exact: true }).click();
      await expect(figure).toHaveClass(/flash/);
      await expect(figure).toHaveCSS('animation-name', reward);
    });
  });
}

test('the flash is one change of colour, and moves nothing', async ({ app, page }) => {
  await app.onboard();
  await app.open({ path: '/riskmoney' });
  await expect(page.locator('h1')).toBeVisible();
  const changed = await page.evaluate(() =>
    [...document.styleSheets, ...document.adoptedStyleSheets]
      .flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSKeyframesRule)
      .filter(({ name }) => name === 'flash')
      .flatMap((rule) => [...rule.cssRules] as CSSKeyframeRule[])
      .flatMap(({ style }) => [...style]),
  );
  expect(changed).toEqual(['background-color']);
  const flash = await page.evaluate(() => {
    document.documentElement.dataset['motion'] = 'flash';
    document.body.classList.add('flash');
    const style = getComputedStyle(document.body);
    return [style.animationDuration, style.animationTimingFunction];
  });
  expect(flash).toEqual(['0.32s', 'steps(1)']);
});
