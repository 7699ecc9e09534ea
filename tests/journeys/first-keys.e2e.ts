/** A calculator accepts input as soon as its field appears, however slow the phone. */
import { expect, test } from '#tests/journeys/app.ts';

test.use({ serviceWorkers: 'block' });

for (const { path, name } of [
  { path: '/riskmoney', name: 'riskAmount' },
  { path: '/averageposition', name: 'price' },
  { path: '/elliottwave', name: 'startPrice' },
]) {
  test(`digits typed at once into ${name} of ${path} all stay`, async ({ app, page, context }) => {
    const field = `input[name="${name}"]`;
    await app.onboard();
    await app.open({ path });
    await page.locator(field).first().waitFor();
    await page.addInitScript((selector) => {
      const type = (text: string) => document.execCommand('insertText', false, text);
      new MutationObserver((_changes, observer) => {
        const input = document.querySelector<HTMLInputElement>(selector);
        if (input === null) return;
        observer.disconnect();
        input.focus();
        for (const key of '1234') type(key);
        requestAnimationFrame(() => type('5'));
      }).observe(document, { childList: true, subtree: true });
    }, field);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await app.open({ path });
    await expect(page.locator(field).first()).toHaveValue('12,345');
  });
}
