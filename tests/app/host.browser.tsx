/** The messaging app around the app: back button, links, dialog and haptics. */
import { expect, test } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { backButton, pressBack, untilConnected } from '#tests/support/host-calls.ts';
import { main, onScreen, press } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { fillField, makeRecord } from '../features/calculators/form.ts';

/** Screens outside of the bottom bar, with their parent for a deep link. */
const PARENTS = [
  ['/riskmoney', '/calculators'],
  ['/riskpercent', '/calculators'],
  ['/averageposition', '/calculators'],
  ['/takeprofitstoploss', '/calculators'],
  ['/elliottwave', '/calculators'],
  ['/staking', '/calculators'],
  ['/history', '/calculators'],
  ['/cryptooverview', '/index'],
  ['/calendar', '/index'],
  ['/referrals', '/profile'],
  ['/language', '/profile'],
  ['/notifications', '/profile'],
  ['/privacy', '/profile'],
  ['/achievements', '/profile'],
  ['/profitable', '/profile'],
] as const;

const PLACES = ['/index', '/SBT', '/calculators', '/profile'];

const tabs = page.getByRole('navigation');

for (const [path, parent] of PARENTS) {
  test(`back from a deep link to ${path} goes to ${parent}, by the host and in the app`, async () => {
    const app = await renderApp({ path });
    await onScreen(page.getByRole('heading', { level: 1 })).toBeVisible();
    await pressBack(app);
    await expectPath(parent);
    await expect.poll(() => backButton(app)).toBe(false);

    await app.reopen(path);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expectPath(parent);
  });
}

for (const path of PLACES) {
  test(`the host shows no back button at ${path}`, async () => {
    const app = await renderApp({ path });
    await onScreen(page.getByRole('heading', { level: 1 })).toBeVisible();
    await untilConnected(app);
    await expect.poll(() => backButton(app)).toBe(false);
  });
}

test('back undoes each opened layer in turn and never leaves the app', async () => {
  const app = await renderApp({ path: '/profile' });
  await page.getByRole('link', { name: /Better offers/ }).click();
  await expectPath('/profitable');
  await tabs.getByRole('link', { name: 'Calculators' }).click();
  await main.getByRole('link', { name: /Staking/ }).click();
  await onScreen(page.getByRole('heading', { name: 'Staking' })).toBeVisible();
  await pressBack(app);
  await expectPath('/calculators');
  await expect.poll(() => backButton(app)).toBe(false);
});

test("the host's back button goes where the app's own does", async () => {
  const app = await renderApp({ path: '/calculators' });
  await page.css('main a[href^="/riskmoney"]').click();
  await onScreen(page.css('input[name="riskAmount"]')).toBeVisible();
  await pressBack(app);
  await expectPath('/calculators');
  await expect.poll(() => backButton(app)).toBe(false);
});

test('the host opens links, each kind in its own way', async () => {
  const app = await renderApp({ path: '/profile' });
  await untilConnected(app);
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('button', { name: 'Feedback', exact: true }).click();
  await expect
    .poll(() => app.host.messages().filter(({ type }) => /^web_app_open_/.test(type)))
    .toEqual([
      { type: 'web_app_open_link', data: { url: expect.stringMatching(/^https:\/\/.+\/en\/$/) } },
      { type: 'web_app_open_tg_link', data: { path_full: expect.stringMatching(/^\/\w+$/) } },
    ]);
});

const edit = page.getByRole('dialog', { name: 'Edit entry' });
const question = page.getByRole('dialog', { name: 'Discard changes?' });
const price = edit.getByRole('textbox', { name: 'Entry price' });

