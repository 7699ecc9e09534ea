import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RESULTS, type Result } from '#core/journal/outcome.ts';
import { type JournalEntry, journalSummary, mondayOf, NO_TRADES, winPercent } from '#core/journal/summary.ts';
import { Decimal } from '#core/numbers.ts';

const DAY_MS = 86_400_000;
const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS;

function entry(date: string, symbol: string, result: Result | '', r: string | null): JournalEntry {
  return { day: day(date), symbol, result, r: r === null ? null : new Decimal(r) };
}

describe('the journal in figures', () => {
  it('adds up R and wins by week and by symbol', () => {
    const { weeks, symbols } = journalSummary([
      entry('2026-11-29', 'BTC', 'won', '2.1'),
      entry('2026-11-23', 'ETH', 'lost', '-1'),
      entry('2026-11-24', 'BTC', 'break_even', '0'),
      entry('2026-11-24', 'BTC', 'skipped', null),
      entry('2026-11-24', 'BTC', '', null),
      entry('2026-11-22', '', 'won', null),
    ]);
    const shown = [...weeks, ...symbols].map(({ sumOfR, ...others }) => ({
      ...others,
      sumOfR: sumOfR.toFixed(),
    }));
    expect(shown).toEqual([
      { monday: day('2026-11-23'), trades: 3, won: 1, sumOfR: '1.1' },
      { monday: day('2026-11-16'), trades: 1, won: 1, sumOfR: '0' },
      { symbol: 'BTC', trades: 2, won: 1, sumOfR: '2.1' },
      { symbol: '', trades: 1, won: 1, sumOfR: '0' },
      { symbol: 'ETH', trades: 1, won: 0, sumOfR: '-1' },
    ]);
  });

  it('counts the share of wins in whole percent', () => {
    expect(winPercent({ ...NO_TRADES, trades: 3, won: 2 })).toBe(67);
    expect(winPercent(NO_TRADES)).toBeNull();
    expect(winPercent({ ...NO_TRADES, trades: 300, won: 299 })).toBe(99);
    expect(winPercent({ ...NO_TRADES, trades: 300, won: 1 })).toBe(1);
    expect(winPercent({ ...NO_TRADES, trades: 300, won: 300 })).toBe(100);
    expect(winPercent({ ...NO_TRADES, trades: 300 })).toBe(0);
  });

  it('begins weeks on Monday, before 1970 too', () => {
    fc.assert(
      fc.property(fc.integer({ min: -100_000, max: 100_000 }), (one) => {
        const monday = mondayOf(one);
        expect(new Date(monday * DAY_MS).getUTCDay()).toBe(1);
        expect(one - monday).toBeGreaterThanOrEqual(0);
        expect(one - monday).toBeLessThan(7);
      }),
    );
  });

  it('counts every trade once in a week and once in a symbol', () => {
    const entries = fc.array(
      fc.record({
        day: fc.integer({ min: 20_000, max: 20_100 }),
        symbol: fc.constantFrom('', 'BTC', 'ETH'),
        result: fc.constantFrom('' as const, ...RESULTS),
        r: fc.option(fc.integer({ min: -900, max: 900 }).map((r) => new Decimal(r).div(100))),
      }),
    );
    fc.assert(
      fc.property(entries, (all) => {
        const { weeks, symbols } = journalSummary(all);
        const total = (of: readonly { readonly trades: number }[]) =>
          of.reduce((sum, { trades }) => sum + trades, 0);
        const counted = all.filter(({ result }) => result !== '' && result !== 'skipped').length;
        expect([total(weeks), total(symbols)]).toEqual([counted, counted]);
      }),
    );
  });
});
