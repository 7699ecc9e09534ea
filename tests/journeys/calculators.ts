/** The six calculators as a user operates them: fields and figures by name, with the published cases. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { formatNumber, type NumberLanguage } from '#core/number-format.ts';
import { choose, expect, fillField, output } from '#tests/journeys/app.ts';

export interface Case {
  readonly input: Readonly<Record<string, unknown>>;
  readonly expected: {
    readonly display?: Readonly<Record<string, string | null | readonly (string | null)[]>>;
    readonly invalid?: string;
    readonly waves?: Readonly<
      Record<string, { levels: readonly { percent: string; display: string | null }[] }>
    >;
  };
}

export const CALCULATORS = {
  'risk-money': { path: '/riskmoney', type: 'RiskMoney' },
  'risk-percent': { path: '/riskpercent', type: 'RiskPercent' },
  'average-position': { path: '/averageposition', type: 'AveragePosition' },
  'take-profit-stop-loss': { path: '/takeprofitstoploss', type: 'TakeProfitStopLoss' },
  'elliott-wave': { path: '/elliottwave', type: 'ElliottWave' },
  staking: { path: '/staking', type: 'Staking' },
} as const;

export type Calculator = keyof typeof CALCULATORS;

const TOGGLES = ['positionType', 'calculationType', 'quantityType'];

export function casesOf(calculator: Calculator): readonly Case[] {
  const path = new URL(`../vectors/calculators/${calculator}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Case[];
}

/** `count` cases spread over those that pass the test, including the first. */
export function sample(cases: readonly Case[], count: number, test: (one: Case) => boolean): readonly Case[] {
  const fitting = cases.filter(test);
  const step = Math.max(1, Math.floor(fitting.length / count));
  return fitting.filter((_, index) => index % step === 0).slice(0, count);
}

/** Fills every field and toggle of a form with one Calculate button. */
export async function fillForm(page: Page, input: Case['input']): Promise<void> {
  for (const [name, value] of Object.entries(input)) {
    if (TOGGLES.includes(name)) await choose(page, name, String(value));
  }
  if (typeof input['autoCompound'] === 'boolean') {
    const box = page.locator('input[name="autoCompound"]');
    if ((await box.isChecked()) !== input['autoCompound']) {
      await box.evaluate((element: HTMLInputElement) => element.click());
    }
  }
  for (const [name, value] of Object.entries(input)) {
    if (TOGGLES.includes(name) || typeof value !== 'string') continue;
    // Without auto-compound this field does not exist.
    if (name === 'accrualDelay' && input['autoCompound'] === false) continue;
    await fillField(page, name, value);
  }
}

export async function calculate(page: Page, language: NumberLanguage = 'en'): Promise<void> {
  const name = language === 'en' ? 'Calculate' : 'Рассчитать';
  await page.getByRole('button', { name, exact: true }).click();
}

/**
 * A published display as shown on the screen: most are Russian, those of staking are plain digits. A dash for
 * no figure.
 */
export function shown(display: string | null, language: NumberLanguage = 'en'): string {
  if (display === null || display.includes(':')) return display ?? '—';
  return formatNumber(display.replaceAll(' ', '').replace(',', '.'), language);
}

export async function expectFigures(
  page: Page,
  display: Case['expected']['display'],
  language: NumberLanguage = 'en',
): Promise<void> {
  for (const [name, text] of Object.entries(display ?? {})) {
    if (typeof text === 'string' || text === null) {
      await expect(output(page, name), name).toHaveText(shown(text, language), { useInnerText: false });
    }
  }
}

/** Makes one calculation on the calculator's screen and waits until it is recorded. */
export async function makeRecord(page: Page, calculator: Calculator): Promise<void> {
  await calculateOnce(page, calculator);
  await expect(page.locator('.record-line')).toBeVisible();
}

async function calculateOnce(page: Page, calculator: Calculator): Promise<void> {
  switch (calculator) {
    case 'average-position': {
      const entry = page.locator('form[name="entry"]');
      await entry.locator('input[name="price"]').fill('100');
      await entry.locator('input[name="quantity"]').fill('2');
      await entry.getByRole('button').last().click();
      await expect(output(page, 'averagePrice')).toHaveText('100');
      return;
    }
    case 'elliott-wave': {
      const wave = page.locator('form[name="wave1"]');
      await wave.locator('input[name="startPrice"]').fill('100');
      await wave.locator('input[name="endPrice"]').fill('200');
      await wave.getByRole('button', { name: 'Calculate', exact: true }).click();
      await expect(page.locator('form[name="wave2"]')).toBeVisible();
      return;
    }
    default: {
      const [one] = sample(casesOf(calculator), 1, (each) => each.expected.display !== undefined);
      if (one === undefined) throw new Error(`no case of ${calculator}`);
      await fillForm(page, one.input);
      await calculate(page);
      await expectFigures(page, one.expected.display);
    }
  }
}
