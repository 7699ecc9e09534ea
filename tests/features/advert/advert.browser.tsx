/** The advert: a second after arrival, with its offers, and removed completely. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { encodePlan } from '#core/plan-link.ts';
import { LINKS } from '#platform/links.ts';
import type { FakeServer } from '#tests/support/fake-server.ts';
import { backButton, opened, posted, pressBack, untilConnected } from '#tests/support/host-calls.ts';
import { expectUrl, isVisible, letTimePass, onScreen, press, stopTime } from '#tests/support/on-screen.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';

const WORDS = {
  en: {
    title: /keep your coins where only you hold the keys/,
    close: 'Close the advert',
    promo: /Promo code, 10\s% off/,
    copied: 'Copied',
    shops: { en: 'Buy in the shop: English', ru: 'Buy in the shop: Русский' },
  },
  ru: {
    title: /монеты там, где ключи только у вас/,
    close: 'Закрыть рекламу',
    promo: /Промокод на скидку 10\s%/,
    copied: 'Скопировано',
    shops: { en: 'Купить в магазине: English', ru: 'Купить в магазине: Русский' },
  },
} as const;

const any = page.css('dialog');
const advert = page.getByRole('dialog', { name: WORDS.en.title });
const tabs = page.getByRole('navigation');
/** A part of Home that comes late. */
const leaders = page.getByRole('region', { name: 'Leaders' });

for (const language of ['en', 'ru'] as const) {
  const words = WORDS[language];

  test(`${language}: the advert offers a wallet, a promo code and two shops`, async () => {
    const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    onTestFinished(() => copy.mockRestore());
    const app = await openWithAdvert({ language, viewport: { width: 320, height: 568 } });
    const dialog = page.getByRole('dialog', { name: words.title });
    await onScreen(dialog).toBeVisible();
    await onScreen(dialog.getByRole('listitem')).toHaveCount(4);
    await untilConnected(app);

    stopTime();
    await dialog.getByRole('button', { name: words.promo }).click();
    await onScreen(dialog.getByRole('status')).toHaveText(words.copied);
    expect(copy).toHaveBeenCalledExactlyOnceWith(LINKS.advert?.promo?.code);
    // The message stays for a moment only.
    await until(() => dialog.getByRole('status').element().textContent === '');
    vi.useRealTimers();

    for (const shop of ['en', 'ru'] as const) {
      await dialog.getByRole('button', { name: words.shops[shop] }).click();
      await expect.poll(() => opened(app).at(-1)).toBe(LINKS.advert?.shop[shop]);
    }
    await dialog.getByRole('button', { name: words.close }).click();
    await onScreen(any).toHaveCount(0);
  });
}

test('two equal points are both shown, without a warning', async () => {
  const error = vi.spyOn(console, 'error');
  const points = LINKS.advert?.points as { en: string }[];
  points.push({ en: points[0]?.en ?? '' });
  onTestFinished(() => {
    points.pop();
    error.mockRestore();
  });
  await openWithAdvert();
  await onScreen(advert.getByRole('listitem')).toHaveCount(5);
  expect(error).not.toHaveBeenCalled();
});

test('a promo code that cannot be copied shows a short message and can be tried again', async () => {
  const copy = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  const { execCommand } = document;
  document.execCommand = () => false;
  onTestFinished(() => {
    copy.mockRestore();
    document.execCommand = execCommand;
  });
  await openWithAdvert();
  await onScreen(advert).toBeVisible();
  stopTime();
  await advert.getByRole('button', { name: /Promo code/ }).click();
  await onScreen(advert.getByRole('button', { name: /Could not copy$/ })).toBeVisible();
  await onScreen(advert.getByRole('status')).toHaveText('Could not copy');
  const again = advert.getByRole('button', { name: /Promo code.* Copy$/ });
  await onScreen(again).toHaveCount(0);
  await until(() => again.elements().length === 1);
});

for (const path of ['/index', '/cryptooverview']) {
  test(`${path}: it appears after a second, expands the host, and is gone 300 ms after closing`, async () => {
    stopTime();
    const times = watchTimes();
    const app = await openWithAdvert({ path });
    await until(() => isThere(any));
    await until(() => posted(app, 'web_app_ready') > 0);
    await letTimePass(20);
    expect(times.has('opened')).toBe(false);
    const before = posted(app, 'web_app_expand');
    await until(() => isThere(advert));
    const waited = (times.get('opened') ?? Number.NaN) - (times.get('screen') ?? Number.NaN);
    expect(waited).toBeGreaterThanOrEqual(1000);
    expect(waited).toBeLessThanOrEqual(1040);
    await expect.poll(() => posted(app, 'web_app_expand')).toBe(before + 1);

    await advert.getByRole('button', { name: 'Close the advert' }).click();
    await until(() => !isThere(any));
    const closing = (times.get('gone') ?? Number.NaN) - (times.get('asked to leave') ?? Number.NaN);
    expect(closing).toBeGreaterThanOrEqual(300);
    expect(closing).toBeLessThanOrEqual(340);
  });
}

const CLOSERS: Readonly<Record<string, (app: TestApp) => Promise<void>>> = {
  Escape: () => press('Escape'),
  "the host's back button": pressBack,
  'a tap outside': () => userEvent.click(page.css('html'), { position: { x: 195, y: 4 }, force: true }),
};

for (const [name, close] of Object.entries(CLOSERS)) {
  test(`${name} closes it, and the screen stays`, async () => {
    const app = await openWithAdvert({ path: '/cryptooverview' });
    await onScreen(advert).toBeVisible();
    await expect.poll(() => backButton(app)).toBe(true);
    await close(app);
    await onScreen(any).toHaveCount(0);
    await expectUrl(/\/cryptooverview/);
    await onScreen(page.getByRole('heading', { level: 1, name: 'Market' })).toBeVisible();
  });
}

