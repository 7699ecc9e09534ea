/** The picture of a result, in both languages: it shows the screen's figures. */
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { calculateRiskMoney } from '#core/calculators/risk-money.ts';
import type { Chart } from '#features/calculators/definition.ts';
import {
  contentOf,
  describe as describeContent,
  type SharedResult,
} from '#features/calculators/sharing/content.ts';
import en from '#locales/en/calculators.json' with { type: 'json' };
import ru from '#locales/ru/calculators.json' with { type: 'json' };

beforeAll(() =>
  i18next.init({
    resources: { en: { calculators: en }, ru: { calculators: ru } },
    interpolation: { escapeValue: false },
    ns: ['calculators'],
  }),
);
const texts = async (language: 'en' | 'ru') => {
  await i18next.changeLanguage(language);
  return i18next.getFixedT(language, 'calculators');
};
/** Spaces normalized as a user reads them. */
const plain = (lines: readonly { label: string; text: string }[] = []) =>
  lines.map(({ label, text }) => `${label}: ${text}`.replaceAll('\u00a0', ' '));

const marksOf = (chart: Chart | undefined) =>
  (chart?.type === 'axis' ? chart.marks : []).map(({ name, price, percent }) =>
    [name, price, percent].filter(Boolean).join(' ').replaceAll('\u00a0', ' '),
  );

const STAKING = {
  apr: '10',
  depositAmount: '1000',
  days: '365',
  autoCompound: false,
  warmUpDays: '0',
  accrualDelay: '5',
};
const RISK = {
  positionType: 'SHORT',
  riskAmount: '100',
  entryPrice: '64000,5',
  stopLossPrice: '65000',
  takeProfitPrice: '60000',
  leverage: '10',
} as const;

test('risk by money, in Russian: the order leads, the ratio stands beside it, the axis has the prices', async () => {
  const inputs = { ...RISK, symbol: 'btc' };
  const content = contentOf({ calculationType: 'RiskMoney', inputs }, await texts('ru'));
  const outcome = calculateRiskMoney(RISK);
  if (!outcome.ok) throw new Error('the case is no longer valid');
  expect(content).toMatchObject({ title: 'BTC', subtitle: 'Риск $', direction: ru.direction.SHORT });
  expect(plain(content ? [content.main, ...(content.beside ? [content.beside] : [])] : [])).toEqual([
    `${ru.figure.coins}: ${outcome.display.coins.replace('.', ',')} BTC`,
    `${ru.figure.riskRewardRatio}: ${outcome.display.riskRewardRatio}`,
  ]);
  expect(marksOf(content?.chart)).toEqual([
    'Вход 64 000,5',
    'Стоп 65 000 −1,56 %',
    'Цель 60 000 +6,25 %',
    'Ликв. ≈ 70 080,54 −9,5 %',
  ]);
  expect(content?.figures.find(({ label }) => label === ru.figure.expectedProfit)).toMatchObject({
    side: 'gain',
    text: expect.stringMatching(/^\+.+USD$/),
  });
  expect(plain(content?.inputs)).toEqual([`${ru.field.riskAmount}: 100 USD`, `${ru.field.leverage}: 10 ×`]);
});

test('without leverage it shows neither leverage nor a liquidation price', async () => {
  const inputs = { ...RISK, leverage: '' };
  const content = contentOf({ calculationType: 'RiskMoney', inputs }, await texts('en'));
  const said = [
    ...plain([...(content?.figures ?? []), ...(content?.inputs ?? [])]),
    ...marksOf(content?.chart),
  ];
  expect(said.join('\n')).not.toMatch(/^Leverage|Liq/m);
});

