/** Saved heads: their text form, and their comparison with the ledgers. */
import { describe, expect, test } from 'vitest';
import { startFindings } from '#api/ledger/findings.ts';
import {
  currentHeads,
  HeadsFileError,
  headLine,
  headsHeaderLine,
  readHeads,
  type SavedHead,
  startHeadsCheck,
} from '#api/ledger/heads.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { ledgerRig, threeFriends } from '#tests/support/ledger.ts';

const HEADER = headsHeaderLine(0).trim();
const head = (userId: number, seq: number, hash = `hash of ${seq}`): SavedHead => ({ userId, seq, hash });
const read = (lines: Iterable<string>) => [...readHeads(lines)];

describe('as text', () => {
  test('written heads are read back', async () => {
    const rig = ledgerRig(openBetterSqlite3(':memory:'));
    await threeFriends(rig);
    const heads = [...currentHeads(rig.sql)];
    expect(heads).toEqual([1, 2, 3].map((userId) => ({ userId, ...rig.ledger.read.account(userId)?.head })));
    const text = [headsHeaderLine(rig.clock.at), ...heads.map(headLine)].join('');
    expect(JSON.parse(text.split('\n')[0] ?? '')).toEqual({
      format: 'irich-heads',
      version: 1,
      savedAt: rig.clock.at,
    });
    expect(text.endsWith('\n')).toBe(true);
    expect(read(text.split('\n'))).toEqual(heads);
  });

  test('a file with only a header has no heads, and empty lines are ignored', () => {
    expect(read([HEADER])).toEqual([]);
    expect(read([HEADER, '', headLine(head(5, 1)).trim(), ''])).toEqual([head(5, 1)]);
  });

  test.each([
    ['nothing', [], 'empty'],
    ['a first line that is no JSON', ['heads'], 'Line 1 '],
    ['a first line that is no object', ['7'], 'Line 1 '],
    ['a first line that is null', ['null'], 'Line 1 '],
    ['another format', [HEADER.replace('heads', 'tails')], 'Line 1 '],
    ['another version', [HEADER.replace('"version":1', '"version":2')], 'Line 1 '],
    ['a head in place of the header', [headLine(head(1, 1))], 'Line 1 '],
    ['a line that is no JSON', [HEADER, 'x'], 'Line 2 '],
    ['a line that is null', [HEADER, 'null'], 'Line 2 '],
    ['a user that is no number', [HEADER, '{"userId":"1","seq":1,"hash":"h"}'], 'Line 2 '],
    ['a number that is not whole', [HEADER, '{"userId":1,"seq":1.5,"hash":"h"}'], 'Line 2 '],
    ['a number that no ledger reaches', [HEADER, headLine(head(1, 9e15))], 'Line 2 '],
    ['a number below zero', [HEADER, headLine(head(1, -1))], 'Line 2 '],
    ['a head without a hash', [HEADER, '', '{"userId":1,"seq":1}'], 'Line 3 '],
    ['a user twice', [HEADER, headLine(head(2, 1)), headLine(head(2, 2))], 'Line 3 '],
    ['users out of order', [HEADER, headLine(head(2, 1)), headLine(head(1, 2))], 'Line 3 '],
  ])('%s is refused, with its line', (_, lines, named) => {
    expect(() => read(lines)).toThrow(HeadsFileError);
    expect(() => read(lines)).toThrow(named);
  });
});

describe('compared with ledgers', () => {
  /** Ledgers of users 2, 4 and 6 with three events each. */
  const LEDGERS = [2, 4, 6].flatMap((userId) => [1, 2, 3].map((seq) => head(userId, seq)));

  function found(saved: readonly SavedHead[], events: readonly SavedHead[] = LEDGERS) {
    const findings = startFindings();
    const check = startHeadsCheck(saved.values(), findings);
    for (const { userId, seq, hash } of events) check.event(userId, seq, hash);
    check.end();
    return findings.list().map(({ kind, userId, seq, count }) => ({ kind, userId, seq, count }));
  }

  test('an existing head is no finding, newest or not', () => {
    expect(found([])).toEqual([]);
    expect(found([head(2, 3), head(4, 1), head(6, 2)])).toEqual([]);
    expect(found([head(4, 3)])).toEqual([]);
  });

  test.each([
    ['the first', [head(2, 4), head(4, 1), head(6, 3)], 2, 4],
    ['one between others', [head(2, 1), head(4, 4), head(6, 3)], 4, 4],
    ['the last', [head(2, 3), head(6, 9)], 6, 9],
  ])('a ledger that ends before its head was cut: %s', (_, saved, userId, seq) => {
    expect(found(saved)).toEqual([{ kind: 'head_cut', userId, seq, count: 1 }]);
  });

  test('a head whose own event is missing was cut', () => {
    const without = LEDGERS.filter(({ userId, seq }) => userId !== 4 || seq !== 2);
    expect(found([head(4, 2)], without)).toEqual([{ kind: 'head_cut', userId: 4, seq: 2, count: 1 }]);
  });

  test('an event whose hash differs from its head was rewritten', () => {
    expect(found([head(2, 3), head(4, 2, 'another'), head(6, 1)])).toEqual([
      { kind: 'head_rewritten', userId: 4, seq: 2, count: 1 },
    ]);
  });

  test('an empty ledger is missing: before, between and after the others', () => {
    expect(found([head(1, 1), head(2, 1), head(3, 5), head(4, 1), head(7, 2), head(8, 2)])).toEqual([
      { kind: 'head_missing', userId: 1, seq: 1, count: 4 },
    ]);
    expect(found([head(2, 1)], [])).toEqual([{ kind: 'head_missing', userId: 2, seq: 1, count: 1 }]);
  });
});
