/** The calculators, empty and with results, and the history of calculations. */
import type { Page } from 'playwright/test';
import { encodePlan } from '#core/plan-link.ts';
import { type Look, press, type Scene } from '#tests/gallery/look.ts';
import { AUTH_DATE } from '#tests/gallery/moment.ts';
import { choose, expect, fillField, output } from '#tests/journeys/app.ts';

const RISK_MONEY = {
  riskAmount: '100',
  entryPrice: '64120.5',
  stopLossPrice: '62800',
  takeProfitPrice: '68400',
};
const PLAN =
  encodePlan({
    symbol: 'TON',
    positionType: 'SHORT',
    entry: '5.25',
    stop: '5.5',
    targets: ['4.5'],
    leverage: '3',
    sender: 7,
  }) ?? '';
const PLAN_WITH_TARGETS =
  encodePlan({
    symbol: 'BTC',
    positionType: 'LONG',
    entry: '64120.5',
    stop: '62800',
    targets: ['66000', '68400.25', '72000'],
    leverage: '5',
    sender: 7,
  }) ?? '';
const RISK_PERCENT = { riskPercent: '10', depositAmount: '1000', leverage: '30', entryPrice: '100' };

/** A result of each kind, for its picture. */
const PICTURES: Readonly<Record<string, readonly [Look['path'], (scene: Scene) => Promise<unknown>]>> = {
  'risk by money': [
    '/riskmoney',
    async ({ page }) => {
      await openFees(page);
      await submit(page, { ...RISK_MONEY, symbol: 'BTC', leverage: '5', entryFee: '0.05', exitFee: '0.05' });
    },
  ],
  'risk by percent': [
    '/riskpercent',
    ({ page }) =>
      submit(page, { ...RISK_PERCENT, riskPercent: '2', stopLossPrice: '97', takeProfitPrice: '110' }),
  ],
  positions: ['/averageposition', ({ page }) => fillPosition(page)],
  'take profit and stop loss': [
    '/takeprofitstoploss',
    ({ page }) => submit(page, { entryPrice: '100', takeProfit: '10', stopLoss: '5' }),
  ],
  'Elliott waves': ['/elliottwave', ({ page }) => growWaves(page)],
  staking: [
    '/staking',
    ({ page }) => submit(page, { apr: '12', depositAmount: '1000', days: '365', warmUpDays: '30' }),
  ],
};

