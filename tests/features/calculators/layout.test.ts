import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scale, spread } from '#features/calculators/shared/layout.ts';
import { ROW_HEIGHT, rowWindow, WHOLE_UP_TO } from '#features/calculators/staking/day-window.ts';

describe('scale', () => {
  it('maps ends to ends, and one value to the middle', () => {
    expect(scale(10, 20, 0, 100)(15)).toBe(50);
    expect(scale(10, 10, 0, 100)(10)).toBe(50);
    expect(scale(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY, 0, 100)(1)).toBe(50);
  });
});

describe('spread', () => {
  it('leaves labels with enough room in place', () => {
    expect(
      spread(
        [
          { at: 50, width: 20 },
          { at: 150, width: 20 },
        ],
        0,
        200,
        6,
      ),
    ).toEqual([50, 150]);
  });

  it('never overlaps, drops or reorders labels that fit', () => {
    const label = fc.record({
      at: fc.integer({ min: -50, max: 400 }),
      width: fc.integer({ min: 5, max: 60 }),
    });
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 5 }), (labels) => {
        const places = spread(labels, 0, 400, 4);
        const placed = labels
          .map((each, index) => ({ ...each, place: places[index] ?? Number.NaN }))
          .sort((a, b) => a.place - b.place);
        placed.forEach((here, index) => {
          expect(here.place - here.width / 2).toBeGreaterThanOrEqual(-1e-9);
          expect(here.place + here.width / 2).toBeLessThanOrEqual(400 + 1e-9);
          const before = placed[index - 1];
          if (before === undefined) return;
          expect(here.place - here.width / 2).toBeGreaterThanOrEqual(
            before.place + before.width / 2 + 4 - 1e-9,
          );
          expect(here.at).toBeGreaterThanOrEqual(before.at);
        });
      }),
    );
  });
});

describe('rowWindow', () => {
  it('shows short tables in full', () => {
    expect(rowWindow(WHOLE_UP_TO, 5000, 480)).toEqual({ from: 1, to: WHOLE_UP_TO });
  });

  it('covers the visible rows of long tables and few more', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: WHOLE_UP_TO + 1, max: 36_500 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (length, part) => {
          const height = 480;
          const top = part * (length * ROW_HEIGHT - height);
          const { from, to } = rowWindow(length, top, height);
          expect(from).toBeGreaterThanOrEqual(1);
          expect(to).toBeLessThanOrEqual(length);
          expect((from - 1) * ROW_HEIGHT).toBeLessThanOrEqual(top);
          expect(to * ROW_HEIGHT).toBeGreaterThanOrEqual(Math.min(top + height, length * ROW_HEIGHT));
          expect(to - from).toBeLessThan(60);
        },
      ),
    );
  });
});
