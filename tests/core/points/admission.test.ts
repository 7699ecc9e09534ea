import { expect, it } from 'vitest';
import { nextDayAt } from '#core/points/admission.ts';
import { DAY_MS } from '#core/points/days.ts';
import { START } from './ledgers.ts';

it('the next day starts at the next midnight UTC, at midnight a full day later', () => {
  expect([START - 1, START, START + DAY_MS - 1].map(nextDayAt)).toEqual([
    START,
    START + DAY_MS,
    START + DAY_MS,
  ]);
});