test('its contents come a frame after its sheet: a tap between waits for them, and Escape closes it', async () => {
  stopTime();
  const app = await openWithAdvert();
  const sheet = page.css('dialog[open]');
  const untilEmpty = () => until(() => sheet.elements().length === 1);
  await untilEmpty();
  const contents = [...sheet.element().children];
  expect(contents.filter((part) => part.getClientRects().length > 0)).toEqual([]);
  // A shadow of an empty sheet counts as a box, and its growth as a movement of the page.
  expect(getComputedStyle(sheet.element()).boxShadow).toBe('none');
  expect(sheet.element().getAnimations()).toEqual([]);
  expect(document.activeElement).toBe(sheet.element());
  // On the backdrop.
  document.querySelector('dialog')?.click();
  await until(() => isThere(advert));
  await letTimePass(5000);
  await onScreen(advert).toBeVisible();

  vi.setSystemTime(new Date().setHours(24, 1));
  await app.reopen('/index');
  await untilEmpty();
  await press('Escape');
  expect(sheet.elements()).toEqual([]);
  await until(() => !isThere(any));
});

test('a user who leaves Home within the second sees it at the next visit', async () => {
  stopTime();
  await openWithAdvert();
  // Its code is fetched once Home is painted, and then it waits.
  await until(() => isThere(any));
  await tabs.getByRole('link', { name: 'Calculators' }).click();
  await until(() => isThere(page.getByRole('heading', { level: 1, name: 'Calculators' })));
  await letTimePass(5000);
  await onScreen(page.css('dialog[open]')).toHaveCount(0);
  await tabs.getByRole('link', { name: 'Home' }).click();
  await until(() => isThere(advert));
  await onScreen(advert).toBeVisible();
});

test('it comes once a day: not at the next opening, but tomorrow', async () => {
  stopTime();
  const app = await openWithAdvert();
  await until(() => isThere(advert));
  await app.reopen('/index');
  await until(() => isThere(leaders));
  await letTimePass(5000);
  await onScreen(any).toHaveCount(0);
  vi.setSystemTime(new Date().setHours(24, 1));
  await app.reopen('/index');
  await until(() => isThere(advert));
});

test('it waits while the launch brings a plan, and comes at the next visit', async () => {
  stopTime();
  const startParameter =
    encodePlan({
      symbol: 'TON',
      positionType: 'LONG',
      entry: '5',
      stop: '4',
      targets: ['7'],
      leverage: '',
      sender: 7,
    }) ?? '';
  await openWithAdvert({ startParameter });
  await until(() => isThere(page.css('input[name="entryPrice"]')));
  await tabs.getByRole('link', { name: 'Home' }).click();
  await until(() => isThere(advert));
});

test('it does not come before the first calculation', async () => {
  stopTime();
  const app = await renderApp({ path: '/index', advert: true });
  await until(() => isThere(leaders));
  await letTimePass(5000);
  await onScreen(any).toHaveCount(0);
  calculate(app.server);
  await app.reopen('/index');
  await until(() => isThere(advert));
});

test('it never covers onboarding', async () => {
  stopTime();
  await renderApp({ isOnboarded: false, advert: true });
  await until(() => isThere(page.getByRole('button', { name: 'Start' })));
  await letTimePass(5000);
  await onScreen(any).toHaveCount(0);
});

test('it does not appear while the user types', async () => {
  const field = document.createElement('input');
  field.setAttribute('aria-label', 'note');
  document.body.append(field);
  onTestFinished(() => field.remove());
  stopTime();
  await openWithAdvert();
  await until(() => isThere(any));
  field.focus();
  await letTimePass(5000);
  await onScreen(page.getByRole('textbox', { name: 'note' })).toBeFocused();
  await onScreen(page.css('dialog[open]')).toHaveCount(0);
  field.blur();
  await letTimePass(1500);
  await onScreen(advert).toBeVisible();
});

function openWithAdvert(options: RenderOptions = {}): Promise<TestApp> {
  return renderApp({ path: '/index', advert: true, isForgetful: true, before: calculate, ...options });
}

function calculate(server: FakeServer): void {
  const occurredAt = Date.now();
  const record = {
    recordId: crypto.randomUUID(),
    calculationType: 'Staking',
    occurredAt,
    sentAt: null,
  } as const;
  server.execute({ type: 'record_calculation', ...record });
}

/** Whether it is in the page, shown or not. */
function isThere(locator: Locator): boolean {
  const [element] = locator.elements();
  return element !== undefined && (locator === any || isVisible(element));
}

/** Lets time pass until this holds. */
function until(isSo: () => boolean): Promise<void> {
  return expect
    .poll(async () => {
      await letTimePass(20);
      return isSo();
    })
    .toBe(true);
}

/** When a screen and the advert appear and the advert closes, by the page's clock. */
function watchTimes(): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  const note = (what: string, isTrue: boolean) => {
    if (isTrue && !times.has(what)) times.set(what, performance.now());
  };
  const observer = new MutationObserver(() => {
    note('screen', document.querySelector('main h1') !== null);
    const dialog = document.querySelector('dialog');
    note('opened', dialog?.open === true);
    note('asked to leave', dialog?.dataset['state'] === 'leaving');
    note('gone', times.has('asked to leave') && dialog === null);
  });
  observer.observe(document, { childList: true, subtree: true, attributes: true });
  onTestFinished(() => observer.disconnect());
  return times;
}
