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

it('a restore soon after midnight, told by the day before, may have taken what the phone has lost of the new day', async () => {
  const told = dayEntries(5).map((one, at) => (at === 3 ? { ...one, restored: '2026-11-03' } : one));
  const words = async (day: string, lost: { isLost?: true }) => {
    const known = [{ day: numberOf(day), seq: 2, ...lost }];
    return wordsOf(await check({ proof: null, log: logOf(told) }, { known }))[0];
  };
  expect(await words('2026-11-04', {})).toBe('leaf restored');
  expect(await words('2026-11-05', {})).toBe('leaf absent');
  expect(await words('2026-11-05', { isLost: true })).toBe('leaf restored');
});

it('a told restore takes nothing of later days, whatever the phone has lost', async () => {
  const told = dayEntries(5).map((one, at) => (at === 2 ? { ...one, restored: '2026-11-01' } : one));
  const { proof, entries } = published(told);
  const words = async (known: OwnLedger['known'], own: Partial<OwnLedger> = {}) =>
    wordsOf(await check({ proof, log: logOf(entries) }, { known, ...own }));
  const checked = { seq: 14, head: 'f'.repeat(64), index: 1, day: '2026-11-02' };
  const before = { checked, checkedHash: checked.head };
  const knew = (day: string, isLost: boolean) => [
    { day: numberOf(day), seq: 13, ...(isLost ? { isLost } : {}) },
  ];
  expect(await words(knew('2026-11-03', false))).toEqual([]);
  expect(await words(knew('2026-11-04', false))).toEqual(['leaf withheld']);
  expect(await words(knew('2026-11-04', true))).toEqual([]);
  expect(await words(knew('2026-11-05', true))).toEqual(['leaf withheld']);
  expect(await words(knew('2026-11-04', true), before)).toEqual([]);
  expect(await words(knew('2026-11-05', true), before)).toEqual(['leaf lower']);
  // The check of the third day has already asked what that restore took.
  const later = { checked: { ...checked, seq: 11, index: 2, day: '2026-11-03' }, checkedHash: checked.head };
  expect(await words(knew('2026-11-04', true), later)).toEqual(['leaf withheld']);
});

it('what is forgiven is shown, on a phone that has never checked too', async () => {
  const told = dayEntries(5).map((one, at) => (at === 2 ? { ...one, restored: '2026-11-01' } : one));
  const { proof, entries } = published(told);
  const known = [{ day: numberOf('2026-11-04'), seq: 13, isLost: true as const }];
  const verdict = await check({ proof, log: logOf(entries) }, { known });
  expect(verdict.isForgiven).toBe(true);
  expect(verdict.restored).toEqual([{ day: '2026-11-03', restored: '2026-11-01' }]);
});

it('a phone that could not sync accuses nobody of what a restore may explain', async () => {
  const { proof, all } = published(dayEntries(3), MINE, 1);
  const log = logOf(all.slice(0, 4));
  const checked: CheckedLeaf = { seq: 14, head: 'f'.repeat(64), index: 0, day: '2026-11-01' };
  const other = { hash: 'a'.repeat(64), points: 2500, at: 0 };
  const known = [{ day: numberOf('2026-11-04'), seq: 13 }];
  const cases: readonly (readonly [string, Partial<TotalCase>, Partial<OwnLedger>])[] = [
    ['leaf lower', { proof, log }, { checked, checkedHash: checked.head }],
    ['leaf rewritten', { proof, log }, { checked: { ...checked, seq: 3 }, checkedHash: null }],
    ['leaf withheld', { proof, log }, { known }],
    ['leaf head', { proof, log }, { event: other }],
    ['leaf absent', { proof, log: logOf(all) }, {}],
    ['leaf absent', { proof: null, log }, { known }],
  ];
  for (const [words, given, own] of cases) {
    expect(wordsOf(await check(given, own))[0]).toBe(words);
    expect(wordsOf(await check(given, { ...own, isInLine: false }))[0], words).toBe('leaf behind');
  }
  const wrong = { event: { hash: toHex(MINE.head), points: 1, at: 0 }, isInLine: false };
  expect(wordsOf(await check({ proof, log }, wrong))).toEqual(['leaf total']);
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
