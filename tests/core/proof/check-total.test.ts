/** The five checks of a user's published total: each fault is found by its own check, and a restore is forgiven by name alone. */
import { describe, expect, it } from 'vitest';
import { ascii, joined, toHex } from '#core/proof/bytes.ts';
import {
  type CheckedLeaf,
  checkTotal,
  LINKS,
  type OwnLedger,
  type TotalCase,
  type TotalVerdict,
} from '#core/proof/check-total.ts';
import { entryText } from '#core/proof/entry.ts';
import { readPins } from '#core/proof/pins.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { checkpointOf, dayEntries, hashesOf, proofIn, type SavedProof } from '#tests/support/proof/log.ts';
import { LOG, PINS, testSigner, WITNESS } from '#tests/support/proof/test-keys.ts';
import { hash, verify } from './published.ts';

const SIGNERS = [LOG, WITNESS];
const TRUSTED = readPins(PINS, hash) as NonNullable<ReturnType<typeof readPins>>;
const DAY_MS = 86_400_000;

const LEAVES = Array.from({ length: 5 }, (_, user): Leaf => {
  const head = hash(Uint8Array.of(user));
  return { blind: head.slice(0, 16), total: BigInt(user * 1000 + 500), seq: user + 10, head };
}).sort((a, b) => Buffer.compare(a.blind, b.blind));
const MINE = LEAVES[2] as Leaf;

const { proof: PROOF, entries: ENTRIES } = proofIn(dayEntries(4), LEAVES, 2, SIGNERS);
const DAY = ENTRIES.at(-1)?.day ?? '';
const DAY_NUMBER = Date.parse(DAY) / DAY_MS;
const OWN: OwnLedger = {
  state: 'valid',
  event: { hash: toHex(MINE.head), points: Number(MINE.total), at: 0 },
  known: [],
  checked: null,
  checkedHash: null,
  restores: [],
  isInLine: true,
};
const logOf = (entries: typeof ENTRIES, notes = [checkpointOf(entries, SIGNERS)]): TotalCase['log'] => ({
  notes,
  hashes: joined(...hashesOf(entries)),
  entries: entries.map(entryText),
  from: 0,
});
const text = (change: Partial<SavedProof> = {}) => JSON.stringify({ ...PROOF, ...change });

function check(change: Partial<TotalCase> = {}, own: Partial<OwnLedger> = {}): Promise<TotalVerdict> {
  const given = { proof: text(), log: logOf(ENTRIES), now: Date.parse(DAY) + 1.5 * DAY_MS, ...change };
  return checkTotal({ ...given, own: { ...OWN, ...own } }, TRUSTED, { hash, verify });
}

/** The words of all links that are not right. */
function wordsOf({ links }: TotalVerdict): string[] {
  return LINKS.flatMap((link) => {
    const one = links[link];
    return one.state === 'ok' ? [] : [`${link} ${one.state === 'fault' ? one.fault : one.why}`];
  });
}

it('finds a right total right, and tells each verdict once', async () => {
  const told: string[] = [];
  const given = { proof: text(), own: OWN, log: logOf(ENTRIES), now: Date.parse(DAY) };
  const verdict = await checkTotal(given, TRUSTED, { hash, verify }, (link) => told.push(link));
  expect(wordsOf(verdict)).toEqual([]);
  expect(told).toEqual(LINKS);
  expect(verdict).toMatchObject({
    entry: { day: DAY, users: 5 },
    leaf: { seq: MINE.seq, head: toHex(MINE.head), index: 4, day: DAY, total: String(MINE.total) },
    witnesses: ['witness.example/w'],
    restored: [],
    isForgiven: false,
  });
});

it('takes a sum of buckets below zero for a total of zero', async () => {
  const leaves = LEAVES.map((leaf, at) => (at === 2 ? { ...leaf, total: 0n } : leaf));
  const made = proofIn(dayEntries(4), leaves, 2, SIGNERS);
  const given = { proof: JSON.stringify(made.proof), log: logOf(made.entries) };
  expect(wordsOf(await check(given, { event: { hash: toHex(MINE.head), points: -700, at: 0 } }))).toEqual([]);
});

