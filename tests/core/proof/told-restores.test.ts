/** Which losses of a ledger a told restore explains, and which it does not. */
import { describe, expect, it } from 'vitest';
import { toBase64 } from '#core/proof/base64.ts';
import { toHex } from '#core/proof/bytes.ts';
import type { CheckedLeaf, OwnLedger, TotalCase } from '#core/proof/check-total.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import { inclusionPath } from '#tests/support/proof/inclusion-path.ts';
import { dayEntries, hashesOf, proofIn } from '#tests/support/proof/log.ts';
import { hash } from './published.ts';
import { check, logOf, MINE, numberOf, published, SIGNERS, wordsOf } from './total-cases.ts';

describe('an event is lost by one restore and back by another, and the day between them has another event in its place:', () => {
  /** The second day tells of the first restore; the leaf is of the fourth. */
  const words = async (at: number, second: readonly (string | undefined)[] = [], first?: string) => {
    const told = dayEntries(3).map((one, place) => (place === 1 ? { ...one, restored: first } : one));
    const { proof, entries } = published(first === undefined ? dayEntries(3) : (told as DayEntry[]));
    const later = dayEntries(4 + second.length).slice(4);
    const all = later.map((one, place) => {
      const restored = second[place];
      return restored === undefined ? one : { ...one, restored };
    });
    const event = { hash: 'a'.repeat(64), points: Number(MINE.total), at };
    return wordsOf(await check({ proof, log: logOf([...entries, ...all]) }, { event }))[0];
  };
  const onDay = (day: number) => Date.UTC(2026, 10, day, 12);

  it('the log must tell of the first one, and that the event may be lost by it', async () => {
    expect(await words(onDay(2), [], '2026-11-01')).toBe('leaf restored');
    expect(await words(onDay(2))).toBe('leaf head');
    // The ledgers had the days up to this one in common with the log.
    expect(await words(onDay(1), [], '2026-11-01')).toBe('leaf head');
    // The entry of the second day is signed on the third one.
    expect(await words(onDay(3), [], '2026-11-01')).toBe('leaf restored');
    expect(await words(onDay(4), [], '2026-11-01')).toBe('leaf head');
  });

  it('an entry that has not arrived may tell of the first one', async () => {
    const told = dayEntries(3).map((one, place) => (place === 1 ? { ...one, restored: '2026-11-01' } : one));
    const { proof, entries } = published(told);
    const own = {
      event: { hash: 'a'.repeat(64), points: Number(MINE.total), at: onDay(2) },
      known: [{ day: numberOf('2026-11-02'), seq: MINE.seq }],
    };
    const log = logOf(entries);
    expect(wordsOf(await check({ proof, log }, own))).toEqual(['leaf restored']);
    expect(wordsOf(await check({ proof, log: { ...log, entries: [] } }, own))).toEqual(['leaf log']);
    // No event has this number.
    const none = published(told, { ...MINE, seq: 0 });
    const unread = { proof: none.proof, log: { ...logOf(none.entries), entries: [] } };
    expect(wordsOf(await check(unread, own))).toEqual(['leaf head']);
  });

  it('the next entry must tell of the second one', async () => {
    expect(await words(onDay(2), ['2026-11-03'], '2026-11-01')).toBe('leaf restored');
    expect(await words(onDay(2), ['2026-11-04'], '2026-11-01')).toBe('leaf head');
    expect(await words(onDay(2), [undefined], '2026-11-01')).toBe('leaf head');
  });
});

