/** The six calculators as a user operates them in component tests: fields and figures by name, with the published cases. */
import { type Locator, page } from 'vitest/browser';
import { formatNumber, type NumberLanguage } from '#core/number-format.ts';
import { onScreen } from '#tests/support/on-screen.ts';

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

const VECTORS = import.meta.glob<readonly Case[]>('../../vectors/calculators/*.json', {
  import: 'default',
  eager: true,
});

const TOGGLES = ['positionType', 'calculationType', 'quantityType'];

export function casesOf(calculator: Calculator): readonly Case[] {
  return VECTORS[`../../vectors/calculators/${calculator}.json`] ?? [];
}

/** `count` cases spread over those that pass the test, including the first. */
export function sample(cases: readonly Case[], count: number, test: (one: Case) => boolean): readonly Case[] {
  const fitting = cases.filter(test);
  const step = Math.max(1, Math.floor(fitting.length / count));
  return fitting.filter((_, index) => index % step === 0).slice(0, count);
}

/** Fills every field and toggle of a form with one Calculate button. */
export async function fillForm(input: Case['input']): Promise<void> {
  for (const [name, value] of Object.entries(input)) {
    if (TOGGLES.includes(name)) await choose(name, String(value));
  }
  if (typeof input['autoCompound'] === 'boolean') {
    const box = page.css('input[name="autoCompound"]');
    await onScreen(box).toHaveCount(1);
    const element = box.element() as HTMLInputElement;
    if (element.checked !== input['autoCompound']) element.click();
  }
  for (const [name, value] of Object.entries(input)) {
    if (TOGGLES.includes(name) || typeof value !== 'string') continue;
    // Without auto-compound this field does not exist.
    if (name === 'accrualDelay' && input['autoCompound'] === false) continue;
    await fillField(name, value);
  }
}

export async function calculate(language: NumberLanguage = 'en'): Promise<void> {
  const name = language === 'en' ? 'Calculate' : 'Рассчитать';
  await page.getByRole('button', { name, exact: true }).click();
}

/**
 * A published display as shown on the screen: most are Russian, those of staking are plain digits. A dash for
 * no figure.
 */
export function shown(display: string | null, language: NumberLanguage = 'en'): string {
  if (display === null || display.includes(':')) return display ?? '—';
  // Texts on the screen are compared with single plain spaces.
  return formatNumber(display.replaceAll(' ', '').replace(',', '.'), language).replace(/\s/g, ' ');
}

export async function expectFigures(
  display: Case['expected']['display'],
  language: NumberLanguage = 'en',
): Promise<void> {
  for (const [name, text] of Object.entries(display ?? {})) {
    if (typeof text === 'string' || text === null) {
      await onScreen(output(name)).toHaveText(shown(text, language));
    }
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
