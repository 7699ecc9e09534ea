/**
 * Every screen and state on the narrowest phone: accessible in both themes, large enough to tap and never wider than the
 * page in both languages. The languages differ in their texts alone, so axe reads one of them, and each look turns into
 * the other language in place.
 */
import type { Page } from 'playwright/test';
import type { Look } from '#tests/gallery/look.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { expect, test } from '#tests/gallery/stage.ts';
import { violationsOf } from '#tests/journeys/axe.ts';
import { DARK_THEME, LIGHT_THEME } from '#tests/support/launch.ts';

/** Looks per test: few enough to spread the tests over workers. */
const GROUP = 8;
const groups = Array.from({ length: Math.ceil(LOOKS.length / GROUP) }, (_, index) =>
  LOOKS.slice(index * GROUP, (index + 1) * GROUP),
);

/** These know no other tab, or cannot fetch the texts of another language: they are opened in Russian from the start. */
const UNTRANSLATED = LOOKS.filter(
  ({ name, fragment, launch }) =>
    fragment !== undefined ||
    launch?.platform !== undefined ||
    /, (.* )?offline$|, without a network$/.test(name),
);

test.use({ viewport: { width: 320, height: 568 }, serviceWorkers: 'block' });

for (const group of groups) {
  const [first, last] = [group.at(0)?.name, group.at(-1)?.name];
  test(`from “${first}” to “${last}”`, async ({ app, page, stage }) => {
    test.slow();
    const found: string[] = [];
    for (const look of group) {
      const report = (faults: readonly string[]) => {
        found.push(...faults.map((fault) => `${look.name}: ${fault}`));
      };
      await stage.show(look);
      await expect(page.locator('html')).toHaveAttribute('lang', 'en');
      report(await faultsOfSize(page));
      report(await violationsOf(page));
      await turn(page, look, 'dark', (theme) =>
        app.host.send(page, 'theme_changed', { theme_params: theme }),
      );
      report((await violationsOf(page, ['color-contrast'])).map((one) => `dark: ${one}`));
      if (!UNTRANSLATED.includes(look)) {
        await stage.translate(look, 'ru');
        report((await faultsOfSize(page)).map((one) => `ru: ${one}`));
      }
      await stage.leave();
    }
    expect(found).toEqual([]);
  });
}

test.describe('in Russian from the start', () => {
  test.use({ language: 'ru' });

  for (const look of UNTRANSLATED)
    test(look.name, async ({ page, stage }) => {
      await stage.show(look);
      expect(await faultsOfSize(page)).toEqual([]);
      await stage.leave();
    });
});

/** As the host's page does it; the closed doors read no theme from it. */
async function turn(
  page: Page,
  look: Look,
  scheme: 'light' | 'dark',
  tellHost: (theme: typeof DARK_THEME) => Promise<void>,
): Promise<void> {
  const html = page.locator('html');
  if (look.fragment !== undefined || look.launch?.platform !== undefined) {
    await html.evaluate((root, to) => {
      root.removeAttribute('style');
      root.setAttribute('data-scheme', to);
    }, scheme);
  } else await tellHost(scheme === 'dark' ? DARK_THEME : LIGHT_THEME);
  await expect(html).toHaveAttribute('data-scheme', scheme);
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== 'running'));
}

async function faultsOfSize(page: Page): Promise<string[]> {
  return [...(await faultsOfTargets(page)), ...(await faultsOfWidth(page))];
}

/** Controls smaller than a fingertip. Links in running text are as high as their lines. */
function faultsOfTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const LEAST = 44;
    const faults: string[] = [];
    const scope = document.querySelector('dialog[open]') ?? document;
    const all = scope.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [role="button"], [role="link"], [tabindex="0"]',
    );
    for (const element of all) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const target = element.closest('label') ?? element;
      if (isInText(target)) continue;
      const { width, height } = areaOf(target);
      if (width === 0 || height === 0) continue;
      if (width < LEAST - 0.5 || height < LEAST - 0.5) {
        faults.push(`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 120)}`);
      }
    }
    return faults;

    function isInText(element: Element): boolean {
      if (getComputedStyle(element).display !== 'inline') return false;
      const around = element.parentElement?.textContent ?? '';
      return around.trim() !== (element.textContent ?? '').trim();
    }

    /** Including the area that a pseudo-element adds. */
    function areaOf(element: Element): { width: number; height: number } {
      let { width, height } = element.getBoundingClientRect();
      for (const side of ['::before', '::after']) {
        const style = getComputedStyle(element, side);
        if (style.content === 'none' || style.position !== 'absolute') continue;
        width = Math.max(width, Number.parseFloat(style.width) || 0);
        height = Math.max(height, Number.parseFloat(style.height) || 0);
      }
      return { width, height };
    }
  });
}

/** The page and its tables, which all fit with figures of ordinary length. */
function faultsOfWidth(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tables = [...document.querySelectorAll('table')].map((table) => table.parentElement);
    return [document.documentElement, ...tables].flatMap((element) => {
      const over = element === null ? 0 : element.scrollWidth - element.clientWidth;
      return over > 0 ? [`${element?.nodeName} scrolls sideways by ${over}`] : [];
    });
  });
}