describe('a restore is named that does not explain the loss:', () => {
  const before = dayEntries(5);
  /** The log's fourth day says what the last common day was; the first day is 2026-11-01. */
  const restoredTo = (restored: string) => {
    const { proof, entries } = published(
      before.map((entry, at) => (at === 3 ? { ...entry, restored } : entry)),
    );
    return { proof, log: logOf(entries) };
  };
  const checked: CheckedLeaf = { seq: 14, head: 'f'.repeat(64), index: 1, day: '2026-11-02' };

  it('the leaf that was checked is of the last common day, or older', async () => {
    for (const [common, words] of [
      ['2026-11-01', []],
      ['2026-11-02', ['leaf lower']],
      ['2026-11-03', ['leaf lower']],
    ] as const)
      expect(wordsOf(await check(restoredTo(common), { checked, checkedHash: checked.head }))).toEqual(words);
    const rewritten = { checked: { ...checked, seq: 3 }, checkedHash: 'e'.repeat(64) };
    expect(wordsOf(await check(restoredTo('2026-11-01'), rewritten))).toEqual([]);
    expect(wordsOf(await check(restoredTo('2026-11-02'), rewritten))).toEqual(['leaf rewritten']);
  });

  it('the phone knew more on the last common day than the leaf has', async () => {
    const known = [{ day: numberOf('2026-11-02'), seq: 13 }];
    expect(wordsOf(await check(restoredTo('2026-11-01'), { known }))).toEqual([]);
    expect(wordsOf(await check(restoredTo('2026-11-02'), { known }))).toEqual(['leaf withheld']);
    const lower = { checked: { ...checked, index: 2, day: '2026-11-03' }, checkedHash: checked.head };
    expect(wordsOf(await check(restoredTo('2026-11-02'), lower))).toEqual([]);
    expect(wordsOf(await check(restoredTo('2026-11-02'), { ...lower, known }))).toEqual(['leaf lower']);
  });

  it('it is of the day that was checked: another leaf of that day is none', async () => {
    const restored = (entries: readonly DayEntry[]) =>
      entries.map((one, at) => (at === 5 ? { ...one, restored: '2026-11-01' } : one));
    const { proof, entries } = proofIn(before, [MINE], 0, SIGNERS);
    const log = logOf(restored(entries));
    const text = JSON.stringify({
      ...proof,
      entry: log.entries.at(-1),
      inclusion: inclusionPath(hashesOf(restored(entries)), { index: 5, size: entries.length }, hash).map(
        toBase64,
      ),
      checkpoint: log.notes[0],
    });
    const lower = (index: number) => ({
      checked: { seq: 14, head: 'f'.repeat(64), index, day: entries[index]?.day ?? '' },
      checkedHash: 'f'.repeat(64),
    });
    const told = [{ day: '2026-11-06', restored: '2026-11-01' }];
    for (const [index, words] of [
      [4, []],
      [5, ['leaf lower']],
    ] as const) {
      const verdict = await check({ proof: text, log }, lower(index));
      expect(wordsOf(verdict)).toEqual(words);
      expect(verdict.restored).toEqual(told);
    }
  });

  it('the ledger had begun on the last common day, and yet has no leaf', async () => {
    const { log } = restoredTo('2026-11-02');
    const words = async (own: Partial<OwnLedger>) => wordsOf(await check({ proof: null, log }, own))[0];
    const knew = (day: string) => ({ known: [{ day: numberOf(day), seq: 1 }] });
    expect(await words(knew('2026-11-03'))).toBe('leaf restored');
    expect(await words(knew('2026-11-02'))).toBe('leaf absent');
    expect(await words({ checked, checkedHash: checked.head })).toBe('leaf absent');
  });
});

describe('a told restore', () => {
  /** The log's third day, at the place 2, tells of a restore; the leaf with 12 events is of the sixth. */
  const told = dayEntries(5).map((one, at) => (at === 2 ? { ...one, restored: '2026-11-01' } : one));
  const { proof, entries } = published(told);
  const log = logOf(entries);
  const words = async (head: { day: string; lostAt?: number }, own: Partial<OwnLedger> = {}) => {
    const known = [{ ...head, day: numberOf(head.day), seq: 13 }];
    return wordsOf(await check({ proof, log }, { known, ...own }));
  };
  const checked: CheckedLeaf = { seq: 14, head: 'f'.repeat(64), index: 1, day: '2026-11-02' };
  const lower = { checked, checkedHash: checked.head };

  it('explains the loss of what the phone knew up to its day, and of the next day what the phone noticed as lost', async () => {
    for (const [own, fault] of [
      [{}, 'leaf withheld'],
      [lower, 'leaf lower'],
    ] as const) {
      expect(await words({ day: '2026-11-03' }, own)).toEqual([]);
      expect(await words({ day: '2026-11-04' }, own)).toEqual([fault]);
      expect(await words({ day: '2026-11-04', lostAt: 2 }, own)).toEqual([]);
      expect(await words({ day: '2026-11-05', lostAt: 2 }, own)).toEqual([fault]);
    }
    const missing = async (day: string, lost: { lostAt?: number }) => {
      const known = [{ day: numberOf(day), seq: 2, ...lost }];
      return wordsOf(await check({ proof: null, log: logOf(entries.slice(0, 4)) }, { known }))[0];
    };
    expect(await missing('2026-11-03', {})).toBe('leaf restored');
    expect(await missing('2026-11-04', {})).toBe('leaf absent');
    expect(await missing('2026-11-04', { lostAt: 0 })).toBe('leaf restored');
  });

  it('explains nothing that the phone lost after it had seen the entry, or the leaf of that day', async () => {
    expect(await words({ day: '2026-11-04', lostAt: 3 })).toEqual(['leaf withheld']);
    const later = {
      checked: { ...checked, seq: 11, index: 2, day: '2026-11-03' },
      checkedHash: checked.head,
    };
    expect(await words({ day: '2026-11-04', lostAt: 0 }, later)).toEqual(['leaf withheld']);
  });

  it('is shown if it explains a loss, on a phone that has never checked too', async () => {
    const known = [{ day: numberOf('2026-11-04'), seq: 13, lostAt: 0 }];
    const verdict = await check({ proof, log }, { known });
    expect(verdict.isForgiven).toBe(true);
    expect(verdict.restored).toEqual([{ day: '2026-11-03', restored: '2026-11-01' }]);
  });

  it('makes the phone forget what it explains, and no event that the leaf has', async () => {
    const own = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05'].map(numberOf);
    const [second = 0, third = 0, fourth = 0, fifth = 0] = own;
    const known = [
      { day: second, seq: 12 },
      { day: third, seq: 13 },
      { day: fourth, seq: 12, lostAt: 0 },
      { day: fifth, seq: 12, lostAt: 0 },
    ];
    expect(await check({ proof, log }, { known })).toMatchObject({
      isForgiven: true,
      forgotten: [known[1], known[2]],
    });
  });
});

