/** Every screen of the app in each of its states: how to get there. The gallery shows them, the accessibility check goes through them. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { type App, choose, expect, fillField, output } from '#tests/e2e/app.ts';
import { NOW } from '#tests/gallery/moment.ts';

export type Language = 'en' | 'ru';

export interface Scene {
  readonly app: App;
  readonly page: Page;
  /** The text as a screen shows it, by `namespace:key`. */
  readonly text: (key: string) => string;
}

export interface Look {
  readonly name: string;
  readonly path: string;
  /** Who opens it: nobody known yet, somebody with onboarding alone, or with friends and a past. */
  readonly as?: 'new' | 'empty' | 'filled';
  readonly launch?: { readonly platform?: string; readonly version?: string };
  /** The advert comes once per session; every other screen is looked at after it. */
  readonly withAdvert?: boolean;
  /** Instead of a launch by the messaging app. */
  readonly fragment?: (scene: Scene) => string;
  /** Before the app is opened. */
  readonly before?: (scene: Scene) => Promise<unknown>;
  /** Once the screen stands: leads it into the state. */
  readonly prepare?: (scene: Scene) => Promise<unknown>;
}

const RISK_MONEY = {
  riskAmount: '100',
  entryPrice: '64120.5',
  stopLossPrice: '62800',
  takeProfitPrice: '68400',
};
const RISK_PERCENT = { riskPercent: '10', depositAmount: '1000', leverage: '30', entryPrice: '100' };

const SOURCES = [
  { name: 'CoinGecko', url: 'https://www.coingecko.com' },
  { name: 'Alternative.me', url: 'https://alternative.me/crypto/fear-and-greed-index/' },
];

