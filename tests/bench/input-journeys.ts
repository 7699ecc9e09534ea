/** What a finger does on each screen, for the measure of how soon it is answered. */
import type { Page } from 'playwright';

export interface Journey {
  readonly what: string;
  /** Where the app is opened. */
  readonly path: string;
  /** A returning user who has seen the session's advert, where nothing else is said. */
  readonly visitor?: 'new' | 'first of the session';
  /** Done before the clock runs, at full speed. */
  prepare?(page: Page): Promise<void>;
  act(page: Page): Promise<void>;
}

const RISK = { riskAmount: '100', entryPrice: '64120.5', stopLossPrice: '62800', takeProfitPrice: '68400' };

export const JOURNEYS: readonly Journey[] = [
  {
    what: 'tabs of the bottom bar',
    path: '/index',
    async act(page) {
      for (const path of ['/SBT', '/calculators', '/profile', '/index']) {
        await page.locator(`nav a[href="${path}"]`).tap();
        await page.locator(`nav a[href="${path}"][aria-current="page"]`).waitFor();
      }
    },
  },
  {
    what: 'Risk $: toggle, typing, Calculate',
    path: '/riskmoney',
    async act(page) {
      for (const side of ['SHORT', 'LONG']) await page.locator(`input[value="${side}"]`).tap();
      await type(page, { ...RISK, leverage: '5' });
      await page.locator('button[type="submit"]').tap();
      await page.locator('output[name="coins"]').waitFor();
    },
  },
  {
    what: 'Risk $: message and its OK',
    path: '/riskmoney',
    async act(page) {
      await type(page, { ...RISK, stopLossPrice: '66000' });
      await page.locator('button[type="submit"]').tap();
      await page.getByRole('dialog').getByRole('button').tap();
    },
  },
  {
    what: 'Risk %: typing, Calculate',
    path: '/riskpercent',
    act: (page) =>
      calculate(page, {
        riskPercent: '2',
        depositAmount: '1000',
        leverage: '3',
        entryPrice: '100',
        stopLossPrice: '95',
        takeProfitPrice: '110',
      }),
  },
  {
    what: 'positions: entries and a target',
    path: '/averageposition',
    async act(page) {
      for (const price of ['100', '90', '80']) {
        await calculate(page, { price, quantity: '2' }, 'form[name="entry"]');
      }
      await calculate(page, { price: '120', quantityOrPercent: '1' }, 'form[name="takeProfit"]');
    },
  },
  {
    what: 'take profit and stop loss',
    path: '/takeprofitstoploss',
    act: (page) => calculate(page, { entryPrice: '100', takeProfit: '10', stopLoss: '5' }),
  },
  {
    what: 'Elliott waves: wave 1, a level, wave 2',
    path: '/elliottwave',
    async act(page) {
      await calculate(page, { startPrice: '100', endPrice: '150' }, 'form[name="wave1"]');
      const wave = page.locator('form[name="wave2"]');
      await wave.locator('input[type="radio"]').first().tap();
      await wave.locator('button[type="submit"]').tap();
      await page.locator('form[name="wave3"]').waitFor();
    },
  },
  {
    what: 'staking of ten years, its days shown',
    path: '/staking',
    async act(page) {
      await calculate(page, { apr: '12', depositAmount: '1000', days: '3650' });
      await page.locator('main [aria-expanded="false"]').first().tap();
    },
  },
  {
    what: 'history: search, filter',
    path: '/history',
    async act(page) {
      await page.locator('input[type="search"]').tap();
      await page.keyboard.type('64');
      await page.locator('input[value="RiskMoney"]').tap();
    },
  },
  {
    what: 'profile: daily bonus opened and closed, theme',
    path: '/profile',
    async act(page) {
      await page.getByRole('button', { name: /^Claim \d/ }).tap();
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await page.locator('input[type="radio"][value="dark"]').tap();
    },
  },
  {
    what: 'questions: each opened',
    path: '/SBT',
    async act(page) {
      for (const question of await page.locator('main summary').all()) await question.tap();
    },
  },
  {
    what: 'badges: one opened',
    path: '/achievements',
    async act(page) {
      await page.locator('main button').last().tap();
    },
  },
  {
    what: 'offers: groups opened',
    path: '/profitable',
    async act(page) {
      for (const group of await page.locator('main summary').all()) await group.tap();
    },
  },
  {
    what: 'onboarding: a step',
    path: '/index',
    visitor: 'new',
    async act(page) {
      await page.getByRole('button', { name: 'Start' }).tap();
      await page.getByRole('button', { name: 'Next' }).waitFor();
    },
  },
  {
    what: 'advert: promo code copied, closed',
    path: '/index',
    visitor: 'first of the session',
    prepare: (page) => page.getByRole('dialog').waitFor(),
    async act(page) {
      await page.getByRole('button', { name: /^Promo code/ }).tap();
      await page.getByRole('dialog').getByText('Copied').first().waitFor();
      await page.getByRole('button', { name: 'Close the advert' }).tap();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  {
    what: 'calendar: an event opened',
    path: '/calendar',
    async act(page) {
      const event = page.locator('main details:not(:has(details))').filter({ visible: true }).last();
      await event.locator('summary').tap();
      await page.locator('main details[open]').last().waitFor();
    },
  },
  {
    what: 'friends: link copied, shared',
    path: '/referrals',
    async act(page) {
      await page.getByRole('button', { name: 'Copy' }).tap();
      await page.getByText('Copied').waitFor();
      await page.getByRole('button', { name: 'Share' }).tap();
    },
  },
  {
    what: 'history: a record deleted',
    path: '/riskmoney',
    async prepare(page) {
      await calculate(page, RISK);
      await page.locator('output[name="coins"]').waitFor();
      await page.locator('nav a[href="/calculators"]').tap();
      await page.locator('main a[href="/history"]').tap();
    },
    async act(page) {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .tap();
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    what: 'positions: a row edited, the change discarded',
    path: '/averageposition',
    async prepare(page) {
      await calculate(page, { price: '100', quantity: '2' }, 'form[name="entry"]');
    },
    async act(page) {
      await page.getByRole('button', { name: 'Edit row 1' }).tap();
      await type(page, { price: '7' }, 'form[name="editEntry"]');
      // The host's own dialog never answers here: ours comes with the second try.
      for (const _ of ['host', 'own']) await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).tap();
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    },
  },
  {
    what: 'profile: deletion of the data asked about, cancelled',
    path: '/profile',
    async act(page) {
      await page.getByRole('button', { name: 'Delete my data' }).tap();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).tap();
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  // The last: the server keeps it, and the others know what they tap by its name.
  {
    what: 'language: changed',
    path: '/language',
    async act(page) {
      await page.locator('main [lang="ru"]').first().tap();
      await page.locator('html[lang="ru"]').waitFor();
    },
  },
];

async function calculate(page: Page, fields: Readonly<Record<string, string>>, form = 'form'): Promise<void> {
  await type(page, fields, form);
  await page.locator(form).locator('button[type="submit"]').first().tap();
}

/** Key by key, as a finger does. */
async function type(page: Page, fields: Readonly<Record<string, string>>, form = 'form'): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await page.locator(form).locator(`input[name="${name}"]`).first().tap();
    await page.keyboard.type(value);
  }
}
