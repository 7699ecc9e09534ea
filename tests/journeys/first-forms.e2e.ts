/** The page that the service worker keeps for calculators shows one before the app's code has arrived, and loses no digit. */
import type { Page } from 'playwright/test';
import { CALCULATION_TYPES, CALCULATORS } from '#core/calculators/catalogue.ts';
import { choose, expect, output, test } from '#tests/journeys/app.ts';
import {
  draftOf,
  EMPTY,
  field,
  isTaken,
  openKept,
  type Start,
  untilTaken,
} from '#tests/journeys/first-forms.ts';
import { shiftsOf, watchShifts } from '#tests/journeys/shifts.ts';

// A worker's own requests cannot be held back.
test.use({ serviceWorkers: 'block' });

/** Lets the page describe what it shows, with attributes in one order and without ids, which differ by themselves. */
async function describeLook(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const describe = (node: Node): string => {
      if (node instanceof Text) return node.data;
      if (!(node instanceof Element)) return '';
      // As wide as its place.
      if (node.matches('.picture')) return '<picture>';
      const attributes = [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort();
      return `<${node.tagName} ${attributes.join(' ')}>${[...node.childNodes].map(describe).join('')}</>`;
    };
    window.look = () => {
      const place = document.getElementById('root');
      return [...(place?.childNodes ?? [])]
        .map(describe)
        .join('')
        .replaceAll(/_[rR]_\w*_/g, 'id');
    };
  });
}

/** Remembers what the app shows first. */
async function watchFirst(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    new MutationObserver((_changes, observer) => {
      observer.disconnect();
      window.firstLook = window.look();
    }).observe(document.getElementById('root') as HTMLElement, { childList: true });
  });
  return async () => {
    await page.waitForFunction(() => window.firstLook !== undefined);
    return page.evaluate(() => window.firstLook ?? '');
  };
}

const digits = (text: string) => text.replaceAll(/\D/g, '');

const caret = (page: Page, name: string) =>
  field(page, name).evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);

for (const language of ['en', 'ru', 'es'] as const) {
  test.describe(language, () => {
    test.use({ language });

    for (const type of CALCULATION_TYPES) {
      test(`the page shows ${type} as the app does`, async ({ app, page, dist }) => {
        const { path, folder } = CALCULATORS[type];
        await describeLook(page);
        await watchShifts(page);
        const release = await openKept(app, page, dist, { path, drafts: { [folder]: null } });
        await expect(page.locator('form').first()).toBeVisible();
        expect(await page.locator('html').getAttribute('lang')).toBe(language);
        const before = await page.evaluate(() => window.look());
        const first = await watchFirst(page);
        await release();
        expect(await first()).toBe(before);
        expect(await movedOn(page)).toEqual([]);
      });
    }

    test('digits typed before the app is there stay, with the focus and the caret', async ({
      app,
      page,
      dist,
    }) => {
      const release = await openKept(app, page, dist);
      await field(page, 'riskAmount').tap();
      await page.keyboard.type('94712.35');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await release();
      const text = language === 'en' ? '94,712.35' : '94\u00a0712,35';
      await expect(field(page, 'riskAmount')).toHaveValue(text);
      await expect(field(page, 'riskAmount')).toBeFocused();
      expect(await caret(page, 'riskAmount')).toEqual([6, 6]);
      await page.keyboard.type('8');
      await expect(field(page, 'riskAmount')).toHaveValue(
        text.replace('712', '7128').replace(/4(.)7/, '47$1'),
      );
    });

    test('a kept draft is shown, and its direction', async ({ app, page, dist }) => {
      const fields = { positionType: 'SHORT', riskAmount: '1234567.5', entryPrice: '0.00012', symbol: 'BTC' };
      await watchShifts(page);
      const release = await openKept(app, page, dist, { drafts: { 'risk-money': draftOf(fields) } });
      const expectDraft = async () => {
        await expect(field(page, 'riskAmount')).toHaveValue(
          language === 'en' ? '1,234,567.5' : '1\u00a0234\u00a0567,5',
        );
        await expect(field(page, 'entryPrice')).toHaveValue(language === 'en' ? '0.00012' : '0,00012');
        await expect(field(page, 'symbol')).toHaveValue('BTC');
        await expect(page.locator('input[value="SHORT"]')).toBeChecked();
      };
      await expectDraft();
      await release();
      await untilTaken(page);
      await expectDraft();
      expect(await movedOn(page)).toEqual([]);
    });
  });
}