describe('a phone that could not sync', () => {
  const told = dayEntries(3).map((one, at) => (at === 1 ? { ...one, restored: '2026-11-01' } : one));
  const checked: CheckedLeaf = { seq: 14, head: 'f'.repeat(64), index: 0, day: '2026-11-01' };
  const lower = { checked, checkedHash: checked.head };
  const other = { hash: 'a'.repeat(64), points: 2500, at: 0 };
  const known = [{ day: numberOf('2026-11-03'), seq: 13 }];
  const words = async (days: readonly DayEntry[], own: Partial<OwnLedger>, isServed = true) => {
    const { proof, entries } = published(days);
    const given = { proof: isServed ? proof : null, log: logOf(entries.slice(0, isServed ? 4 : 3)) };
    const verdicts = [false, true].map(async (isInLine) => check(given, { ...own, isInLine }));
    return (await Promise.all(verdicts)).map((verdict) => wordsOf(verdict)[0]);
  };

  it('leaves a loss open if a told restore may have taken the events', async () => {
    expect(await words(told, { known })).toEqual(['leaf behind', 'leaf withheld']);
    expect(await words(told, { known }, false)).toEqual(['leaf behind', 'leaf absent']);
    expect(await words(told, { event: other })).toEqual(['leaf behind', 'leaf head']);
  });

  it('finds what no told restore explains', async () => {
    const untold = dayEntries(3);
    expect(await words(untold, lower)).toEqual(['leaf lower', 'leaf lower']);
    expect(await words(told, lower)).toEqual(['leaf lower', 'leaf lower']);
    expect(await words(untold, { known })).toEqual(['leaf withheld', 'leaf withheld']);
    expect(await words(untold, { known }, false)).toEqual(['leaf absent', 'leaf absent']);
    expect(await words(untold, { event: other })).toEqual(['leaf head', 'leaf head']);
    const wrong = { event: { hash: toHex(MINE.head), points: 1, at: 0 } };
    expect(await words(told, wrong)).toEqual(['leaf total', 'leaf total']);
  });
});

describe('without the entries that may tell of a restore', () => {
  const told = dayEntries(5).map((one, at) => (at === 3 ? { ...one, restored: '2026-11-01' } : one));
  const { proof, entries } = published(told);
  const log = logOf(entries);
  const checked = { seq: 14, head: 'f'.repeat(64), index: 1, day: '2026-11-02' };
  const lower = { checked, checkedHash: checked.head };
  const withheld = { known: [{ day: numberOf('2026-11-03'), seq: 13 }] };

  it('a loss is open', async () => {
    for (const own of [lower, withheld]) {
      const words = async (lost: Partial<TotalCase['log']>) =>
        wordsOf(await check({ proof, log: { ...log, ...lost } }, own));
      expect(await words({})).toEqual([]);
      expect(await words({ entries: log.entries.slice(0, 3) })).toEqual(['leaf log']);
      expect(await words({ entries: [] })).toEqual(['leaf log']);
      expect(await words({ entries: log.entries.slice(4), from: 4 })).toEqual(['leaf log']);
      expect(await words({ hashes: log.hashes.slice(0, 96) })).toEqual(['leaf log']);
      const damaged = log.hashes.map((byte, at) => (at < 32 ? byte ^ 1 : byte));
      expect(await words({ hashes: damaged })).toEqual(['leaf log', 'consistent tiles']);
    }
  });

  it('of days before the phone knew an event, the check needs none', async () => {
    const later = { known: [{ day: numberOf('2026-11-05'), seq: 13 }] };
    const given = { proof, log: { ...log, entries: log.entries.slice(3), from: 3 } };
    expect(wordsOf(await check(given, later))).toEqual(['leaf withheld']);
    expect((await check(given, later)).isWhole).toBe(true);
    expect((await check(given, withheld)).isWhole).toBe(false);
  });

  it('a leaf that is missing is open', async () => {
    const first = { ...lower, checked: { ...checked, index: 0, day: '2026-11-01' } };
    const words = async (texts: readonly string[]) =>
      wordsOf(await check({ proof: null, log: { ...log, entries: texts } }, first))[0];
    expect(await words(log.entries)).toBe('leaf absent');
    expect(await words(log.entries.slice(0, 4))).toBe('leaf log');
  });
});
