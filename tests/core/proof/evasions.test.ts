/** What an operator may try so that a check of a published total passes or is skipped, and what must not be taken for it. */
import { describe, expect, it } from 'vitest';
import { toBase64 } from '#core/proof/base64.ts';
import { ascii, joined, toHex } from '#core/proof/bytes.ts';
import { judgeView } from '#core/proof/check-log-view.ts';
import {
  type CheckedLeaf,
  checkTotal,
  LINKS,
  type OwnLedger,
  type TotalCase,
  type TotalVerdict,
} from '#core/proof/check-total.ts';
import { type DayEntry, entryText } from '#core/proof/entry.ts';
import { readPins } from '#core/proof/pins.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { inclusionPath } from '#tests/support/proof/inclusion-path.ts';
import { checkpointOf, dayEntries, hashesOf, proofIn } from '#tests/support/proof/log.ts';
import { LOG, PINS, WITNESS } from '#tests/support/proof/test-keys.ts';
import { hash, verify } from './published.ts';

const SIGNERS = [LOG, WITNESS];
const TRUSTED = readPins(PINS, hash) as NonNullable<ReturnType<typeof readPins>>;
const DAY_MS = 86_400_000;
const MINE: Leaf = { blind: new Uint8Array(16), total: 2500n, seq: 12, head: hash(ascii('12')) };
const OWN: OwnLedger = {
  state: 'valid',
  event: { hash: toHex(MINE.head), points: 2500, at: 0 },
  known: [],
  checked: null,
  checkedHash: null,
  restores: [],
  isInLine: true,
};
const numberOf = (day: string) => Date.parse(day) / DAY_MS;

const logOf = (entries: readonly DayEntry[]): TotalCase['log'] => ({
  notes: [checkpointOf(entries, SIGNERS)],
  hashes: joined(...hashesOf(entries)),
  entries: entries.map(entryText),
  from: 0,
});

/** A published day with the user's leaf after these days, and days after it. */
function published(before: readonly DayEntry[], leaf = MINE, after = 0) {
  const { proof, entries } = proofIn(before, [leaf], 0, SIGNERS);
  const all = [...entries, ...dayEntries(entries.length + after).slice(entries.length)];
  return { proof: JSON.stringify(proof), entries, all, day: entries.at(-1)?.day ?? '' };
}

async function check(given: Partial<TotalCase>, own: Partial<OwnLedger> = {}) {
  const whole = { proof: null, log: logOf([]), now: Date.UTC(2026, 10, 8), ...given };
  return checkTotal({ ...whole, own: { ...OWN, ...own } }, TRUSTED, { hash, verify });
}

function wordsOf({ links }: TotalVerdict): string[] {
  return LINKS.flatMap((link) => {
    const one = links[link];
    return one.state === 'ok' ? [] : [`${link} ${one.state === 'fault' ? one.fault : one.why}`];
  });
}

