/** Chromium of any version, driven by Playwright. */
import { chromium } from 'playwright';
import { CHROMIUM_ARGS } from '#tests/support/chromium.ts';
import { describeTarget, type EngineBrowser, elementScript, type Target } from './phone.ts';

const ACTION_LIMIT_MS = 2000;
const LOAD_LIMIT_MS = 20_000;

export async function launchChromium(executablePath: string): Promise<EngineBrowser> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_ARGS });
  return {
    version: browser.version(),
    close: () => browser.close(),
    async newPhone() {
      const context = await browser.newContext({
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 1,
        hasTouch: true,
        isMobile: true,
        locale: 'en-US',
        timezoneId: 'UTC',
      });
      context.setDefaultTimeout(ACTION_LIMIT_MS);
      context.setDefaultNavigationTimeout(LOAD_LIMIT_MS);
      const page = await context.newPage();

      async function elementOf(target: Target) {
        const element = (await page.evaluateHandle<Element | null>(elementScript(target))).asElement();
        if (element === null) throw new Error(`${describeTarget(target)} is not shown`);
        return element;
      }

      return {
        async goto(url) {
          await page.goto(url);
        },
        async reload() {
          await page.reload();
        },
        evaluate: (expression) => page.evaluate(expression),
        tap: async (target) => (await elementOf(target)).click(),
        async type(target, text) {
          await (await elementOf(target)).click();
          await page.keyboard.press('Control+A');
          await page.keyboard.type(text);
        },
        close: () => context.close(),
      };
    },
  };
}
