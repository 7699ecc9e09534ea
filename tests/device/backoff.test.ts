/** The sync's delay before an automatic retry. */
import { describe, expect, test } from 'vitest';
import { delayMs } from '#device/sync/backoff.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const LOW = { next: () => 0 };
const HIGH = { next: () => 1 };

describe('the delay doubles with every failed try, with jitter between half and all of it', () => {
  test.each([
    [1, 2_000],
    [2, 4_000],
    [4, 16_000],
    [8, 256_000],
    [9, 5 * MINUTE],
    [10_000, 5 * MINUTE],
  ])('%i tries: at most %i ms', (tries, most) => {
    expect(delayMs(tries, false, null, HIGH)).toBe(most);
    expect(delayMs(tries, false, null, LOW)).toBe(most / 2);
  });

  test('but at most half a minute while the user waits for the network', () => {
    expect(delayMs(4, true, null, HIGH)).toBe(16_000);
    expect(delayMs(5, true, null, HIGH)).toBe(30_000);
    expect(delayMs(100, true, null, LOW)).toBe(15_000);
  });

  test('in whole milliseconds', () => {
    expect(delayMs(1, false, null, { next: () => 0.000_7 })).toBe(1_001);
  });
});

describe('a server that asks for a delay', () => {
  test('gets it plus up to a second, so that many devices do not return at once', () => {
    expect(delayMs(1, false, 90_000, LOW)).toBe(90_000);
    expect(delayMs(1, false, 90_000, HIGH)).toBe(91_000);
  });

  test("is never called earlier than the device's own backoff", () => {
    expect(delayMs(9, false, 90_000, HIGH)).toBe(5 * MINUTE);
  });

  test('gets an hour at most, so a wrong header does not silence the device', () => {
    expect(delayMs(1, false, HOUR, LOW)).toBe(HOUR);
    for (const asked of [HOUR + 1, 30 * 24 * HOUR, Number.MAX_SAFE_INTEGER, Number.POSITIVE_INFINITY]) {
      expect(delayMs(1, false, asked, LOW), `${asked}`).toBe(HOUR);
      expect(delayMs(1, true, asked, HIGH), `${asked}`).toBe(HOUR + 1_000);
    }
  });
});
