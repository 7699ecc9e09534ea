/** What a user does in a calculator before the app's code has arrived, the app does as well. */
import { choose, expect, output, test } from '#tests/journeys/app.ts';
import { fileOf } from '#tests/journeys/built.ts';
import { draftOf, field, openKept, untilTaken } from '#tests/journeys/first-forms.ts';
import { hold } from '#tests/journeys/held.ts';
import { LIGHT_THEME } from '#tests/support/launch.ts';

// A worker's own requests cannot be held back.
test.use({ serviceWorkers: 'block' });

test('a pasted number replaces what was typed, and anything else leaves it', async ({ app, page, dist }) => {
  const release = await openKept(app, page, dist);
  for (const [name, typed, pasted] of [
    ['riskAmount', '1', '500'],
    ['entryPrice', '100', 'abc def'],
    ['stopLossPrice', '90', '\u{1f4b0}'],
  ] as const) {
    await field(page, name).tap();
    await page.keyboard.type(typed);
    await page.keyboard.insertText(pasted);
  }
  await field(page, 'takeProfitPrice').tap();
  await page.keyboard.type('13');
  await field(page, 'takeProfitPrice').evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '130');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await release();
  await untilTaken(page);
  for (const [name, text] of [
    ['riskAmount', '500'],
    ['entryPrice', '100'],
    ['stopLossPrice', '90'],
    ['takeProfitPrice', '130'],
  ] as const)
    await expect(field(page, name)).toHaveValue(text);
});

test('digits of a composing keyboard join those that are there', async ({ app, page, dist, context }) => {
  const drafts = { 'risk-money': draftOf({ riskAmount: '1234' }) };
  const release = await openKept(app, page, dist, { drafts });
  const devtools = await context.newCDPSession(page);
  await field(page, 'riskAmount').tap();
  await page.keyboard.press('End');
  for (const text of ['5', '56'])
    await devtools.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  await release();
  await untilTaken(page);
  await expect(field(page, 'riskAmount')).toHaveValue('123,456');
});

test('what a composing keyboard adds and no app can read leaves what was there', async ({
  app,
  page,
  dist,
  context,
}) => {
  const release = await openKept(app, page, dist);
  const devtools = await context.newCDPSession(page);
  await field(page, 'riskAmount').tap();
  await page.keyboard.type('94712');
  for (const text of ['.', '..'])
    await devtools.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: text.length });
  await release();
  await untilTaken(page);
  await expect(field(page, 'riskAmount')).toHaveValue('94,712');
});

test('what was left before the app is there is tidy, and Clear empties it', async ({ app, page, dist }) => {
  const release = await openKept(app, page, dist);
  for (const [name, text] of [
    ['symbol', 'btc'],
    ['riskAmount', '00012'],
    ['entryPrice', '.5'],
    ['stopLossPrice', '.'],
  ] as const) {
    await field(page, name).tap();
    await page.keyboard.type(text);
  }
  await release();
  await untilTaken(page);
  // The user has not left it yet.
  await expect(field(page, 'stopLossPrice')).toHaveValue('.');
  await expect(field(page, 'symbol')).toHaveValue('BTC');
  await expect(field(page, 'riskAmount')).toHaveValue('12');
  await expect(field(page, 'entryPrice')).toHaveValue('0.5');
  await page.locator('button', { hasText: 'Clear' }).tap();
  for (const name of ['symbol', 'riskAmount', 'entryPrice', 'stopLossPrice'])
    await expect(field(page, name)).toHaveValue('');
});

test('selected text is replaced by what is typed once the app is there', async ({ app, page, dist }) => {
  const release = await openKept(app, page, dist);
  await field(page, 'riskAmount').tap();
  await page.keyboard.type('1234');
  await page.keyboard.press('ControlOrMeta+a');
  await release();
  await untilTaken(page);
  await expect(field(page, 'riskAmount')).toHaveValue('1,234');
  await page.keyboard.type('5');
  await expect(field(page, 'riskAmount')).toHaveValue('5');
});

test('Enter goes to the next field, and from the last one to the result', async ({ app, page, dist }) => {
  const release = await openKept(app, page, dist);
  await field(page, 'riskAmount').tap();
  for (const text of ['100', '100', '90', '130']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
  }
  await expect(field(page, 'leverage')).toBeFocused();
  await page.keyboard.press('Enter');
  await release();
  await expect(output(page, 'coins')).toHaveText('10');
});

test('the tapped Calculate is the one of a form that comes late, with a button more', async ({
  app,
  page,
  dist,
  context,
}) => {
  const earlier = await openKept(app, page, dist);
  await earlier();
  const pick = page.getByRole('button', { name: 'Coin from the market' });
  await expect(pick).toBeVisible();
  await page.goto(`${app.server.origin}/mark.svg`);
  let isLost = true;
  await context.route(`**${fileOf(dist, 'src/features/calculators/risk-money/screen.tsx')}`, (route) =>
    isLost ? route.abort() : route.fallback(),
  );
  const release = await openKept(app, page, dist, { isNew: true });
  await expect(pick).toHaveCount(0);
  for (const [name, text] of [
    ['riskAmount', '100'],
    ['entryPrice', '100'],
    ['stopLossPrice', '90'],
    ['takeProfitPrice', '130'],
  ] as const) {
    await field(page, name).tap();
    await page.keyboard.type(text);
  }
  await page.locator('button[type="submit"]').tap();
  await release();
  await expect(page.getByText('This screen did not load')).toBeVisible();
  // The device has opened, and knows the coins.
  await page.waitForLoadState('networkidle');
  isLost = false;
  // The screen tries again, as it does by itself after a while: a tap on its button could come too late.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(output(page, 'coins')).toHaveText('10');
  await expect(pick).toBeVisible();
});

