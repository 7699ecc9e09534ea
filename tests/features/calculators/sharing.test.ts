/** The picture of a result, in both languages: it shows the screen's figures. */
import i18next from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { calculateRiskMoney } from '#core/calculators/risk-money.ts';
import { contentOf } from '#features/calculators/sharing/content.ts';
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

const RISK = {
  positionType: 'SHORT',
  riskAmount: '100',
  entryPrice: '64000,5',
  stopLossPrice: '65000',
  takeProfitPrice: '60000',
  leverage: '10',
} as const;

test('risk by money, in Russian', async () => {
  const content = contentOf({ calculationType: 'RiskMoney', inputs: RISK }, await texts('ru'));
  const outcome = calculateRiskMoney(RISK);
  if (!outcome.ok) throw new Error('the case is no longer valid');
  expect(content).toMatchObject({ title: 'Риск $', direction: ru.direction.SHORT });
  expect(content?.main.text).toBe(outcome.display.riskRewardRatio);
  expect(content?.figures[0]).toMatchObject({ side: 'gain', text: expect.stringMatching(/^\+.+USD$/) });
  expect(plain(content?.inputs)).toEqual([
    `${ru.field.riskAmount}: 100 USD`,
    `${ru.field.entryPrice}: 64 000,5 USD`,
    `${ru.field.stopLossPrice}: 65 000 USD`,
    `${ru.field.takeProfitPrice}: 60 000 USD`,
    `${ru.field.leverage}: 10 ×`,
  ]);
});

test('without leverage it shows neither leverage nor a liquidation price', async () => {
  const inputs = { ...RISK, leverage: '' };
  const content = contentOf({ calculationType: 'RiskMoney', inputs }, await texts('en'));
  const said = plain([...(content?.figures ?? []), ...(content?.inputs ?? [])]).join('\n');
  expect(said).not.toMatch(/^Leverage|Liquidation/m);
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

test('untyped levels are results: prices for percents, percents for prices', async () => {
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
    'Take profit: 110 USD',
    'Stop loss: 95 USD',
  ]);
  const prices = { ...inputs, calculationType: 'price', takeProfit: '110', stopLoss: '95' } as const;
  expect(figures({ calculationType: 'TakeProfitStopLoss', inputs: prices })).toEqual([
    'Take profit: 10 %',
    'Stop loss: 5 %',
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
  const inputs = {
    apr: '10',
    depositAmount: '1000',
    days: '365',
    autoCompound: false,
    warmUpDays: '0',
    accrualDelay: '5',
  };
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