test('typing goes on while the app takes over', async ({ app, page, dist, context }) => {
  const release = await openKept(app, page, dist);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await field(page, 'riskAmount').tap();
  await page.keyboard.press('1');
  const released = release();
  let typed = '1';
  // As many as the field takes, in case that the app is slow.
  while (typed.length < 30 && !(await isTaken(page))) {
    const key = String(typed.length % 10);
    await page.keyboard.press(key);
    typed += key;
  }
  await released;
  await untilTaken(page);
  await page.keyboard.press('Backspace');
  await expect
    .poll(async () => digits(await field(page, 'riskAmount').inputValue()))
    .toBe(typed.slice(0, -1));
});

test('results follow once the app is there, and move nothing', async ({ app, page, dist }) => {
  const fields = { riskAmount: '100', entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130' };
  const calculated = { inputs: { ...EMPTY.fields, ...fields }, id: null, kept: false };
  await watchShifts(page);
  const release = await openKept(app, page, dist, {
    drafts: { 'risk-money': draftOf(fields, { calculated }) },
  });
  await expect(field(page, 'entryPrice')).toHaveValue('100');
  await release();
  await expect(output(page, 'coins')).toHaveText('10');
  expect(await movedOn(page)).toEqual([]);
});

test('what is tapped before the app is there happens once it is', async ({ app, page, dist }) => {
  const release = await openKept(app, page, dist);
  for (const [name, text] of [
    ['riskAmount', '100'],
    ['entryPrice', '100'],
    ['stopLossPrice', '110'],
    ['takeProfitPrice', '70'],
  ] as const) {
    await field(page, name).tap();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await choose(page, 'positionType', 'SHORT');
  await page.locator('button[type="submit"]').tap();
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await release();
  await expect(output(page, 'coins')).toHaveText('10');
  await expect(page).toHaveURL(/\/riskmoney#/);
  expect(loads).toBe(0);
});

test('a paste is read as the app reads one, and what is no number changes nothing', async ({
  app,
  page,
  dist,
}) => {
  const drafts = { 'risk-money': draftOf({ takeProfitPrice: '7' }) };
  const release = await openKept(app, page, dist, { drafts });
  const paste = async (name: string, text: string) => {
    await field(page, name).focus();
    await field(page, name).evaluate((input: HTMLInputElement) => input.select());
    await page.keyboard.insertText(text);
  };
  await paste('riskAmount', '94 712,35 USD');
  await paste('takeProfitPrice', 'x'.repeat(5000));
  await paste('symbol', 'eth'.repeat(2000));
  await field(page, 'entryPrice').tap();
  await page.keyboard.type('a-1..2,3');
  await release();
  await untilTaken(page);
  await expect(field(page, 'riskAmount')).toHaveValue('94,712.35');
  await expect(field(page, 'takeProfitPrice')).toHaveValue('7');
  await expect(field(page, 'entryPrice')).toHaveValue('1.23');
  await expect(field(page, 'stopLossPrice')).toHaveValue('');
});

for (const [what, start] of [
  ['the user is new', { isNew: true }],
  ['only the database knows of a draft', { drafts: {} }],
  ['a record is opened', { path: '/riskmoney?record=0f8fad5b-d9cb-469f-a165-70867728950e' }],
  ['the draft is of a record', { drafts: { 'risk-money': draftOf({}, { openedId: 'a' }) } }],
  ['the draft is of a plan', { drafts: { 'risk-money': draftOf({}, { isFromPlan: true }) } }],
  ['the draft has no number', { drafts: { 'risk-money': draftOf({ entryPrice: '<b>' }) } }],
  ['the draft has a long number', { drafts: { 'risk-money': draftOf({ entryPrice: '1'.repeat(99_999) }) } }],
  ['the draft has no text', { drafts: { 'risk-money': draftOf({ entryPrice: {} }) } }],
  ['the draft has a number that is no text', { drafts: { 'risk-money': draftOf({ entryPrice: 5 }) } }],
  ['the draft has another switch', { drafts: { 'risk-money': draftOf({ riskIncludesFees: true }) } }],
  ['the draft is no object', { drafts: { 'risk-money': 'null' } }],
  [
    'the draft has a table',
    {
      path: CALCULATORS.AveragePosition.path,
      drafts: { 'average-position': { openedId: null, entries: [] } },
    },
  ],
] satisfies [string, Start][]) {
  test(`the page waits for the app: ${what}`, async ({ app, page, dist }) => {
    const release = await openKept(app, page, dist, start);
    await page.waitForFunction(() => document.readyState === 'complete');
    await expect(page.locator('#root')).toBeEmpty();
    await release();
  });
}

/** What has moved, but for the bar, which makes room for the phone's inset. */
async function movedOn(page: Page): Promise<readonly string[]> {
  return (await shiftsOf(page)).filter(({ isBar }) => !isBar).map(({ what }) => what);
}

declare global {
  interface Window {
    look(): string;
    firstLook?: string;
  }
}
