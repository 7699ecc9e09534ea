/** The feel of the app: nothing moves when data arrive, and a keyboard is enough for everything. */
import type { Page, Route } from 'playwright/test';
import type { Look } from '#tests/gallery/look.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { expect, test } from '#tests/gallery/stage.ts';
import { isGone, nextFrame, unlessGone } from '#tests/journeys/app.ts';
import { fileOf, LATE_STYLES } from '#tests/journeys/built.ts';
import { untilInsetsStand } from '#tests/journeys/host.ts';
import { shiftsOf, watchShifts } from '#tests/journeys/shifts.ts';

/** Screens as they open, before any action. */
const OPENED = LOOKS.filter(
  ({ prepare, before, fragment, launch, as }) => !prepare && !before && !fragment && !launch && as !== 'new',
);
const WITHOUT_DIALOG = LOOKS.filter(({ name }) =>
  /^(home|market|calculators|profile|profile, new|privacy|language|friends|badges|history|questions, open|offers, open|calendar|risk by money|positions|Elliott waves|staking, with its days)$/.test(
    name,
  ),
);

/** Of the layout shift score, which is good up to 0.1: a figure that gains a digit moves the next word. */
const LEAST = 0.001;

test.use({ serviceWorkers: 'block' });

for (const group of halves(OPENED)) {
  test(`nothing moves when the server's answers arrive: ${group[0]?.path} and others`, async ({
    page,
    stage,
  }) => {
    test.slow();
    await watchShifts(page);
    // The first launch on a phone learns the insets of the messaging app.
    await stage.show(lookOf('language'));
    await untilInsetsStand(page);
    const moved: string[] = [];
    for (const look of group) {
      await stage.show(look, () => page.route('**/api/**', (route) => holdBack(page, route)));
      const shifts = await shiftsOf(page);
      await stage.leave();
      const sum = shifts.reduce((before, { value }) => before + value, 0);
      if (sum < LEAST) continue;
      moved.push(...shifts.map(({ value, what }) => `${look.name}: ${value.toFixed(4)} ${what}`));
    }
    expect(moved).toEqual([]);
  });
}

test('nothing moves on Home when the styles of the other screens arrive', async ({ page, stage, dist }) => {
  await watchShifts(page);
  await stage.show(lookOf('language'));
  await untilInsetsStand(page);
  await stage.show(lookOf('home'), () =>
    page.route(`**${fileOf(dist, LATE_STYLES)}`, (route) => holdBack(page, route)),
  );
  expect(await shiftsOf(page)).toEqual([]);
});

for (const group of halves(WITHOUT_DIALOG)) {
  test(`Tab visits every control in order with a visible focus: ${group[0]?.path} and others`, async ({
    page,
    stage,
  }) => {
    test.slow();
    const faults: string[] = [];
    for (const look of group) {
      await stage.show(look);
      faults.push(...(await faultsOfTabbing(page)).map((fault) => `${look.name}: ${fault}`));
      await stage.leave();
    }
    expect(faults).toEqual([]);
  });
}

test('a calculation, its message and its record need only the keyboard', async ({ page, stage }) => {
  await stage.show(lookOf('risk by money, empty'));
  await page.getByRole('radio', { name: 'Long' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Short' })).toBeChecked();
  for (const text of ['BTC', '100', '100', '90', '120', '1']) {
    await page.keyboard.press('Tab');
    while (await page.evaluate(() => document.activeElement?.tagName !== 'INPUT'))
      await page.keyboard.press('Tab');
    await page.keyboard.type(text);
  }
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('radio', { name: 'Short' }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'Calculate', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(page.locator('output[name="coins"]')).toHaveText('10');
  await page.getByRole('link', { name: 'Profile' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

function lookOf(name: string): Look {
  const look = LOOKS.find((one) => one.name === name);
  if (look === undefined) throw new Error(`no look ${name}`);
  return look;
}

function halves<T>(all: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.ceil(all.length / 2);
  return [all.slice(0, middle), all.slice(middle)];
}

/** The answer comes after the screen has been painted without it. */
async function holdBack(page: Page, route: Route): Promise<void> {
  try {
    await page.locator('h1').first().waitFor();
    await nextFrame(page);
    await route.continue();
  } catch (error) {
    // The next screen is open, so this answer is no longer needed.
    if (!isGone(error)) throw error;
    await unlessGone(route.abort());
  }
}

/** Presses Tab until it leaves the page, and compares the visited controls with those on the page. */
async function faultsOfTabbing(page: Page): Promise<string[]> {
  const expected = await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, summary, [tabindex="0"]',
    );
    const reached = [...all].filter((element) => {
      if (!element.checkVisibility({ visibilityProperty: true })) return false;
      if ((element as HTMLButtonElement).disabled === true) return false;
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      // Of a radio group only the checked one, or the first, is a stop.
      const group = [...document.querySelectorAll<HTMLInputElement>('input[type="radio"]')].filter(
        (one) => one.name === element.name && one.form === element.form,
      );
      return element === (group.find(({ checked }) => checked) ?? group[0]);
    });
    reached.forEach((element, index) => {
      element.dataset['stop'] = String(index);
    });
    // Tab continues from the last focus, so focus returns to the top of the page.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    window.scrollTo(0, 0);
    return reached.map((element) => element.outerHTML.slice(0, 100));
  });
  const faults: string[] = [];
  const met: number[] = [];
  for (let presses = 0; presses < expected.length + 200; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(describeFocus);
    if (stop === null) break;
    if (stop.index !== -1 && met.includes(stop.index)) break;
    // Lists grow while Tab moves through them.
    if (stop.index !== -1) met.push(stop.index);
    faults.push(...stop.faults.map((fault) => `${fault}: ${stop.what}`));
  }
  const missed = expected.filter((_, index) => !met.includes(index));
  faults.push(...missed.map((what) => `never reached: ${what}`));
  if (met.some((stop, index) => index > 0 && stop < (met[index - 1] ?? 0))) {
    faults.push(`out of order: ${met.join(' ')}`);
  }
  return faults;
}

function describeFocus() {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return null;
  const faults: string[] = [];
  const around = [element, element.parentElement, element.closest('label'), element.nextElementSibling];
  const isOutlined = around.some((one) => {
    if (!(one instanceof Element)) return false;
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    const line = getComputedStyle(one, '::after');
    if (line.content !== 'none' && Number.parseFloat(line.height) > 0) return true;
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  if (!isOutlined) faults.push('no visible focus');
  const { top, bottom } = element.getBoundingClientRect();
  const bar = document.querySelector('nav');
  const end = bar !== null && !bar.contains(element) ? bar.getBoundingClientRect().top : innerHeight;
  if (bottom <= 0 || top >= end) faults.push('the focus is out of sight');
  return { index: Number(element.dataset['stop'] ?? -1), what: element.outerHTML.slice(0, 100), faults };
}