export const LOOKS: readonly Look[] = [
  ...[0, 1, 2, 3].map(
    (step): Look => ({
      name: `onboarding ${step + 1}`,
      path: '/',
      as: 'new',
      prepare: (scene) => goSteps(scene, step),
    }),
  ),
  { name: 'outside the messaging app', path: '/profile', fragment: () => '' },
  { name: 'not a phone', path: '/', launch: { platform: 'tdesktop' } },
  {
    name: 'not authorized',
    path: '/profile',
    fragment: () => new URLSearchParams({ tgWebAppVersion: '8.0', tgWebAppPlatform: 'android' }).toString(),
  },

  { name: 'home', path: '/index', as: 'filled' },
  {
    name: 'advert',
    path: '/index',
    withAdvert: true,
    prepare: ({ page }) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  { name: 'market', path: '/cryptooverview' },
  {
    name: 'market, with its sources',
    path: '/cryptooverview',
    before: ({ page }) =>
      page.route('**/api/market/overview*', async (route) => {
        const response = await route.fetch();
        const live = { ...(await response.json()), sample: false, sources: SOURCES };
        await route.fulfill({ response, json: live });
      }),
    prepare: ({ page }) => expect(page.getByRole('link', { name: 'CoinGecko' })).toBeVisible(),
  },
  {
    name: 'market, never loaded',
    path: '/cryptooverview',
    before: ({ page }) => page.route('**/api/market/overview*', (route) => route.fulfill({ status: 503 })),
  },

  { name: 'calculators', path: '/calculators' },
  { name: 'risk by money, empty', path: '/riskmoney' },
  {
    name: 'risk by money',
    path: '/riskmoney',
    prepare: ({ page }) => submit(page, { ...RISK_MONEY, leverage: '5' }),
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

  { name: 'history, empty', path: '/history' },
  { name: 'history', path: '/history', as: 'filled' },
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

  { name: 'profile, new', path: '/profile' },
  { name: 'profile', path: '/profile', as: 'filled' },
  {
    name: 'profile, offline',
    path: '/profile',
    as: 'filled',
    prepare: async ({ app, page, text }) => {
      await app.context.setOffline(true);
      // What is known is old enough to be asked for again.
      await page.clock.setFixedTime(NOW + 10 * 60_000);
      await page.evaluate(() => window.dispatchEvent(new Event('pageshow')));
      const [since = ''] = text('common:status.offlineSince').split('{{');
      await expect(page.getByRole('main').getByText(since)).toBeVisible();
    },
  },
  {
    name: 'daily bonus',
    path: '/profile?checkin=1',
    as: 'filled',
    prepare: ({ page }) => expect(page.getByRole('dialog')).toBeVisible(),
  },
  {
    name: 'daily bonus, claimed',
    path: '/profile?checkin=1',
    as: 'filled',
    prepare: async (scene) => {
      await claimBonus(scene);
      await expect(scene.page.getByRole('dialog')).toHaveCount(0);
      await scene.page.goto(`${scene.app.server.origin}/profile?checkin=1`);
      const next = scene.page
        .getByRole('dialog')
        .getByRole('button', { name: scene.text('profile:checkIn.claimed') });
      await expect(next).toBeVisible();
    },
  },
  {
    name: 'daily bonus, status failed',
    path: '/profile?checkin=1',
    before: ({ page }) => page.route('**/api/checkin/status', (route) => route.fulfill({ status: 500 })),
    prepare: ({ page }) => expect(page.getByRole('dialog').getByRole('alert')).toBeVisible(),
  },
  {
    name: 'daily bonus, claim failed',
    path: '/profile?checkin=1',
    before: ({ page }) => page.route('**/api/checkin/claim', (route) => route.fulfill({ status: 500 })),
    prepare: async (scene) => {
      await claimBonus(scene);
      await expect(scene.page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'profile, failed',
    path: '/profile',
    before: ({ page }) => page.route('**/api/**', (route) => route.fulfill({ status: 503 })),
    prepare: ({ page }) => expect(page.getByRole('alert')).toBeVisible(),
  },
  {
    name: 'delete my data',
    path: '/profile',
    prepare: async ({ page, text }) => {
      await page.getByRole('button', { name: text('profile:delete.title') }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  { name: 'privacy', path: '/privacy' },
  { name: 'language', path: '/language' },
  {
    name: 'notifications',
    path: '/notifications',
    prepare: async (scene) => {
      await answerWriteAccess(scene, 'allowed');
      await expect(scene.page.getByText(scene.text('notifications:allowed'))).toBeVisible();
    },
  },
  { name: 'notifications, not allowed', path: '/notifications' },
  {
    name: 'notifications, refused',
    path: '/notifications',
    prepare: async (scene) => {
      await answerWriteAccess(scene, 'cancelled');
      await expect(scene.page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'notifications, alerts',
    path: '/notifications',
    prepare: async (scene) => {
      const { page, text } = scene;
      await answerWriteAccess(scene, 'allowed');
      await expect(page.getByText(text('notifications:allowed'))).toBeVisible();
      const form = (coin: string) => page.locator(`form[name="alert-${coin}"]`);
      for (const [coin, price] of [
        ['BTC', '123456789.12345678'],
        ['TON', '0'],
      ] as const) {
        await form(coin).getByRole('textbox').fill(price);
        await form(coin).getByRole('button').last().click();
      }
      await expect(page.getByText(text('notifications:alert.missing'))).toBeVisible();
      await form('TON').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'notifications, never loaded',
    path: '/notifications',
    before: ({ page }) => page.route('**/api/user/settings/*', (route) => route.fulfill({ status: 503 })),
    prepare: ({ page }) => expect(page.getByRole('alert')).toBeVisible(),
  },

  { name: 'friends, empty', path: '/referrals' },
  { name: 'friends', path: '/referrals', as: 'filled' },
  {
    name: 'friends, failed',
    path: '/referrals',
    before: ({ page }) => page.route('**/api/referrals', (route) => route.fulfill({ status: 500 })),
    prepare: ({ page, text }) => expect(page.getByText(text('referrals:failed'))).toBeVisible(),
  },
  { name: 'badges, new', path: '/achievements' },
  { name: 'badges', path: '/achievements', as: 'filled' },
  {
    name: 'badge, earned',
    path: '/achievements',
    as: 'filled',
    prepare: (scene) => openBadge(scene, 'first'),
  },
  {
    name: 'badge, locked',
    path: '/achievements',
    as: 'filled',
    prepare: (scene) => openBadge(scene, 'last'),
  },

  { name: 'questions', path: '/SBT' },
  { name: 'questions, open', path: '/SBT', prepare: ({ page }) => openAll(page) },
  { name: 'offers', path: '/profitable' },
  { name: 'offers, open', path: '/profitable', prepare: ({ page }) => openAll(page) },
  { name: 'calendar', path: '/calendar' },
  { name: 'calendar, open', path: '/calendar', prepare: ({ page }) => openAll(page) },
  {
    name: 'calendar, empty',
    path: '/calendar',
    before: ({ page }) =>
      page.route('**/api/calendar*', (route) =>
        route.fulfill({
          json: { date: new Date().toISOString(), sample: false, stale: false, events: [] },
        }),
      ),
  },
  {
    name: 'calendar, failed',
    path: '/calendar',
    before: ({ page }) => page.route('**/api/calendar*', (route) => route.fulfill({ status: 503 })),
  },
  {
    name: 'code of a screen missing',
    path: '/calculators',
    before: ({ page }) => page.route(/\/assets\/staking-/, (route) => route.abort()),
    prepare: async ({ page, text }) => {
      await page.locator('main a[href^="/staking"]').click();
      await expect(page.getByRole('heading', { name: text('common:error.screenTitle') })).toBeVisible();
    },
  },
  {
    name: 'screen with a defect',
    path: '/calculators',
    before: ({ app, page }) => {
      app.expectedErrors.push(/a defect made for the picture/);
      return page.route(/\/assets\/staking-.*js/, (route) =>
        route.fulfill({
          contentType: 'text/javascript',
          body: "throw new Error('a defect made for the picture')",
        }),
      );
    },
    prepare: async ({ page, text }) => {
      await page.locator('main a[href^="/staking"]').click();
      await expect(page.getByRole('heading', { name: text('common:error.title') })).toBeVisible();
    },
  },
  {
    // Last: the worker that waits stays with the page.
    name: 'new version',
    path: '/language',
    before: ({ page }) => page.addInitScript(pretendWaitingWorker),
    prepare: ({ page, text }) =>
      expect(page.getByRole('button', { name: text('common:update.action') })).toBeVisible(),
  },
];

/** A new version that has been fetched and waits to be taken over. */
function pretendWaitingWorker(): void {
  if (location.protocol !== 'http:') return;
  const worker = Object.assign(new EventTarget(), {
    scriptURL: new URL('/sw.js', location.href).href,
    state: 'installed',
    postMessage: () => undefined,
  });
  const registration = Object.assign(new EventTarget(), {
    waiting: worker,
    installing: null,
    active: worker,
    update: async () => undefined,
  });
  const container = Object.assign(new EventTarget(), {
    controller: worker,
    ready: Promise.resolve(registration),
    register: async () => registration,
    getRegistration: async () => registration,
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
}

/** Texts of a language by `namespace:key`; of a plural its first form. */
export function textsOf(language: Language): (key: string) => string {
  return (key) => {
    const [namespace = '', path = ''] = key.split(':');
    const file = new URL(`../../locales/${language}/${namespace}.json`, import.meta.url);
    let found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    for (const part of path.split('.')) found = (found as Record<string, unknown> | undefined)?.[part];
    if (typeof found !== 'string') throw new Error(`no text ${key}`);
    return found;
  };
}

/** A click that the bottom bar cannot be in the way of. */
function press(button: ReturnType<Page['locator']>): Promise<void> {
  return button.evaluate((element: HTMLElement) => element.click());
}

async function submit(page: Page, fields: Readonly<Record<string, string>>, form?: string): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await fillField(page, name, value, form);
  const scope = form === undefined ? page : page.locator(`form[name="${form}"]`);
  await press(scope.locator('button[type="submit"]').first());
}

async function goSteps({ page }: Scene, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const heading = page.getByRole('heading', { level: 1 });
    const before = await heading.textContent();
    await page.locator('main button').last().click();
    await expect(heading).not.toHaveText(before ?? '');
  }
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

/** Asks whether the bot may write, and answers as the messaging app does. */
async function answerWriteAccess({ app, page, text }: Scene, status: 'allowed' | 'cancelled') {
  await page.getByRole('button', { name: text('notifications:allow') }).click();
  await expect
    .poll(async () => (await app.host.messages(page)).map(({ type }) => type))
    .toContain('web_app_request_write_access');
  await app.host.send(page, 'write_access_requested', { status });
}

async function claimBonus({ page, text }: Scene): Promise<void> {
  const claim = page
    .getByRole('dialog')
    .getByRole('button', { name: text('profile:checkIn.claimNow'), exact: true });
  await claim.click();
}

async function openBadge({ page }: Scene, which: 'first' | 'last'): Promise<void> {
  await press(page.getByRole('main').getByRole('listitem').getByRole('button')[which]());
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openAll(page: Page): Promise<void> {
  await page.locator('main details').evaluateAll((all) => {
    for (const one of all) (one as HTMLDetailsElement).open = true;
  });
}
