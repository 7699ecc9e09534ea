/** The check of a revealed plan. */
import { describe, expect, test } from 'vitest';
import { readRevealed, sealedUnder } from '#core/proof/check-plan.ts';
import { planAddressOf } from '#core/proof/plan-address.ts';
import { revealedPlan } from '#tests/support/proof/revealed-plan.ts';
import { PLAN, sealedPlan } from '#tests/support/sealed-plan.ts';
import { hash } from './published.ts';

const { revealed, entries } = revealedPlan(5, 2);
const ADDRESS = { userId: 42, hash: revealed.hash };
const read = (change: object = {}) => readRevealed(JSON.stringify({ ...revealed, ...change }), ADDRESS, hash);

describe('an answer', () => {
  test('with the hash of the address is that plan', () => {
    expect(read()).toEqual({ plan: PLAN, revealed });
  });

  test.each([
    ['another plan', sealedPlan({ entry: '60001' })],
    ['another salt', { salt: '01'.padStart(32, '0') }],
    ['another user', { userId: 43 }],
    ['another hash', { hash: 'ab'.repeat(32) }],
  ])('with %s is another one', (_, change) => {
    expect(read(change)).toBe('other');
  });

  test('that is no answer of this contract is not read', () => {
    for (const text of ['', 'null', '[]', '{}', '<html>', '"x"'])
      expect(readRevealed(text, ADDRESS, hash)).toBe('unreadable');
    for (const change of [
      { plan: 'AAAA' },
      { salt: 'x' },
      { day: '2026-11-02' },
      { sealed: -1 },
      { receivedAt: 'now' },
    ])
      expect(read(change), JSON.stringify(change)).toBe('unreadable');
  });
});

describe('the hash of a plan', () => {
  test('is under the seals of its day', () => {
    expect(sealedUnder(revealed, entries, hash)).toBe('sealed');
  });

  test('is not under them with any change of path, place, size, hash or day', () => {
    const { published } = revealed;
    if (published === null) throw new Error('Not published');
    const changed = [
      { published: null },
      { published: { ...published, index: published.index + 1 } },
      { published: { ...published, size: published.size + 5 } },
      { published: { ...published, path: published.path.toReversed() } },
      { published: { ...published, path: published.path.slice(1) } },
      { published: { ...published, path: [...published.path, published.path[0] ?? ''] } },
      { published: { ...published, path: ['!', ...published.path.slice(1)] } },
      { hash: 'ab'.repeat(32) },
      { day: entries[1]?.day ?? '' },
    ];
    for (const change of changed)
      expect(sealedUnder({ ...revealed, ...change }, entries, hash), JSON.stringify(change)).toBe('absent');
  });

  test('waits while its day is not in the log; a day that the log left out is none', () => {
    expect(sealedUnder(revealed, entries.slice(0, 2), hash)).toBe('waiting');
    expect(sealedUnder(revealed, [], hash)).toBe('waiting');
    expect(sealedUnder(revealed, entries.toSpliced(2, 1), hash)).toBe('absent');
  });
});

test('the address of a plan is its user and its hash', () => {
  expect(planAddressOf(`#plan=42.${revealed.hash}`)).toEqual(ADDRESS);
  const wrong = ['', '#', '#plan=', `#plan=0.${revealed.hash}`, `#plan=9007199254740993.${revealed.hash}`];
  for (const fragment of [
    ...wrong,
    `#plan=42.${revealed.hash}0`,
    `#plan=42.${revealed.hash.toUpperCase()}`,
    `#plan=42`,
  ])
    expect(planAddressOf(fragment), fragment).toBeNull();
});
