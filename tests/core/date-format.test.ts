import { afterEach, expect, it, vi } from 'vitest';
import { formatDate } from '#core/date-format.ts';
import { LANGUAGE_CODES, LANGUAGES } from '#core/languages.ts';

afterEach(() => vi.restoreAllMocks());

const AUGUST = new Date(2026, 7, 12, 14, 5).getTime();

it('ends no Russian date with a lonely letter, and keeps the dot of a month', () => {
  expect(formatDate(AUGUST, 'day', 'ru')).toBe('12 авг. 2026');
  expect(formatDate(AUGUST, 'dayOfYearAndTime', 'ru')).toBe('12 авг. 2026, 14:05');
  expect(formatDate(AUGUST, 'weekdayOfYear', 'ru')).toBe('среда, 12 августа 2026');
  expect(formatDate(AUGUST, 'day', 'en')).toBe('12 Aug 2026');
});

it('writes a Spanish date with the day first and a clock of 24 hours', () => {
  expect(formatDate(AUGUST, 'dayOfYearAndTime', 'es')).toBe('12 ago 2026, 14:05');
  expect(formatDate(AUGUST, 'weekdayOfYear', 'es')).toBe('miércoles, 12 de agosto de 2026');
});

it.each(LANGUAGE_CODES)('writes short dates as the engine does, and without it, in %s', (language) => {
  const engine = new Intl.DateTimeFormat(LANGUAGES[language].locale, {
    ...{ day: 'numeric', month: 'short', year: 'numeric' },
    ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const moments = [...Array(12).keys()].map((month) =>
    new Date(2026, month, month + 1, 2 * month, 4).getTime(),
  );
  const expected = moments.map((at) => engine.format(at).replace(/\sг\./, ''));
  vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(() => {
    throw new Error('asked the engine');
  });
  expect(moments.map((at) => formatDate(at, 'dayOfYearAndTime', language))).toEqual(expected);
  expect(
    moments.map((at) => `${formatDate(at, 'day', language)}, ${formatDate(at, 'time', language)}`),
  ).toEqual(expected);
  expect(moments.map((at) => formatDate(at, 'dayAndTime', language))).toEqual(
    expected.map((text) => text.replace(' 2026', '')),
  );
});
