/** Plan links: what a calculator does with a received one. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { encodePlan, type Plan } from '#core/plan-link.ts';
import { expectUrl, onScreen } from '#tests/support/on-screen.ts';
import { renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { calculate, field, fillField, fillForm, output } from './form.ts';

const NOTICE = 'Plan from a link. Sender not confirmed.';
const QUESTION = 'Use the plan from the link?';

const linked = (change: Partial<Plan> = {}) => ({
  startParameter:
    encodePlan({
      symbol: 'TON',
      positionType: 'SHORT',
      entry: '5.25',
      stop: '5.5',
      targets: ['4.5', '4'],
      leverage: '3',
      sender: 7,
      ...change,
    }) ?? '',
  authDate: Math.floor(Date.now() / 1000) - 60,
});

const notice = page.getByText(NOTICE);
const question = page.getByRole('heading', { name: QUESTION });
const button = (name: string) => page.getByRole('button', { name, exact: true });

/** Whether the launch will not open its plan again. */
function isRemembered({ user }: TestApp): boolean {
  return localStorage.getItem(`irich:${user.id}:plan`) !== null;
}

async function expectPlan(): Promise<void> {
  await onScreen(notice).toBeVisible();
  await onScreen(field('symbol')).toHaveValue('TON');
  await onScreen(page.css('input[value="SHORT"]')).toBeChecked();
  const filled = { entryPrice: '5.25', stopLossPrice: '5.5', takeProfitPrice: '4.5', leverage: '3' };
  for (const [name, value] of Object.entries(filled)) await onScreen(field(name)).toHaveValue(value);
}

test('a plan link opens risk by money, filled in, with the risk of the receiver, and back leads Home', async () => {
  const app = await renderApp({ path: '/account' });
  await fillForm({ deposit: '1000', riskAmount: '50', riskPercent: '2', leverage: '10', entryFee: '0.1' });
  await onScreen(page.getByText('Saved on this phone')).toBeVisible();
  await app.reopen('/', linked());
  await expectUrl(/\/riskmoney$/);
  await expectPlan();
  await onScreen(field('riskAmount')).toHaveValue('50');
  await calculate();
  await onScreen(output('coins')).toHaveText('200');
  await onScreen(notice).toBeVisible();
  await expect
    .poll(() => app.server.records()[0]?.inputs)
    .toMatchObject({ symbol: 'TON', entryPrice: '5.25', leverage: '3', entryFee: '0.1' });
  await page.getByRole('button', { name: 'Back' }).click();
  await expectUrl(/\/index/);
});

test('an account with a risk in percent alone gets risk by percent, and its own leverage where the plan has none', async () => {
  const app = await renderApp({ path: '/account' });
  await fillForm({ deposit: '1000', riskPercent: '2', leverage: '10' });
  await onScreen(page.getByText('Saved on this phone')).toBeVisible();
  await app.reopen('/', linked({ leverage: '', targets: [] }));
  await expectUrl(/\/riskpercent$/);
  await onScreen(notice).toBeVisible();
  const filled = { riskPercent: '2', depositAmount: '1,000', leverage: '10', takeProfitPrice: '' };
  for (const [name, value] of Object.entries(filled)) await onScreen(field(name)).toHaveValue(value);
});

test('a plan opens once per launch, stays marked over a reload, and Clear ends that', async () => {
  const app = await renderApp(linked());
  await expectPlan();
  await fillField('stopLossPrice', '6');
  await app.reopen();
  await onScreen(notice).toBeVisible();
  await onScreen(field('stopLossPrice')).toHaveValue('6');
  await button('Clear').click();
  await onScreen(notice).toHaveCount(0);
  await app.reopen('/');
  await expectUrl(/\/index/);
  await app.reopen('/riskmoney');
  await onScreen(field('entryPrice')).toHaveValue('');
  await onScreen(notice).toHaveCount(0);

  await app.reopen('/', { ...linked(), authDate: linked().authDate + 5 });
  await expectPlan();
});

test('a plan never replaces a trade without asking', async () => {
  const own = { riskAmount: '100', entryPrice: '100', stopLossPrice: '90', takeProfitPrice: '130' };
  const app = await renderApp({ path: '/riskmoney' });
  await fillForm(own);
  await app.reopen('/', linked());
  await onScreen(question).toBeVisible();
  await onScreen(field('entryPrice')).toHaveValue('100');
  await button('Keep mine').click();
  await onScreen(question).toHaveCount(0);
  for (const [name, value] of Object.entries(own)) await onScreen(field(name)).toHaveValue(value);
  await onScreen(notice).toHaveCount(0);
  expect(isRemembered(app)).toBe(true);

  await app.reopen('/', { ...linked(), authDate: linked().authDate + 5 });
  await onScreen(question).toBeVisible();
  await app.reopen();
  await onScreen(question).toBeVisible();
  await button('Use the plan').click();
  await expectPlan();
  await onScreen(field('riskAmount')).toHaveValue('100');
});

test('a damaged link opens Home and says so, once', async () => {
  const damaged = { ...linked(), startParameter: linked().startParameter.slice(0, -2) };
  const app = await renderApp(damaged);
  await onScreen(page.getByText('The plan link is damaged.')).toBeVisible();
  await expectUrl(/\/index/);
  expect(isRemembered(app)).toBe(true);
  await app.reopen('/riskmoney', damaged);
  await onScreen(field('entryPrice')).toHaveValue('');
});

test('a link of a newer version says so', async () => {
  const { startParameter } = linked();
  await renderApp({ ...linked(), startParameter: startParameter.replace(/^p\d/, 'p9') });
  await onScreen(page.getByText('This plan needs a newer version of the app.')).toBeVisible();
});

test('a new user sees onboarding first, then the plan', async () => {
  const app = await renderApp({ ...linked(), isOnboarded: false });
  await onScreen(page.getByRole('heading', { name: 'Welcome to iRICH' })).toBeVisible();
  await app.reopen();
  await onScreen(page.getByRole('heading', { name: 'Welcome to iRICH' })).toBeVisible();
  for (let step = 1; step <= 4; step += 1) {
    const shown = page.getByRole('list', { name: `Step ${step} of 4` });
    await onScreen(shown).toBeVisible();
    await page.getByRole('main').getByRole('button').click();
  }
  await expectUrl(/\/riskmoney$/);
  await expectPlan();
});

test('a plan opens without a network, in the language of its receiver', async () => {
  const app = await renderApp({ path: '/index', language: 'ru' });
  await onScreen(page.getByRole('heading', { level: 1 })).toBeVisible();
  app.server.disconnect();
  await app.reopen('/', linked());
  await onScreen(page.getByText('План по ссылке. Отправитель не подтверждён.')).toBeVisible();
  await onScreen(field('entryPrice')).toHaveValue('5,25');
});