test('what is typed stays for the next start if the form does not come and the user goes elsewhere', async ({
  app,
  page,
  dist,
  context,
}) => {
  let isLost = true;
  await context.route(`**${fileOf(dist, 'src/features/calculators/risk-money/screen.tsx')}`, (route) =>
    isLost ? route.abort() : route.fallback(),
  );
  const release = await openKept(app, page, dist);
  await field(page, 'riskAmount').tap();
  await page.keyboard.type('94712');
  await release();
  await expect(page.getByText('This screen did not load')).toBeVisible();
  await page.getByRole('link', { name: 'Calculators' }).tap();
  await expect(page).toHaveURL(/\/calculators/);
  await expect(page.getByRole('heading', { level: 1, name: 'Calculators' })).toBeVisible();
  isLost = false;
  await app.open({ path: '/riskmoney' });
  await expect(field(page, 'riskAmount')).toHaveValue('94,712');
});

test('what is typed survives a reload before the app is there', async ({ app, page, dist }) => {
  const release = await openKept(app, page, dist);
  await field(page, 'riskAmount').tap();
  await page.keyboard.type('94712.35');
  await field(page, 'entryPrice').tap();
  await page.keyboard.insertText('1 000 USD');
  await choose(page, 'positionType', 'SHORT');
  await page.reload({ waitUntil: 'commit' });
  await expect(field(page, 'riskAmount')).toHaveValue('94712.35');
  await expect(page.locator('input[value="SHORT"]')).toBeChecked();
  await release();
  await untilTaken(page);
  await expect(field(page, 'riskAmount')).toHaveValue('94,712.35');
  await expect(field(page, 'entryPrice')).toHaveValue('1,000');
  await expect(page.locator('input[value="SHORT"]')).toBeChecked();
  // From now on the app keeps it: what was typed before does not come back.
  await page.locator('button', { hasText: 'Clear' }).tap();
  await page.reload();
  await expect(field(page, 'riskAmount')).toHaveValue('');
});

for (const kept of [
  '{',
  '{"origin":"null","states":5}',
  JSON.stringify({ origin: 'null', states: Array(11).fill(null) }),
  JSON.stringify({ origin: 'null', states: ['x'.repeat(99_999), '<b>'] }),
  // Another release had other fields.
  JSON.stringify({
    origin: 'null',
    states: Array(11).fill({ name: 'price', value: '7', checked: true }),
    pasted: [],
    typed: [],
  }),
  JSON.stringify({
    origin: '{}',
    states: Array(11).fill({ value: '7', checked: true }),
    pasted: [],
    typed: [],
  }),
]) {
  test(`the form stays empty if what is kept is ${kept.slice(0, 40)}`, async ({ app, page, dist }) => {
    await page.addInitScript(([name, text]) => localStorage.setItem(name, text), [
      `irich:${app.user.id}:draft:first-/riskmoney-en`,
      kept,
    ] as const);
    const release = await openKept(app, page, dist);
    for (const name of ['symbol', 'riskAmount', 'entryPrice'])
      await expect(field(page, name)).toHaveValue('');
    await field(page, 'riskAmount').tap();
    await page.keyboard.type('5');
    await release();
    await untilTaken(page);
    await expect(field(page, 'riskAmount')).toHaveValue('5');
    await expect(field(page, 'entryPrice')).toHaveValue('');
  });
}

test('a button keeps the focus when the app takes over', async ({ app, page, dist }) => {
  const release = await openKept(app, page, dist);
  await page.locator('button[type="submit"]').focus();
  await release();
  await untilTaken(page);
  await expect(page.locator('button[type="submit"]')).toBeFocused();
});

test('kept colours that are none, or of another theme, change nothing', async ({ app, page, dist }) => {
  const kept = {
    scheme: 'light',
    variables: { '--bg': '#123456', display: '#123456', '--text': 'url(//a)' },
  };
  const theme = JSON.stringify(LIGHT_THEME);
  const release = await openKept(app, page, dist);
  const styled = () => page.evaluate(() => document.documentElement.getAttribute('style') ?? '');
  for (const [palette, colours] of [
    [{ ...kept, theme }, '--bg: #123456;'],
    [{ ...kept, theme, variables: { '--bg': '#EFEFF4' } }, '--bg: #EFEFF4;'],
    [{ ...kept, theme: '{}' }, ''],
    [{ ...kept, theme, scheme: 'dark' }, ''],
    [{ theme, scheme: 'light', variables: null }, ''],
  ] as const) {
    await page.evaluate((text) => localStorage.setItem('irich:palette', text), JSON.stringify(palette));
    await page.reload({ waitUntil: 'commit' });
    await expect(page.locator('form')).toBeVisible();
    expect(await styled()).toBe(colours);
  }
  await release();
});

for (const scheme of ['light', 'dark'] as const) {
  test.describe(scheme, () => {
    test.use({ scheme });

    test('the page has the colours of the messaging app from the first paint on', async ({
      app,
      page,
      dist,
    }) => {
      const colours = () =>
        page.locator('button[type="submit"], h1, .bottom-bar, body').evaluateAll((elements) =>
          elements.map((element) => {
            const { color, backgroundColor } = getComputedStyle(element);
            return [element.tagName, color, backgroundColor];
          }),
        );
      const earlier = await openKept(app, page, dist);
      await earlier();
      await untilTaken(page);
      const release = await hold(page, `**${fileOf(dist, 'base')}`);
      await page.reload({ waitUntil: 'commit' });
      await expect(page.locator('form')).toBeVisible();
      const before = await colours();
      await release();
      await untilTaken(page);
      expect(await colours()).toEqual(before);
    });
  });
}
