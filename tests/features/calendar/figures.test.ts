/** Figures of an event as text. */
import i18next, { type TFunction } from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { figureText } from '#features/calendar/figures.tsx';
import en from '../../../locales/en/calendar.json' with { type: 'json' };
import ru from '../../../locales/ru/calendar.json' with { type: 'json' };

beforeAll(async () => {
  await i18next.init({ lng: 'en', resources: { en: { calendar: en }, ru: { calendar: ru } } });
});

const shown = (value: string, unit: Parameters<typeof figureText>[2] = 'percent') =>
  figureText(i18next.getFixedT(i18next.language, 'calendar') as TFunction<'calendar'>, value, unit);

test("uses a true minus and the language's decimal mark", async () => {
  expect(['2.9', '-0.3', '221'].map((value) => shown(value))).toEqual([
    '2.9\u00a0%',
    '\u22120.3\u00a0%',
    '221\u00a0%',
  ]);
  expect(shown('-1.5', null)).toBe('\u22121.5');
  await i18next.changeLanguage('ru');
  expect(shown('-0.3')).toBe('\u22120,3\u00a0%');
  await i18next.changeLanguage('en');
});

test('zero has no sign', () => {
  expect(['-0', '-0.0', '0', '-0.00'].map((value) => shown(value))).toEqual([
    '0\u00a0%',
    '0.0\u00a0%',
    '0\u00a0%',
    '0.00\u00a0%',
  ]);
  expect(shown('-0', 'thousand')).toBe('0K');
});