describe('the leaf', () => {
  const checked: CheckedLeaf = {
    seq: MINE.seq + 1,
    head: 'f'.repeat(64),
    index: 3,
    day: ENTRIES[3]?.day ?? '',
  };
  const right = toHex(MINE.head);
  const END = Date.parse(DAY) + DAY_MS;
  const OTHER = { hash: 'a'.repeat(64), points: Number(MINE.total) };

  it.each<[string, Partial<OwnLedger>, string[]]>([
    ['events that are not valid', { state: 'invalid' }, ['leaf events']],
    ['rules that are too new', { state: 'unknown_rules' }, ['leaf update']],
    ['a phone that is behind', { event: null }, ['leaf behind']],
    ['another last event', { event: { ...OTHER, at: END - 1 } }, ['leaf head']],
    ['another last event, received later', { event: { ...OTHER, at: END } }, ['leaf restored']],
    ['another last event, of a time to come', { event: { ...OTHER, at: END + 10 * DAY_MS } }, ['leaf head']],
    ['another total', { event: { hash: right, points: Number(MINE.total) + 1, at: 0 } }, ['leaf total']],
    ['fewer events than before', { checked, checkedHash: checked.head }, ['leaf lower']],
    [
      'a checked event that has changed',
      { checked: { ...checked, seq: 3 }, checkedHash: 'e'.repeat(64) },
      ['leaf rewritten'],
    ],
    [
      'an event that was known in time',
      { known: [{ day: DAY_NUMBER, seq: MINE.seq + 1 }] },
      ['leaf withheld'],
    ],
    ['an event that was known later', { known: [{ day: DAY_NUMBER + 1, seq: MINE.seq + 1 }] }, []],
    [
      'an event that an earlier check has asked for',
      {
        known: [{ day: DAY_NUMBER - 1, seq: MINE.seq + 1 }],
        checked: { ...checked, seq: 3 },
        checkedHash: checked.head,
      },
      [],
    ],
    [
      'a restore that the phone noticed after the day',
      { event: null, restores: [{ noticedAt: Date.parse(DAY) + DAY_MS, commonSeq: 4 }] },
      ['leaf restored'],
    ],
    [
      'a restore of before',
      { event: null, restores: [{ noticedAt: Date.parse(DAY), commonSeq: 4 }] },
      ['leaf behind'],
    ],
  ])('%s', async (_, own, words) => {
    expect(wordsOf(await check({}, own))).toEqual(words);
  });

  it('is forgiven for a loss only if an entry since the last checked leaf names a restore', async () => {
    const loss = { checked: { ...checked, index: 2 }, checkedHash: checked.head };
    const madeOf = (place: number) => {
      const before = dayEntries(4).map((entry, at) =>
        at === place ? { ...entry, restored: '2026-10-30' } : entry,
      );
      const made = proofIn(before, LEAVES, 2, SIGNERS);
      return { proof: JSON.stringify(made.proof), log: logOf(made.entries) };
    };
    const forgiven = await check(madeOf(3), loss);
    expect(wordsOf(forgiven)).toEqual([]);
    expect(forgiven).toMatchObject({
      isForgiven: true,
      restored: [{ day: ENTRIES[3]?.day, restored: '2026-10-30' }],
    });
    const old = await check(madeOf(2), loss);
    expect(wordsOf(old)).toEqual(['leaf lower']);
    expect(old.restored).toEqual([]);
    // An entry that the log does not have forgives nothing.
    const { proof, log } = madeOf(3);
    const invented = { ...log, hashes: logOf(ENTRIES).hashes, notes: [checkpointOf(ENTRIES, SIGNERS)] };
    expect(wordsOf(await check({ proof: text(), log: { ...invented, entries: log.entries } }, loss))).toEqual(
      ['leaf lower'],
    );
    expect(proof).not.toBe(text());
  });

  it('is forgiven on a phone that has never checked, for events that it knew before the restored day', async () => {
    const before = dayEntries(4).map((entry, at) =>
      at === 2 ? { ...entry, restored: '2026-10-30' } : entry,
    );
    const made = proofIn(before, LEAVES, 2, SIGNERS);
    const log = logOf(made.entries);
    const restoredOn = Date.parse(ENTRIES[2]?.day ?? '') / DAY_MS;
    const knownOn = (day: number) => ({ known: [{ day, seq: MINE.seq + 1 }] });
    const proof = JSON.stringify(made.proof);
    expect(wordsOf(await check({ proof, log }, knownOn(restoredOn)))).toEqual([]);
    expect(wordsOf(await check({ proof, log }, knownOn(restoredOn + 1)))).toEqual(['leaf withheld']);
    expect(wordsOf(await check({ proof: null, log }, knownOn(restoredOn)))[0]).toBe('leaf restored');
    expect(wordsOf(await check({ proof: null, log }, knownOn(restoredOn + 1)))[0]).toBe('leaf absent');
    // It has known events after the restored day: leaving them out is not a loss.
    const known = [restoredOn, restoredOn + 1].map((day) => ({ day, seq: 1 }));
    expect(wordsOf(await check({ proof: null, log }, { known }))[0]).toBe('leaf absent');
  });

  it('of an event that the phone never had is open if the log tells of a restore, or may do so yet', async () => {
    const { proof, entries } = proofIn(dayEntries(1), LEAVES, 2, SIGNERS);
    const [first, second] = entries.map(({ day }) => day);
    const endOf = (day = '') => Date.parse(day) + DAY_MS;
    const words = async (at: number, restored?: string, size = 5) => {
      const later = dayEntries(size).slice(2);
      const told = later.map((entry, place) =>
        place === 1 && restored !== undefined ? { ...entry, restored } : entry,
      );
      const given = { proof: JSON.stringify(proof), log: logOf([...entries, ...told]) };
      return wordsOf(await check(given, { event: { ...OTHER, at } }));
    };
    expect(await words(endOf(second))).toEqual(['leaf head']);
    expect(await words(endOf(second) - 1, undefined, 2)).toEqual(['leaf head']);
    expect(await words(endOf(second), undefined, 2)).toEqual(['leaf restored']);
    // The newest day has a leaf of every ledger that had begun.
    expect(await words(endOf(DAY))).toEqual(['leaf absent']);
    expect(await words(endOf(second), first)).toEqual(['leaf restored']);
    expect(await words(endOf(second) - 1, first)).toEqual(['leaf head']);
    // The ledgers still have this day in common with the log.
    expect(await words(endOf(second), second)).toEqual(['leaf head']);
  });

  it('that is missing is explained by the earliest day that several restores name', async () => {
    const [first, second, third] = dayEntries(5).map(({ day }) => day);
    const known = [{ day: Date.parse(second ?? '') / DAY_MS, seq: 3 }];
    const words = async (restored: readonly (string | undefined)[]) => {
      const entries = dayEntries(5).map((entry, at) => {
        const common = restored[at];
        return common === undefined ? entry : { ...entry, restored: common };
      });
      return wordsOf(await check({ proof: null, log: logOf(entries) }, { known }))[0];
    };
    expect(await words([undefined, undefined, first, third])).toBe('leaf restored');
    expect(await words([undefined, undefined, undefined, third])).toBe('leaf absent');
  });

  it('that is missing is a fault if a day was published without it', async () => {
    const past = { checked: { ...checked, index: 3 }, checkedHash: checked.head };
    const words = async (own: Partial<OwnLedger>, now: number) =>
      wordsOf(await check({ proof: null, now }, own))[0];
    const soon = Date.parse(DAY) + 2 * DAY_MS;
    expect(await words({}, soon)).toBe('leaf none');
    expect(await words(past, soon)).toBe('leaf absent');
    expect(await words({ known: [{ day: DAY_NUMBER, seq: 1 }] }, soon)).toBe('leaf absent');
    expect(await words({ known: [{ day: DAY_NUMBER + 1, seq: 1 }] }, soon)).toBe('leaf none');
    expect(await words(past, soon + 10 * DAY_MS)).toBe('leaf erased');
    expect(await words({ checked: { ...checked, index: 4, day: DAY } }, soon)).toBe('leaf unread');
  });

  it('of an unreadable proof is named', async () => {
    for (const broken of ['', '{', 'null', JSON.stringify({ ...PROOF, v: 2 }), text({ entry: '{}' })])
      expect(wordsOf(await check({ proof: broken }))).toContain('leaf format');
  });
});