export const CALCULATIONS: readonly Look[] = [
  { name: 'calculators', path: '/calculators' },
  { name: 'scan a plan', path: '/calculators', prepare: openScanner },
  {
    name: 'scan a plan, refused',
    path: '/calculators',
    prepare: async (scene) => {
      await openScanner(scene);
      await scene.page
        .locator('input[name="planLink"]')
        .fill(`https://t.me/app?startapp=${PLAN.slice(0, -1)}`);
      await press(scene.page.locator('dialog button[type="submit"]'));
      await expect(scene.page.getByText(scene.text('calculators:scan.refused.damaged'))).toBeVisible();
    },
  },
  {
    name: 'scan a plan, without a scanner',
    path: '/calculators',
    launch: { version: '6.3' },
    prepare: openScanner,
  },
  { name: 'risk by money, empty', path: '/riskmoney' },
  {
    name: 'risk by money',
    path: '/riskmoney',
    prepare: ({ page }) => submit(page, { ...RISK_MONEY, leverage: '5' }),
  },
  {
    name: 'risk by money, with a coin, fees and a far liquidation',
    path: '/riskmoney',
    prepare: async ({ page }) => {
      await openFees(page);
      await submit(page, { ...RISK_MONEY, symbol: 'BTC', leverage: '2', entryFee: '0.05', exitFee: '0.05' });
    },
  },
  {
    name: 'risk by money, a stop behind the liquidation',
    path: '/riskmoney',
    prepare: ({ page }) => submit(page, { ...RISK_MONEY, stopLossPrice: '55000', leverage: '10' }),
  },
  {
    name: 'risk by money, coins',
    path: '/riskmoney',
    prepare: async ({ page, text }) => {
      await press(page.getByRole('button', { name: text('calculators:market.fill') }));
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'risk by money, coins of one symbol',
    path: '/riskmoney',
    prepare: async ({ page, text }) => {
      await press(page.getByRole('button', { name: text('calculators:market.fill') }));
      await page.getByRole('searchbox').fill('gmt');
      await expect(page.getByRole('dialog').getByText('GoMining Token')).toBeVisible();
    },
  },
  { name: 'account', path: '/account' },
  {
    name: 'plan from a link',
    path: '/',
    launch: { startParameter: PLAN },
    prepare: ({ page, text }) => expect(page.getByText(text('calculators:plan.fromLink'))).toBeVisible(),
  },
  {
    name: 'plan from a link, three targets',
    path: '/',
    launch: { startParameter: PLAN_WITH_TARGETS },
    prepare: async ({ page, text }) => {
      await expect(page.getByText(text('calculators:plan.fromLink'))).toBeVisible();
      await page.locator('.plan-targets').evaluate((targets) => targets.scrollIntoView({ block: 'center' }));
    },
  },
  {
    name: 'risk by money, its outcome',
    path: '/riskmoney',
    prepare: async ({ page, text }) => {
      await submit(page, { ...RISK_MONEY, symbol: 'BTC', leverage: '5' });
      await press(page.getByRole('button', { name: text('calculators:outcome.mark') }));
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'plan from a link, over a trade',
    path: '/riskmoney',
    prepare: async ({ app, page, userId }) => {
      await submit(page, RISK_MONEY);
      const language_code = (await page.locator('html').getAttribute('lang')) ?? '';
      const user = { id: userId, first_name: 'Ada', language_code };
      await app.open({ path: '/', user, authDate: AUTH_DATE, startParameter: PLAN });
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'plan to share',
    path: '/riskmoney',
    prepare: async ({ page, text }) => {
      await submit(page, { ...RISK_MONEY, symbol: 'BTC', leverage: '5' });
      await press(page.getByRole('button', { name: text('calculators:plan.share') }));
      await expect(page.getByRole('img', { name: text('calculators:plan.qr') })).toBeVisible();
    },
  },
  { name: 'sealed plans, none', path: '/plans' },
  {
    name: 'sealed plans',
    path: '/riskmoney',
    prepare: ({ page, text }) => sealPlan(page, text),
  },
  {
    name: 'sealed plans, revealing',
    path: '/riskmoney',
    prepare: async ({ page, text }) => {
      await sealPlan(page, text);
      await press(page.getByRole('button', { name: text('sealed:reveal.button') }));
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'plan from a damaged link',
    path: '/',
    launch: { startParameter: PLAN.slice(0, -1) },
    prepare: ({ page, text }) => expect(page.getByText(text('calculators:plan.damaged'))).toBeVisible(),
  },
  {
    name: 'risk by money, stop on the wrong side',
    path: '/riskmoney',
    prepare: async ({ page }) => {
      await submit(page, { ...RISK_MONEY, stopLossPrice: '66000' });
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'risk by money, fields left out',
    path: '/riskmoney',
    prepare: ({ page }) => submit(page, { riskAmount: '100' }),
  },
  { name: 'risk by percent, empty', path: '/riskpercent' },
  {
    name: 'risk by percent, capped and extreme',
    path: '/riskpercent',
    prepare: ({ page }) => submit(page, { ...RISK_PERCENT, stopLossPrice: '99.9', takeProfitPrice: '110' }),
  },
  {
    name: 'risk by percent, stop on the wrong side',
    path: '/riskpercent',
    prepare: async ({ page }) => {
      await choose(page, 'positionType', 'SHORT');
      await submit(page, { ...RISK_PERCENT, stopLossPrice: '99', takeProfitPrice: '90' });
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'positions, empty', path: '/averageposition' },
  { name: 'positions', path: '/averageposition', prepare: ({ page }) => fillPosition(page) },
  {
    name: 'positions, editing a row',
    path: '/averageposition',
    prepare: async ({ page, text }) => {
      await fillPosition(page);
      const name = text('calculators:row.edit').replace('{{number}}', '1');
      await page.getByRole('button', { name }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'take profit and stop loss, empty', path: '/takeprofitstoploss' },
  {
    name: 'take profit and stop loss',
    path: '/takeprofitstoploss',
    prepare: ({ page }) => submit(page, { entryPrice: '100', takeProfit: '10', stopLoss: '5' }),
  },
  {
    name: 'take profit and stop loss, zeroes',
    path: '/takeprofitstoploss',
    prepare: ({ page }) => submit(page, { entryPrice: '100', takeProfit: '0', stopLoss: '5' }),
  },
  { name: 'Elliott waves, empty', path: '/elliottwave' },
  { name: 'Elliott waves', path: '/elliottwave', prepare: ({ page }) => growWaves(page) },
  {
    name: 'Elliott waves, wave 1 changed',
    path: '/elliottwave',
    prepare: async ({ page }) => {
      await growWaves(page);
      await fillField(page, 'endPrice', '260', 'wave1');
    },
  },
  {
    name: 'Elliott waves, wave 1 the wrong way',
    path: '/elliottwave',
    prepare: ({ page }) => submit(page, { startPrice: '200', endPrice: '100' }, 'wave1'),
  },
  { name: 'staking, empty', path: '/staking' },
  {
    name: 'staking, with its days',
    path: '/staking',
    prepare: async ({ page }) => {
      await submit(page, { apr: '12', depositAmount: '1000', days: '20', warmUpDays: '5' });
      await press(page.locator('main [aria-expanded="false"]').first());
    },
  },
  {
    name: 'staking, too many days',
    path: '/staking',
    prepare: async ({ page }) => {
      await submit(page, { apr: '12', depositAmount: '1000', days: '40000' });
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  ...Object.entries(PICTURES).map(([name, [path, calculate]]) => ({
    name: `picture, ${name}`,
    path,
    prepare: async (scene: Scene) => {
      await calculate(scene);
      await openPicture(scene);
    },
  })),
  {
    name: 'picture, amounts hidden',
    path: '/riskmoney',
    prepare: async (scene) => {
      await submit(scene.page, { ...RISK_MONEY, symbol: 'BTC', leverage: '5' });
      await openPicture(scene);
      await press(scene.page.locator('dialog input[name="hidesAmounts"]'));
    },
  },
  { name: 'history, empty', path: '/history' },
  { name: 'history', path: '/history', as: 'filled' },
  { name: 'history, journal', path: '/history', as: 'filled', prepare: keepJournal },
  { name: 'history, a row swiped', path: '/history', as: 'filled', prepare: ({ page }) => swipeRow(page) },
  {
    name: 'history, outcome',
    path: '/history',
    as: 'filled',
    prepare: async ({ page, text }) => {
      await openOutcome(page, 2);
      await noteOutcome(page, 'won');
      await page.locator('dialog textarea').fill(text('history:outcome.noteHint').repeat(9).slice(0, 270));
    },
  },
  {
    name: 'history, still elsewhere',
    path: '/history',
    as: 'filled',
    before: ({ page }) => page.route('**/api/records/*', (route) => route.abort()),
  },
  {
    name: 'history, nothing found',
    path: '/history',
    as: 'filled',
    prepare: ({ page, text }) => page.getByRole('searchbox', { name: text('history:search') }).fill('777777'),
  },
];

async function openScanner({ page, text }: Scene): Promise<void> {
  await press(page.getByRole('button', { name: text('calculators:scan.title') }));
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openPicture({ page, text }: Scene): Promise<void> {
  const button = page.getByRole('button', { name: text('calculators:share.button') });
  await expect(button).toBeEnabled();
  await press(button);
  await expect(page.locator('dialog canvas')).toBeVisible();
}

/** By the row in the history. */
const KEPT_OUTCOMES = [
  [1, 'skipped'],
  [2, 'won'],
  [4, 'lost'],
  [5, 'won'],
] as const;

/** Outcomes of some trades, and the summary opened. */
async function keepJournal({ page }: { readonly page: Page }): Promise<void> {
  for (const [row, result] of KEPT_OUTCOMES) {
    await openOutcome(page, row);
    await noteOutcome(page, result);
    await press(page.locator('.dialog-actions').getByRole('button'));
    await expect(page.locator('dialog[open]')).toHaveCount(0);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await press(page.locator('.journal-line'));
  await expect(page.locator('.journal-table').first()).toBeVisible();
}

/** A finger that has not let go yet. */
async function swipeRow(page: Page): Promise<void> {
  const row = page.locator('main [data-index="2"] .history-row').first();
  const finger = { pointerType: 'touch', isPrimary: true, pointerId: 1, clientY: 300 };
  await row.dispatchEvent('pointerdown', { ...finger, clientX: 280 });
  for (const clientX of [260, 180]) await row.dispatchEvent('pointermove', { ...finger, clientX });
  await expect(page.locator('[data-swipe="moving"]')).toBeVisible();
}

async function openOutcome(page: Page, row: number): Promise<void> {
  await press(page.locator(`main [data-index="${row}"] [aria-haspopup="dialog"]`));
  await expect(page.locator('dialog[open]')).toBeVisible();
}

function noteOutcome(page: Page, result: string): Promise<void> {
  return page.locator(`dialog input[value="${result}"]`).check({ force: true });
}

/** They are folded away. */
function openFees(page: Page): Promise<void> {
  return page.locator('.fee-fields').evaluate((fees: HTMLDetailsElement) => {
    fees.open = true;
  });
}

async function submit(page: Page, fields: Readonly<Record<string, string>>, form?: string): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await fillField(page, name, value, form);
  const scope = form === undefined ? page : page.locator(`form[name="${form}"]`);
  await press(scope.locator('button[type="submit"]').first());
}

async function fillPosition(page: Page): Promise<void> {
  for (const [price, quantity] of [
    ['201.33', '2'],
    ['188', '3'],
    ['175.5', '1.5'],
  ] as const) {
    await submit(page, { price, quantity }, 'entry');
    await expect(page.locator('form[name="entry"] input[name="price"]')).toHaveValue('');
  }
  for (const [price, quantityOrPercent] of [
    ['230', '3'],
    ['180', '1'],
  ] as const) {
    await submit(page, { price, quantityOrPercent }, 'takeProfit');
    await expect(page.locator('form[name="takeProfit"] input[name="price"]')).toHaveValue('');
  }
  await expect(output(page, 'averagePrice')).not.toHaveText('0');
}

async function growWaves(page: Page): Promise<void> {
  await makeFirstWave(page);
  for (const wave of ['wave2', 'wave3']) {
    const form = page.locator(`form[name="${wave}"]`);
    await press(form.locator('input[type="radio"]').first());
    await press(form.locator('button[type="submit"]'));
  }
  await expect(page.locator('form[name="wave4"]')).toBeVisible();
}

async function makeFirstWave(page: Page): Promise<void> {
  await submit(page, { startPrice: '58000', endPrice: '64120' }, 'wave1');
  await expect(page.locator('form[name="wave2"]')).toBeVisible();
}

/** Ends in the list of sealed plans, where the server has received the plan. */
async function sealPlan(page: Page, text: Scene['text']): Promise<void> {
  await submit(page, { ...RISK_MONEY, symbol: 'BTC', leverage: '5' });
  await press(page.getByRole('button', { name: text('calculators:plan.share') }));
  await press(page.getByRole('button', { name: text('calculators:plan.seal'), exact: true }));
  await press(page.getByRole('button', { name: text('calculators:plan.sealedPlans') }));
  await expect(page.getByRole('button', { name: text('sealed:reveal.button') })).toBeVisible();
}