describe('an older proof is served again', () => {
  const { proof, all } = published(dayEntries(2), MINE, 2);

  it('though the log has later days, in which this user must have a leaf', async () => {
    const verdict = await check({ proof, log: logOf(all) });
    expect(wordsOf(verdict)).toEqual(['leaf absent']);
    expect(verdict.newestDay).toBe(all.at(-1)?.day);
    expect(wordsOf(await check({ proof, log: logOf(all.slice(0, 3)) }))).toEqual([]);
  });

  it('for rules too new, or a phone that is behind, as well', async () => {
    const log = logOf(all);
    expect(wordsOf(await check({ proof, log }, { state: 'unknown_rules' }))).toEqual(['leaf absent']);
    expect(wordsOf(await check({ proof, log }, { event: null }))).toEqual(['leaf absent']);
  });

  it('which a restore explains only if the ledger began after the last common day', async () => {
    const restoredTo = (restored: string) =>
      logOf(all.map((one, at) => (at === 4 ? { ...one, restored } : one)));
    const [second, third] = [all[1]?.day ?? '', all[2]?.day ?? ''];
    // Its checkpoint is of the log of that day, which the later ones extend.
    expect(wordsOf(await check({ proof, log: restoredTo(second) }))).toEqual(['leaf restored']);
    expect(wordsOf(await check({ proof, log: restoredTo(third) }))).toEqual(['leaf absent']);
  });

  it('which a restore explains only if the phone knew nothing by the last common day, or an earlier restore took it', async () => {
    const [first = '', second = ''] = dayEntries(2).map(({ day }) => day);
    const knew = { known: [{ day: Date.parse(second) / 86_400_000, seq: 1 }] };
    const words = async (before: readonly DayEntry[], own: Partial<OwnLedger>) => {
      const served = published(before, MINE, 2);
      const log = logOf(served.all.map((one, at) => (at === 4 ? { ...one, restored: second } : one)));
      return wordsOf(await check({ proof: served.proof, log }, own));
    };
    const once = dayEntries(2);
    const twice = once.map((one, at) => (at === 1 ? { ...one, restored: first } : one));
    expect(await words(once, {})).toEqual(['leaf restored']);
    expect(await words(once, knew)).toEqual(['leaf absent']);
    expect(await words(twice, knew)).toEqual(['leaf restored']);
  });

  it('which a restore of its own day does not explain', async () => {
    const restored = all.map((one, at) => (at === 2 ? { ...one, restored: all[0]?.day ?? '' } : one));
    const checked = { index: 2, day: all[2]?.day ?? '', seq: MINE.seq, head: toHex(MINE.head) };
    const words = wordsOf(await check({ proof: null, log: logOf(restored) }, { checked }));
    expect(words[0]).toBe('leaf absent');
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

describe('a told restore took', () => {
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

  it('what the phone knew up to its day, and of the next day what it has lost', async () => {
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

  it('nothing that the phone lost after it had seen the entry, or the leaf of that day', async () => {
    expect(await words({ day: '2026-11-04', lostAt: 3 })).toEqual(['leaf withheld']);
    const later = {
      checked: { ...checked, seq: 11, index: 2, day: '2026-11-03' },
      checkedHash: checked.head,
    };
    expect(await words({ day: '2026-11-04', lostAt: 0 }, later)).toEqual(['leaf withheld']);
  });

  it('something that is shown, on a phone that has never checked too', async () => {
    const known = [{ day: numberOf('2026-11-04'), seq: 13, lostAt: 0 }];
    const verdict = await check({ proof, log }, { known });
    expect(verdict.isForgiven).toBe(true);
    expect(verdict.restored).toEqual([{ day: '2026-11-03', restored: '2026-11-01' }]);
  });

  it('what is forgotten then, and no event that the leaf has', async () => {
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

  it('from a time when the phone knew no events, none is needed', async () => {
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

describe('events that this version cannot judge', () => {
  const { proof, entries } = published(dayEntries(3));
  const state = 'unknown_rules' as const;
  const words = async (own: Partial<OwnLedger>) =>
    wordsOf(await check({ proof, log: logOf(entries) }, { state, ...own }));

  it('still have numbers and hashes', async () => {
    const checked: CheckedLeaf = { seq: 20, head: 'f'.repeat(64), index: 1, day: '2026-11-02' };
    expect(await words({})).toEqual(['leaf update']);
    expect(await words({ event: null })).toEqual(['leaf update']);
    expect(await words({ event: { hash: toHex(MINE.head), points: 1, at: 0 } })).toEqual(['leaf update']);
    expect(await words({ event: { hash: 'a'.repeat(64), points: 2500, at: 0 } })).toEqual(['leaf head']);
    expect(await words({ checked, checkedHash: checked.head })).toEqual(['leaf lower']);
    expect(await words({ checked: { ...checked, seq: 2 }, checkedHash: null })).toEqual(['leaf rewritten']);
    expect(await words({ known: [{ day: numberOf('2026-11-04'), seq: 13 }] })).toEqual(['leaf withheld']);
  });
});

it('a leaf before the first event is no leaf of a phone that is behind', async () => {
  const { proof, entries } = published(dayEntries(3), { ...MINE, seq: 0, total: 0n });
  expect(wordsOf(await check({ proof, log: logOf(entries) }, { event: null }))).toEqual(['leaf head']);
});

describe('no proof', () => {
  const log = logOf(dayEntries(3));
  const leafOf = async (given: Partial<TotalCase>, own: Partial<OwnLedger> = {}) =>
    wordsOf(await check({ proof: null, ...given }, own))[0];

  it('and no texts of the days is not the same as no days', async () => {
    expect(await leafOf({ log: { ...log, entries: [] } })).toBe('leaf log');
    expect(await leafOf({ log: { ...log, entries: [], hashes: new Uint8Array() } })).toBe('leaf log');
    expect(await leafOf({ log: { notes: [], hashes: new Uint8Array(), entries: [], from: 0 } })).toBe(
      'leaf none',
    );
    expect(await leafOf({ log: logOf([]) })).toBe('leaf none');
  });

  it('of a day that was checked before does not say that nothing is published', async () => {
    const checked: CheckedLeaf = { seq: 12, head: toHex(MINE.head), index: 2, day: '2026-11-03' };
    expect(await leafOf({ log }, { checked, checkedHash: checked.head })).toBe('leaf unread');
    const now = Date.UTC(2026, 10, 20);
    expect(await leafOf({ log, now }, { checked, checkedHash: checked.head })).toBe('leaf erased');
  });
});

it('a day that stands in the log twice, or too late, is found', async () => {
  const [first, second, third] = dayEntries(3) as [DayEntry, DayEntry, DayEntry];
  for (const before of [
    [first, { ...second, day: first.day }, third],
    [second, first, third],
    [first, second, { ...third, day: '2026-11-09' }],
  ]) {
    const { proof, entries } = published(before);
    expect(wordsOf(await check({ proof, log: logOf(entries) }))).toEqual(['entry order']);
    expect(wordsOf(await check({ proof: null, log: logOf(entries) }))).toContain('entry order');
  }
});

describe('the history', () => {
  const entries = dayEntries(6);
  const noteOf = (count: number) => checkpointOf(entries.slice(0, count), SIGNERS);
  const view = (notes: readonly string[], hashes: readonly Uint8Array[]) =>
    judgeView({ notes, hashes: joined(...hashes) }, TRUSTED, { hash, verify });
  const hashes = hashesOf(entries);

  it('is not forked by a file that is damaged behind a checkpoint that it leads to', async () => {
    const damaged = [...hashes.slice(0, 3), hash(ascii('damaged')), ...hashes.slice(4, 5)];
    const notes = [noteOf(2), noteOf(4), noteOf(6)];
    expect(await view(notes, damaged)).toMatchObject({ state: 'unknown', fork: null, newest: noteOf(2) });
    expect(await view(notes.slice(0, 2), damaged)).toMatchObject({ state: 'tiles', fork: null });
  });

  it('is forked by one below it, whatever comes behind', async () => {
    const other = checkpointOf([{ ...(entries[0] as DayEntry), users: 99 }], SIGNERS);
    const notes = [other, noteOf(2), noteOf(6)];
    expect(await view(notes, hashes.slice(0, 3))).toMatchObject({ state: 'fork', fork: [noteOf(2), other] });
  });

  it('names the signed notes that it could not compare', async () => {
    const stranger = checkpointOf(entries, [{ ...LOG, sign: WITNESS.sign }]);
    const notes = [noteOf(2), noteOf(6), stranger];
    expect(await view(notes, hashes.slice(0, 2))).toMatchObject({
      state: 'unknown',
      unsettled: [noteOf(6)],
    });
    expect(await view(notes, hashes)).toMatchObject({ state: 'ok', unsettled: [] });
  });
});