describe('path, entry and signatures', () => {
  it('name their own check', async () => {
    const step = PROOF.path[0] as SavedProof['path'][number];
    const path = [{ ...step, sum: String(BigInt(step.sum) + 1n) }, ...PROOF.path.slice(1)];
    expect(wordsOf(await check({ proof: text({ path }) }))).toEqual(['path path']);
    expect(wordsOf(await check({ proof: text({ index: 3 }) }))).toEqual(['entry inclusion']);
    const stranger = [testSigner(LOG.key.name, LOG.key.type, 9), WITNESS];
    expect(wordsOf(await check({ proof: text({ checkpoint: checkpointOf(ENTRIES, stranger) }) }))).toEqual([
      'signed signature',
    ]);
    expect(wordsOf(await check({ proof: text({ checkpoint: checkpointOf(ENTRIES, [LOG]) }) }))).toEqual([
      'signed quorum',
    ]);
  });
});

describe('the history', () => {
  const other = dayEntries(4).map((entry, at) => (at === 1 ? { ...entry, users: 99 } : entry));
  const noteOf = (entries: typeof ENTRIES) => checkpointOf(entries, SIGNERS);

  it('is one if every seen checkpoint is a state of this log', async () => {
    for (let size = 1; size <= 5; size += 1) {
      const log = logOf(ENTRIES, [noteOf(ENTRIES.slice(0, size)), noteOf(ENTRIES)]);
      expect(wordsOf(await check({ log }))).toEqual([]);
    }
  });

  it('is forked by a checkpoint of another log, of any size, with both notes as evidence', async () => {
    for (let size = 2; size <= 4; size += 1) {
      const seen = noteOf(other.slice(0, size));
      const verdict = await check({ log: logOf(ENTRIES, [seen]) });
      expect(wordsOf(verdict)).toEqual(['consistent fork']);
      expect(verdict.view.fork).toEqual([PROOF.checkpoint, seen]);
    }
  });

  it('is forked by two roots of one size without any file', async () => {
    const seen = noteOf([...other, ENTRIES[4] as (typeof ENTRIES)[number]]);
    const log = { notes: [seen], hashes: new Uint8Array(), entries: [], from: 0 };
    expect(wordsOf(await check({ log }))).toEqual(['consistent fork']);
  });

  it('ignores a checkpoint that the log has not signed', async () => {
    const seen = checkpointOf(other, [testSigner(LOG.key.name, LOG.key.type, 9)]);
    expect(wordsOf(await check({ log: logOf(ENTRIES, [seen, 'nonsense']) }))).toEqual([]);
  });

  it('is open without the files that a comparison needs', async () => {
    const log = { ...logOf(ENTRIES, [noteOf(ENTRIES.slice(0, 2))]), hashes: new Uint8Array() };
    expect(wordsOf(await check({ log }))).toEqual(['consistent log']);
    expect(wordsOf(await check({ log: { ...log, notes: [PROOF.checkpoint] } }))).toEqual([]);
  });

  it('names files that lead to no signed root', async () => {
    const hashes = joined(...hashesOf(ENTRIES).slice(0, 4), hash(ascii('another')));
    const verdict = await check({ log: { ...logOf(ENTRIES), hashes } });
    expect(wordsOf(verdict)).toEqual(['consistent tiles']);
    expect(verdict.view.newest).toBeNull();
  });
});
