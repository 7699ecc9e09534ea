/** A finger's actions on each screen, to measure how soon each is answered. */
import type { Locator, Page } from 'playwright';

export interface Journey {
  readonly what: string;
  /** Where the app is opened. */
  readonly path: string;
  /** By default a returning user who has seen the day's advert. */
  readonly visitor?: 'new' | 'first of the day';
  /** Its end is another state than its beginning, such as a claimed bonus. */
  readonly isOnce?: boolean;
  /** Done before the measurement, at full speed. */
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
        await tap(page.locator(`nav a[href="${path}"]`));
        await page.locator(`nav a[href="${path}"][aria-current="page"]`).waitFor();
      }
    },
  },
  {
    what: 'Risk $: toggle, typing, Calculate',
    path: '/riskmoney',
    async act(page) {
      for (const side of ['SHORT', 'LONG']) await tap(page.locator(`input[value="${side}"]`));
      await type(page, { ...RISK, leverage: '5' });
      await tap(page.locator('button[type="submit"]'));
      await page.locator('output[name="coins"]').waitFor();
    },
  },
  {
    what: 'Risk $: message and its OK',
    path: '/riskmoney',
    async act(page) {
      await type(page, { ...RISK, stopLossPrice: '66000' });
      await tap(page.locator('button[type="submit"]'));
      await tap(page.getByRole('dialog').getByRole('button').first());
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
    isOnce: true,
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
      await tap(wave.locator('input[type="radio"]').first());
      await tap(wave.locator('button[type="submit"]'));
      await page.locator('form[name="wave3"]').waitFor();
    },
  },
  {
    what: 'staking of ten years, its days shown',
    path: '/staking',
    async act(page) {
      await calculate(page, { apr: '12', depositAmount: '1000', days: '3650' });
      await tap(page.locator('main [aria-expanded="false"]').first());
    },
  },
  {
    what: 'history: search, filter',
    path: '/history',
    async act(page) {
      await tap(page.locator('input[type="search"]'));
      await page.keyboard.type('64');
      await tap(page.locator('input[value="RiskMoney"]'));
    },
  },
  {
    what: 'profile: daily bonus opened and closed, theme',
    path: '/profile',
    isOnce: true,
    async act(page) {
      await tap(page.getByRole('button', { name: /^Claim \d/ }));
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
      await tap(page.locator('input[type="radio"][value="dark"]'));
    },
  },
  {
    what: 'questions: each opened',
    path: '/SBT',
    async act(page) {
      for (const question of await page.locator('main summary').all()) await tap(question);
    },
  },
  {
    what: 'badges: one opened',
    path: '/achievements',
    async act(page) {
      await tap(page.locator('main button').last());
    },
  },
  {
    what: 'offers: groups opened',
    path: '/profitable',
    async act(page) {
      for (const group of await page.locator('main summary').all()) await tap(group);
    },
  },
  {
    what: 'onboarding: a step',
    path: '/index',
    visitor: 'new',
    async act(page) {
      await tap(page.getByRole('button', { name: 'Start' }));
      await page.getByRole('button', { name: 'Next' }).waitFor();
    },
  },
  {
    what: 'advert: promo code copied, closed',
    path: '/index',
    visitor: 'first of the day',
    prepare: (page) => page.getByRole('dialog').waitFor(),
    async act(page) {
      await tap(page.getByRole('button', { name: /^Promo code/ }));
      await page.getByRole('dialog').getByText('Copied').first().waitFor();
      await tap(page.getByRole('button', { name: 'Close the advert' }));
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  {
    what: 'calendar: an event opened',
    path: '/calendar',
    async act(page) {
      const event = page.locator('main details:not(:has(details))').filter({ visible: true }).last();
      await tap(event.locator('summary'));
      await page.locator('main details[open]').last().waitFor();
    },
  },
  {
    what: 'friends: link copied, shared',
    path: '/referrals',
    // The link comes with the account.
    prepare: (page) => page.getByRole('button', { name: 'Copy', disabled: false }).waitFor(),
    async act(page) {
      await tap(page.getByRole('button', { name: 'Copy' }));
      await page.getByText('Copied').waitFor();
      await tap(page.getByRole('button', { name: 'Share' }));
    },
  },
  {
    what: 'history: a record deleted',
    path: '/riskmoney',
    async prepare(page) {
      // Another amount than before, since the same inputs make no new record.
      await calculate(page, { ...RISK, riskAmount: '101' });
      await page.locator('output[name="coins"]').waitFor();
      await tap(page.locator('nav a[href="/calculators"]'));
      await tap(page.locator('main a[href="/history"]'));
    },
    async act(page) {
      await tap(page.getByRole('button', { name: /^Delete/ }).first());
      await page.getByRole('button', { name: 'Undo' }).waitFor();
    },
  },
  {
    what: 'positions: a row edited, the change discarded',
    path: '/averageposition',
    isOnce: true,
    async prepare(page) {
      await calculate(page, { price: '100', quantity: '2' }, 'form[name="entry"]');
    },
    async act(page) {
      await tap(page.getByRole('button', { name: 'Edit row 1' }));
      await type(page, { price: '7' }, 'form[name="editEntry"]');
      // The host's own dialog never answers here; the app's own comes with the second try.
      for (const _ of ['host', 'own']) await page.keyboard.press('Escape');
      await tap(page.getByRole('button', { name: 'Discard' }));
      await page.getByRole('dialog').first().waitFor({ state: 'hidden' });
    },
  },
  {
    what: 'profile: deletion of the data asked about, cancelled',
    path: '/profile',
    async act(page) {
      await tap(page.getByRole('button', { name: 'Delete my data' }));
      await tap(page.getByRole('dialog').getByRole('button', { name: 'Cancel' }));
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
    },
  },
  // Last, because the server stores it and the others find their taps by its name.
  {
    what: 'language: changed',
    path: '/language',
    isOnce: true,
    async act(page) {
      await tap(page.locator('main [lang="ru"]').first());
      await page.locator('html[lang="ru"]').waitFor();
    },
  },
];

async function calculate(page: Page, fields: Readonly<Record<string, string>>, form = 'form'): Promise<void> {
  await type(page, fields, form);
  await tap(page.locator(form).locator('button[type="submit"]').first());
}

/**
 * A finger touches the target, stays while that is painted, and lifts. Not the locator's own tap, whose finger
 * takes no time and which listens in the page at the page's cost. Reads the page again only when the answer is
 * painted.
 */
async function tap(what: Locator): Promise<void> {
  await what.scrollIntoViewIfNeeded();
  const box = await what.boundingBox();
  if (box === null) throw new Error(`Not on the screen: ${what}`);
  const page = what.page();
  const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await painted(page);
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await painted(page);
  await devtools.detach();
}

function painted(page: Page): Promise<void> {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}

/** Key by key, like a user. */
async function type(page: Page, fields: Readonly<Record<string, string>>, form = 'form'): Promise<void> {
  for (const [name, value] of Object.entries(fields)) {
    await tap(page.locator(form).locator(`input[name="${name}"]`).first());
    await page.keyboard.type(value);
  }
}
