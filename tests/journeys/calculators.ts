/** The six calculators as a user operates them: fields and figures by name, with the published cases. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright/test';
import type { Language } from '#core/languages.ts';
import { choose, expect, fillField, output } from '#tests/journeys/app.ts';
import {
  type Calculator,
  type Case,
  calculateIn,
  figuresOf,
  sample,
  stepsOf,
} from '#tests/support/calculator-cases.ts';

export function casesOf(calculator: Calculator): readonly Case[] {
  const path = new URL(`../vectors/calculators/${calculator}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Case[];
}

/** Fills every field and toggle of a form with one Calculate button. */
export async function fillForm(page: Page, input: Case['input']): Promise<void> {
  const { toggles, isAutoCompound, fields } = stepsOf(input);
  for (const [name, value] of toggles) await choose(page, name, value);
  if (isAutoCompound !== null) {
    const box = page.locator('input[name="autoCompound"]');
    if ((await box.isChecked()) !== isAutoCompound) {
      await box.evaluate((element: HTMLInputElement) => element.click());
    }
  }
  for (const [name, value] of fields) await fillField(page, name, value);
}

export async function calculate(page: Page, language: Language = 'en'): Promise<void> {
  await page.getByRole('button', { name: calculateIn(language), exact: true }).click();
}

export async function expectFigures(
  page: Page,
  display: Case['expected']['display'],
  language: Language = 'en',
): Promise<void> {
  for (const [name, text] of figuresOf(display, language)) {
    await expect(output(page, name), name).toHaveText(text, { useInnerText: false });
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
