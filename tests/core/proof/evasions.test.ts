/** What an operator may try so that a check of a published total passes or is skipped, and what must not be taken for it. */
import { describe, expect, it } from 'vitest';
import { ascii, joined, toHex } from '#core/proof/bytes.ts';
import { judgeView } from '#core/proof/check-log-view.ts';
import type { CheckedLeaf, OwnLedger, TotalCase } from '#core/proof/check-total.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import { checkpointOf, dayEntries, hashesOf } from '#tests/support/proof/log.ts';
import { LOG, WITNESS } from '#tests/support/proof/test-keys.ts';
import { hash, verify } from './published.ts';
import { check, logOf, MINE, numberOf, published, SIGNERS, TRUSTED, wordsOf } from './total-cases.ts';

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