describe('with hidden amounts', () => {
  const AMOUNTS: Readonly<Record<string, readonly [SharedResult, RegExp]>> = {
    'risk by money': [
      {
        calculationType: 'RiskMoney',
        inputs: { ...RISK, riskAmount: '777', entryFee: '0,1', exitFee: '0,1' },
      },
      /777|Coins|value|Margin|Expected profit|Profit after/,
    ],
    'risk by percent': [
      {
        calculationType: 'RiskPercent',
        inputs: { ...RISK, riskPercent: '2', depositAmount: '98765', entryFee: '0,1', exitFee: '0,1' },
      },
      /98,765|Quantity|value|Margin|Profit|amount/,
    ],
    positions: [
      {
        calculationType: 'AveragePosition',
        inputs: {
          positionType: 'LONG',
          quantityType: 'quantity',
          entries: [
            ['777', '100'],
            ['777', '200'],
          ],
          takeProfits: [['300', '777']],
        },
      },
      /777|1,554|Total/,
    ],
    staking: [
      {
        calculationType: 'Staking',
        inputs: { ...STAKING, depositAmount: '98765' },
      },
      /98,765|108,|9,876|Amount|Profit /,
    ],
  };

  test.each(Object.entries(AMOUNTS))(
    '%s: no money and no quantity stays',
    async (_name, [result, amounts]) => {
      const t = await texts('en');
      const shown = contentOf(result, t);
      const hidden = contentOf(result, t, true);
      if (shown === null || hidden === null) throw new Error('no picture');
      expect(describeContent(shown)).toMatch(amounts);
      expect(describeContent(hidden)).not.toMatch(amounts);
    },
  );

  test('prices, ratio and percents stay, and the ratio leads', async () => {
    const content = contentOf({ calculationType: 'RiskMoney', inputs: RISK }, await texts('en'), true);
    expect(content?.main).toMatchObject({ label: 'Risk / reward', text: '4.00:1' });
    expect(content?.beside).toBeUndefined();
    expect(marksOf(content?.chart)).toHaveLength(4);
    expect(plain(content?.inputs)).toEqual(['Leverage: 10 ×']);
  });

  test('a position shows its rows in percent', async () => {
    const [result] = AMOUNTS['positions'] ?? [];
    const content = result && contentOf(result, await texts('en'), true);
    expect(plain(content?.figures)).toEqual(['target 300: +100 %']);
    expect(plain(content?.inputs)).toEqual(['entry 100: 50 %', 'entry 200: 50 %']);
  });

  test('a picture without amounts stays as it is', async () => {
    const t = await texts('en');
    const inputs = { positionType: 'LONG', startPrice: '100', endPrice: '200', choices: {} } as const;
    const result = { calculationType: 'ElliottWave', inputs } as const;
    expect(contentOf(result, t, true)).toEqual(contentOf(result, t));
  });
});

test('a position without targets has no direction, and each target shows its result', async () => {
  const inputs = {
    positionType: 'LONG',
    quantityType: 'quantity',
    entries: [['2', '100']],
    takeProfits: [],
  } as const;
  const alone = contentOf({ calculationType: 'AveragePosition', inputs }, await texts('en'));
  expect([alone?.direction, plain(alone?.figures), plain(alone?.inputs)]).toEqual([
    null,
    ['Total quantity: 2'],
    ['entry 100: × 2'],
  ]);
  const takeProfits = [
    ['150', '1'],
    ['90', '1'],
  ];
  const content = contentOf(
    { calculationType: 'AveragePosition', inputs: { ...inputs, takeProfits } },
    await texts('en'),
  );
  expect(content?.direction).toBe('Long');
  expect(plain(content?.figures)).toEqual([
    'Total quantity: 2',
    'Total profit: +40 USD',
    'target 150: +50 USD',
    'target 90: -10 USD',
  ]);
  expect(content?.figures.map(({ side }) => side)).toEqual([undefined, 'gain', 'gain', 'loss']);
});

test('a level has its price and its percent, whichever was typed', async () => {
  const inputs = {
    positionType: 'LONG',
    calculationType: 'percent',
    entryPrice: '100',
    takeProfit: '10',
    stopLoss: '5',
  } as const;
  const english = await texts('en');
  const figures = (given: Parameters<typeof contentOf>[0]) => plain(contentOf(given, english)?.figures);
  expect(figures({ calculationType: 'TakeProfitStopLoss', inputs })).toEqual([
    'Take profit: 110 USD (10 %)',
    'Stop loss: 95 USD (5 %)',
  ]);
  const prices = { ...inputs, calculationType: 'price', takeProfit: '110', stopLoss: '95' } as const;
  expect(figures({ calculationType: 'TakeProfitStopLoss', inputs: prices })).toEqual([
    'Take profit: 110 USD (10 %)',
    'Stop loss: 95 USD (5 %)',
  ]);
});

test('a chain of waves shows the levels of the next wave and the earlier choices', async () => {
  const inputs = {
    positionType: 'LONG',
    startPrice: '100',
    endPrice: '200',
    choices: { '2': { level: 1 } },
  } as const;
  const content = contentOf({ calculationType: 'ElliottWave', inputs }, await texts('en'));
  expect(content?.main.label).toBe('Wave 3, 161.8 %');
  expect(plain(content?.inputs)).toEqual([
    'Start of wave 1: 100 USD',
    'End of wave 1: 200 USD',
    'Wave 2: 138.2 USD',
  ]);
});

describe('staking', () => {
  const inputs = STAKING;
  test.each([false, true])('shows when compounding counts (%s)', async (autoCompound) => {
    const given = { calculationType: 'Staking', inputs: { ...inputs, autoCompound } } as const;
    const said = plain(contentOf(given, await texts('en'))?.inputs).join('\n');
    expect(said.includes('Auto-compound')).toBe(autoCompound);
    expect(said.includes('Accrual delay: 5 days')).toBe(autoCompound);
  });

  test('an empty result has no picture', async () => {
    const given = { calculationType: 'Staking', inputs: { ...inputs, apr: '0' } } as const;
    expect(contentOf(given, await texts('en'))).toBeNull();
  });
});
