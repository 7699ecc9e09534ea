import { expect, it } from 'vitest';
import { formatDate } from '#core/date-format.ts';

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