test("unsaved changes of a row are confirmed in the host's dialog", async () => {
  const app = await openChangedRow();
  const popups = () => app.host.messages().filter(({ type }) => type === 'web_app_open_popup');

  await press('Escape');
  await expect.poll(() => popups().length).toBe(1);
  expect(popups()[0]?.data).toEqual({
    title: 'Discard changes?',
    message: 'What you changed in this row is not saved.',
    buttons: [
      { type: 'destructive', id: 'discard', text: 'Discard' },
      { type: 'default', id: 'keep', text: 'Keep editing' },
    ],
  });
  // A second request is not made while the first is open; its answer settles ours too.
  await press('Escape');
  await onScreen(question).toBeVisible();
  app.host.send('popup_closed', { button_id: 'keep' });
  await onScreen(question).toBeHidden();
  await onScreen(edit).toBeVisible();
  await onScreen(price).toHaveValue('777');
  expect(popups()).toHaveLength(1);

  await pressBack(app);
  await expect.poll(() => popups().length).toBe(2);
  app.host.send('popup_closed', {});
  await onScreen(edit).toBeVisible();

  await pressBack(app);
  await expect.poll(() => popups().length).toBe(3);
  app.host.send('popup_closed', { button_id: 'discard' });
  await onScreen(edit).toBeHidden();
  await onScreen(page.getByRole('button', { name: 'Edit row 1' })).toBeFocused();
});

test('a host that never answers does not keep a changed row open', async () => {
  const app = await openChangedRow();
  await press('Escape');
  await press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await onScreen(edit).toBeHidden();

  // The answer for the previous row does not apply to the current one.
  await page.getByRole('button', { name: 'Edit row 1' }).click();
  await price.fill('888');
  app.host.send('popup_closed', { button_id: 'discard' });
  await onScreen(price).toHaveValue('888');
});

test('choices, successes and errors cause haptics, once each', async () => {
  const app = await renderApp({ path: '/riskmoney' });
  await untilConnected(app);
  const felt = () =>
    app.host
      .messages()
      .filter(({ type }) => type === 'web_app_trigger_haptic_feedback')
      .map(({ data }) => {
        const { type, notification_type: kind } = data as { type: string; notification_type?: string };
        return kind ?? type;
      });

  const long = page.getByRole('radio', { name: 'Long' });
  await onScreen(long).toBeChecked();
  // Both in one task of the page: as quick as two touches can be.
  clickAll(page.getByRole('radio'));
  // The call to the host would delay the frame that shows the choice.
  expect(felt()).toEqual([]);
  await expect.poll(felt).toEqual(['selection_change', 'selection_change']);
  await onScreen(long).toBeChecked();
  await fillField('riskAmount', '100');
  await fillField('entryPrice', '100');
  await fillField('stopLossPrice', '110');
  await fillField('takeProfitPrice', '120');
  const calculate = page.getByRole('button', { name: 'Calculate', exact: true });
  await calculate.click();
  await onScreen(page.getByRole('dialog')).toBeVisible();
  await expect.poll(felt).toEqual(['selection_change', 'selection_change', 'error']);
  await press('Escape');
  await fillField('stopLossPrice', '90');
  await calculate.click();
  await expect.poll(() => felt().at(-1)).toBe('success');

  await tabs.getByRole('link', { name: 'Profile' }).click();
  await expectPath('/profile');
  await expect.poll(() => felt().slice(3)).toEqual(['success', 'selection_change']);
  // A tap on the current place chooses nothing.
  await tabs.getByRole('link', { name: 'Profile' }).click();
  const dark = page.getByRole('radio', { name: 'Dark' });
  await onScreen(dark).toHaveCount(1);
  clickAll(dark);
  await expect.poll(() => document.documentElement.dataset['scheme']).toBe('dark');
  await expect.poll(() => felt().slice(3)).toEqual(['success', 'selection_change', 'selection_change']);
});

async function openChangedRow(): Promise<TestApp> {
  const app = await renderApp({ path: '/averageposition' });
  await untilConnected(app);
  await makeRecord('average-position');
  await page.getByRole('button', { name: 'Edit row 1' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Entry price' }).fill('777');
  return app;
}

function clickAll(elements: Locator): void {
  for (const element of elements.elements().toReversed()) (element as HTMLElement).click();
}

function expectPath(path: string): Promise<void> {
  return expect.poll(() => location.pathname).toBe(path);
}
