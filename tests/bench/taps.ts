/**
 * How many taps and seconds a trader's daily tasks take, by a finger of steady pace on a fast network. The app is open
 * on Home and its account is set, except where a task says otherwise.
 */
import type { Locator, Page } from 'playwright';
import {
  hideAdvert,
  hintReturning,
  launchAddress,
  onboard,
  openPhone,
  withStage,
} from '#tests/bench/browser.ts';
import type { Figure, Report } from '#tests/bench/table.ts';

/** To find the next place on the screen and to press it: by this pace the first version took what was measured by hand. */
const TAP_MS = 1500;
/** To press a key of the phone's keyboard, its "next" and "done" among them. */
const KEY_MS = 450;

const ACCOUNT = { deposit: '5000', riskAmount: '100', leverage: '5' };

class Finger {
  taps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async tap(target: Locator): Promise<void> {
    this.taps += 1;
    await this.page.waitForTimeout(TAP_MS);
    await target.tap();
  }

  /** Types into the field that has the focus, and ends with the keyboard's own key. */
  async type(text: string): Promise<void> {
    for (const key of [...text, 'Enter']) {
      await this.page.waitForTimeout(KEY_MS);
      await this.page.keyboard.press(key);
    }
  }
}

function coin(page: Page, symbol: string): Locator {
  return page.getByRole('dialog').locator('li button', { hasText: symbol }).first();
}

/** Round prices near the picked coin's own, as a trader reads them from a chart. */
async function stopAndTarget(finger: Finger): Promise<void> {
  const entry = await finger.page.locator('input[name="entryPrice"]').inputValue();
  const price = Number(entry.replaceAll(',', ''));
  await finger.type(String(Math.round(price * 0.97)));
  await finger.type(String(Math.round(price * 1.08)));
}

interface Task {
  readonly what: string;
  readonly taps: number;
  readonly seconds: number;
  /** Ends when the user sees what they wanted. */
  act(finger: Finger): Promise<void>;
}

/** In turn, on one phone: each begins where the one before has ended, or on Home. */
const TASKS: readonly (Task & { readonly from?: 'home' })[] = [
  {
    what: 'the first position',
    taps: 6,
    seconds: 14,
    async act(finger) {
      const { page } = finger;
      await finger.tap(page.locator('nav a[href="/calculators"]'));
      await finger.tap(page.locator('main a[href="/riskmoney"]'));
      await finger.tap(page.getByRole('button', { name: 'Coin from the market' }));
      await finger.tap(coin(page, 'BTC'));
      await stopAndTarget(finger);
      await page.locator('output[name="coins"]').waitFor();
    },
  },
  {
    what: 'the next position',
    taps: 4,
    seconds: 9,
    async act(finger) {
      const { page } = finger;
      await finger.tap(page.getByRole('button', { name: 'Coin from the market' }));
      await finger.tap(coin(page, 'ETH'));
      await stopAndTarget(finger);
      await page.locator('.result:not(.result-stale) output[name="coins"]').waitFor();
    },
  },
  {
    what: 'averaging down',
    taps: 6,
    seconds: 12,
    from: 'home',
    async act(finger) {
      const { page } = finger;
      await finger.tap(page.locator('nav a[href="/calculators"]'));
      await finger.tap(page.locator('main a[href="/averageposition"]'));
      await finger.tap(page.locator('form[name="entry"] input[name="price"]'));
      await finger.type('90');
      await finger.type('2');
      await page.locator('output[name="averagePrice"]').waitFor();
    },
  },
  {
    what: 'the last result',
    taps: 2,
    seconds: 4,
    from: 'home',
    async act(finger) {
      const { page } = finger;
      await finger.tap(page.locator('main a[href*="record="]').first());
      await page.locator('main form').first().waitFor();
    },
  },
  {
    what: 'the daily bonus',
    taps: 1,
    seconds: 4,
    from: 'home',
    async act(finger) {
      const { page } = finger;
      await finger.tap(page.getByRole('button', { name: /^Claim \d/ }));
      await page
        .getByText(/\+10 iRICH/)
        .first()
        .waitFor();
    },
  },
  {
    what: 'an invitation',
    taps: 2,
    seconds: 5,
    from: 'home',
    async act(finger) {
      const { page } = finger;
      await finger.tap(page.locator('main a[href="/referrals"]'));
      await finger.tap(page.getByRole('button', { name: 'Share' }));
    },
  },
];

export function benchTaps(): Promise<Report> {
  return withStage(async ({ browser, server }) => {
    await onboard(server);
    const context = await openPhone(browser);
    await hintReturning(context);
    await hideAdvert(context);
    const page = await context.newPage();
    await page.goto(launchAddress(server, '/account'));
    await page.locator('main h1').waitFor();
    for (const [name, value] of Object.entries(ACCOUNT))
      await page.locator(`input[name="${name}"]`).fill(value);
    const figures: Figure[] = [];
    for (const { what, taps, seconds, from, act } of TASKS) {
      if (from === 'home' || figures.length === 0) {
        await page.locator('nav a[href="/index"]').tap();
        await page.locator('main h1').waitFor();
      }
      const finger = new Finger(page);
      const start = performance.now();
      await act(finger);
      const took = (performance.now() - start) / 1000;
      figures.push({
        what,
        measured: `${finger.taps} taps, ${took.toFixed(1)} s`,
        goal: `≤ ${taps} taps, ${seconds} s`,
        met: finger.taps <= taps && took <= seconds,
      });
    }
    await context.close();
    return {
      figures,
      notes: [`taps: a tap takes ${TAP_MS} ms, a key ${KEY_MS} ms; the rest is the app's own time.`],
    };
  });
}
