/** The six calculators as a user operates them in component tests: fields and figures by name, with the published cases. */
import { type Locator, page } from 'vitest/browser';
import type { Language } from '#core/languages.ts';
import {
  type Calculator,
  type Case,
  calculateIn,
  figuresOf,
  sample,
  stepsOf,
} from '#tests/support/calculator-cases.ts';
import { onScreen } from '#tests/support/on-screen.ts';

const VECTORS = import.meta.glob<readonly Case[]>('../../vectors/calculators/*.json', {
  import: 'default',
  eager: true,
});

export function casesOf(calculator: Calculator): readonly Case[] {
  return VECTORS[`../../vectors/calculators/${calculator}.json`] ?? [];
}

/** Fills every field and toggle of a form with one Calculate button. */
export async function fillForm(input: Case['input']): Promise<void> {
  const { toggles, isAutoCompound, fields } = stepsOf(input);
  for (const [name, value] of toggles) await choose(name, value);
  if (isAutoCompound !== null) {
    const box = page.css('input[name="autoCompound"]');
    await onScreen(box).toHaveCount(1);
    const element = box.element() as HTMLInputElement;
    if (element.checked !== isAutoCompound) element.click();
  }
  for (const [name, value] of fields) await fillField(name, value);
}

export async function calculate(language: Language = 'en'): Promise<void> {
  await page.getByRole('button', { name: calculateIn(language), exact: true }).click();
}

export async function expectFigures(
  display: Case['expected']['display'],
  language: Language = 'en',
): Promise<void> {
  for (const [name, text] of figuresOf(display, language)) {
    // Texts on the screen are compared with single plain spaces.
    await onScreen(output(name)).toHaveText(text.replace(/\s/g, ' '));
  }
}

/** Makes one calculation on the calculator's screen and waits until it is recorded. */
export async function makeRecord(calculator: Calculator): Promise<void> {
  await calculateOnce(calculator);
  await onScreen(page.css('.record-line')).toBeVisible();
}

async function calculateOnce(calculator: Calculator): Promise<void> {
  switch (calculator) {
    case 'average-position': {
      const entry = page.css('form[name="entry"]');
      await entry.css('input[name="price"]').fill('100');
      await entry.css('input[name="quantity"]').fill('2');
      await entry.getByRole('button').last().click();
      await onScreen(output('averagePrice')).toHaveText('100');
      return;
    }
    case 'elliott-wave': {
      const wave = page.css('form[name="wave1"]');
      await wave.css('input[name="startPrice"]').fill('100');
      await wave.css('input[name="endPrice"]').fill('200');
      await wave.getByRole('button', { name: 'Calculate', exact: true }).click();
      await onScreen(page.css('form[name="wave2"]')).toBeVisible();
      return;
    }
    default: {
      const [one] = sample(casesOf(calculator), 1, (each) => each.expected.display !== undefined);
      if (one === undefined) throw new Error(`no case of ${calculator}`);
      await fillForm(one.input);
      await calculate();
      await expectFigures(one.expected.display);
    }
  }
}

/** Fills one input of the current screen by name, like a user. */
export async function fillField(name: string, value: string, form?: string): Promise<void> {
  await field(name, form).fill(value);
}

export function field(name: string, form?: string): Locator {
  const scope = form === undefined ? '' : `form[name="${form}"] `;
  return page.css(`${scope}input[name="${name}"]`);
}

/** Chooses one option of a toggle. */
export async function choose(name: string, value: string): Promise<void> {
  const radio = page.css(`input[type="radio"][name="${name}"][value="${value}"]`);
  await onScreen(radio).toHaveCount(1);
  (radio.element() as HTMLInputElement).click();
  await onScreen(radio).toBeChecked();
}

/** The current screen's result of that name. */
export function output(name: string): Locator {
  return page.css(`output[name="${name}"]`);
}
