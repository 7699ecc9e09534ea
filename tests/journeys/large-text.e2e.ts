/**
 * Text at twice its size on the narrowest phone: nothing scrolls sideways, overlaps, is cut, or breaks inside a
 * word or figure.
 */
import type { Page } from 'playwright/test';
import type { ScreenPath } from '#app/screens/table.ts';
import { textsOf } from '#tests/gallery/look.ts';
import { expect, fillField, output, test, visit } from '#tests/journeys/app.ts';
import { SHOWN } from '#tests/support/screens.ts';

test.use({ serviceWorkers: 'block' });

interface Look {
  readonly path: string;
  /** Key of its text; null for Home. */
  readonly title: string | null;
  readonly fill: ((page: Page) => Promise<void>) | undefined;
}

const LONG = '12345678.12345678';

/** What is done on a screen before it is judged. */
const FILLS: Readonly<Partial<Record<ScreenPath, (page: Page) => Promise<void>>>> = {
  async '/riskmoney'(page) {
    await fillAll(page, { riskAmount: '100', entryPrice: '64120.5', stopLossPrice: '62800.12345678' });
    await fillAll(page, { takeProfitPrice: '68400', leverage: '50' });
    await press(page);
  },
  async '/riskpercent'(page) {
    await fillAll(page, { riskPercent: '10', depositAmount: '1000', leverage: '30', entryPrice: '100' });
    await fillAll(page, { stopLossPrice: '99.9', takeProfitPrice: '110' });
    await press(page);
  },
  async '/averageposition'(page) {
    for (const price of [LONG, '0.00001234']) {
      await fillAll(page, { price, quantity: '1234.12345678' }, 'entry');
      await press(page, 'entry');
    }
    await fillAll(page, { price: '22345678.12345678', quantityOrPercent: '0.12345678' }, 'takeProfit');
    await press(page, 'takeProfit');
    await expect(output(page, 'averagePrice')).not.toHaveText('0');
  },
  async '/takeprofitstoploss'(page) {
    await fillAll(page, { entryPrice: LONG, takeProfit: '10', stopLoss: '5' });
    await press(page);
  },
  async '/elliottwave'(page) {
    await fillAll(page, { startPrice: '100.12345678', endPrice: LONG }, 'wave1');
    await press(page, 'wave1');
    await expect(page.locator('form[name="wave2"]')).toBeVisible();
  },
  async '/staking'(page) {
    await fillAll(page, { apr: '12', depositAmount: LONG, days: '40' });
    await press(page);
    // Not by position, since the bottom bar may cover it.
    await page
      .locator('[aria-expanded="false"]')
      .first()
      .evaluate((button: HTMLElement) => button.click());
  },
  '/SBT': openFolds,
  '/profitable': openFolds,
  '/calendar': openFolds,
};

const LOOKS: readonly Look[] = [
  ...SHOWN.map(({ path, title }) => ({ path, title, fill: FILLS[path] })),
  { path: '/profile?checkin=1', title: 'profile:title', fill: undefined },
];

/** Everything collapsed on the screen. */
async function openFolds(page: Page): Promise<void> {
  await expect(page.locator('main summary').first()).toBeVisible();
  await page.locator('main').evaluate((main) => {
    for (const fold of main.querySelectorAll('details')) fold.open = true;
  });
}

async function fillAll(page: Page, fields: Record<string, string>, form?: string): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await fillField(page, name, value, form);
}

function press(page: Page, form?: string): Promise<void> {
  const scope = form === undefined ? page : page.locator(`form[name="${form}"]`);
  return scope.locator('button[type="submit"]').first().click();
}

for (const language of ['en', 'ru'] as const) {
  test.describe(language, () => {
    test.use({ language, viewport: { width: 320, height: 640 } });

    test('every screen works with text at 200 %', async ({ app, page }) => {
      test.slow();
      await page.addInitScript(() => {
        const enlarge = () => {
          if (document.documentElement === null) return;
          document.documentElement.style.fontSize = '200%';
          begun.disconnect();
        };
        const begun = new MutationObserver(enlarge);
        begun.observe(document, { childList: true });
        enlarge();
      });
      // Another launch than the one after onboarding, also where both are in the same second.
      await app.open({ authDate: Math.floor(Date.now() / 1000) - 60 });
      await expect(page.locator('main h1')).toBeVisible();
      expect(await faultsOf(page), 'onboarding').toEqual([]);
      await app.onboard();
      const found: string[] = [];
      await app.open({ path: '/index' });
      const text = textsOf(language);
      for (const { path, title, fill } of LOOKS) {
        await visit(page, path);
        await expect(page.locator('main h1'), path).toContainText(title === null ? 'Ada' : text(title));
        await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
        await fill?.(page);
        await page.waitForFunction(() =>
          document.getAnimations().every((one) => one.playState !== 'running'),
        );
        for (const fault of await faultsOf(page)) found.push(`${path}: ${fault}`);
      }
      expect(found).toEqual([]);
    });
  });
}

