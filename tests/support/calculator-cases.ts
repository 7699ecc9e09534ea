/** The six calculators in tests: published cases, what to fill in, and how the screen shows the figures. */
import { FILES } from '#api/bot/text-files.ts';
import type { Language } from '#core/languages.ts';
import { formatNumber } from '#core/number-format.ts';

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

/** `count` cases spread over those that pass the test, including the first. */
export function sample(cases: readonly Case[], count: number, test: (one: Case) => boolean): readonly Case[] {
  const fitting = cases.filter(test);
  const step = Math.max(1, Math.floor(fitting.length / count));
  return fitting.filter((_, index) => index % step === 0).slice(0, count);
}

/** What fills a form with one Calculate button by these inputs: toggles first, as they decide which fields there are. */
export function stepsOf(input: Case['input']): {
  readonly toggles: readonly (readonly [string, string])[];
  /** Null for a form without it. */
  readonly isAutoCompound: boolean | null;
  readonly fields: readonly (readonly [string, string])[];
} {
  const { autoCompound } = input;
  const entries = Object.entries(input);
  return {
    toggles: entries.flatMap(([name, value]) =>
      TOGGLES.includes(name) ? [[name, String(value)] as const] : [],
    ),
    isAutoCompound: typeof autoCompound === 'boolean' ? autoCompound : null,
    fields: entries.flatMap(([name, value]) => {
      if (TOGGLES.includes(name) || typeof value !== 'string') return [];
      // Without auto-compound this field does not exist.
      return name === 'accrualDelay' && autoCompound === false ? [] : [[name, value] as const];
    }),
  };
}

/**
 * A published display as shown on the screen: most are Russian, those of staking are plain digits. A dash for
 * no figure.
 */
export function shown(display: string | null, language: Language = 'en'): string {
  if (display === null || display.includes(':')) return display ?? '—';
  return formatNumber(display.replaceAll(' ', '').replace(',', '.'), language);
}

/** The figures of a case that are single texts, by name, as the screen shows them. */
export function figuresOf(
  display: Case['expected']['display'],
  language: Language = 'en',
): readonly (readonly [string, string])[] {
  return Object.entries(display ?? {}).flatMap(([name, text]) =>
    typeof text === 'string' || text === null ? [[name, shown(text, language)] as const] : [],
  );
}

/** The label of the Calculate button. */
/** The name of the button that calculates. */
export function calculateIn(language: Language): string {
  return FILES[language].calculators.calculate;
}