/** Faults of the texts on the page, in words. */
function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = [];
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (over > 0) faults.push(`the page scrolls sideways by ${over}`);

    interface Piece {
      readonly text: string;
      readonly owner: Element;
      readonly rects: readonly DOMRect[];
    }
    const dialog = document.querySelector('dialog[open]');
    const walker = document.createTreeWalker(dialog ?? document.body, NodeFilter.SHOW_TEXT);
    const pieces: Piece[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const owner = node.parentElement;
      const text = node.textContent ?? '';
      if (owner === null || text.trim() === '') continue;
      if (owner.closest('.visually-hidden, svg, script, style, noscript') !== null) continue;
      if (!owner.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const rects = rectsOf(node, 0, text.length).filter((rect) => isScrolledTo(owner, rect));
      if (rects.length === 0) continue;
      pieces.push({ text: text.trim().slice(0, 40), owner, rects });
      judgeBreaks(node, text);
      judgeClipping(owner, text, rects);
    }
    judgeOverlaps();
    judgeInputs();
    return faults;

    function rectsOf(node: Node, from: number, to: number): DOMRect[] {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    }

    function isScrolledTo(owner: Element, rect: DOMRect): boolean {
      for (let box: Element | null = owner; box !== null && box !== document.body; box = box.parentElement) {
        if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
        const { top, bottom } = box.getBoundingClientRect();
        if (rect.bottom > bottom || rect.top < top) return false;
      }
      return true;
    }

    /** A word, or a figure with its group separators, has to stay on one line. */
    function judgeBreaks(node: Node, text: string): void {
      const isAddress = /[_/]/.test(text);
      for (const match of text.matchAll(/[-+−]?\d(?:[\d.,]|[\u00a0\u202f ](?=\d))*|[\p{L}\p{M}]{2,}/gu)) {
        const rects = rectsOf(node, match.index, match.index + match[0].length);
        const lines = new Set(rects.map(({ top }) => Math.round(top)));
        // A hyphen in the text, or one that the language allows, may break.
        if (lines.size > 1 && !isHyphenated(node) && !isAddress) faults.push(`breaks inside: ${match[0]}`);
      }
    }

    function isHyphenated(node: Node): boolean {
      return node.parentElement !== null && getComputedStyle(node.parentElement).hyphens === 'auto';
    }

    function judgeClipping(owner: Element, text: string, rects: readonly DOMRect[]): void {
      for (let box: Element | null = owner; box !== null && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const bounds = box.getBoundingClientRect();
        const scrolls = /auto|scroll/.test(style.overflowX);
        if (scrolls) return;
        if (style.overflowX === 'visible') continue;
        const isCut = rects.some(
          ({ left, right, top, bottom }) =>
            left < bounds.left - 1 ||
            right > bounds.right + 1 ||
            top < bounds.top - 2 ||
            bottom > bounds.bottom + 2,
        );
        if (isCut) faults.push(`cut: ${text.trim().slice(0, 40)}`);
      }
      if (rects.some(({ left, right }) => left < -1 || right > document.documentElement.clientWidth + 1)) {
        faults.push(`outside of the page: ${text.trim().slice(0, 40)}`);
      }
    }

    function judgeOverlaps(): void {
      const layerOf = (element: Element) => element.closest('nav, dialog, .toast-place, main');
      for (const [index, one] of pieces.entries()) {
        for (const other of pieces.slice(index + 1)) {
          if (one.owner === other.owner || layerOf(one.owner) !== layerOf(other.owner)) continue;
          const meet = one.rects.some((a) =>
            other.rects.some(
              (b) =>
                Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
                // Line boxes are taller than their glyphs.
                Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) * 0.4,
            ),
          );
          if (meet) faults.push(`overlap: ${one.text} | ${other.text}`);
        }
      }
    }

    function judgeInputs(): void {
      for (const input of document.querySelectorAll('input')) {
        if (input.type === 'text' && input.clientWidth < 60) faults.push(`no room in ${input.name}`);
      }
    }
  });
}
