/** Pages of referrals: where a page ends, and what counts as a cursor. */
import { beforeEach, expect, test } from 'vitest';
import { friendCursor, readFriendCursor } from '#api/ledger/friend-cursor.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { type LedgerRig, ledgerRig, NOON, register } from '#tests/support/ledger.ts';

let rig: LedgerRig;

beforeEach(async () => {
  rig = ledgerRig(openBetterSqlite3(':memory:'));
  await rig.execute(1, register());
  for (const friend of [10, 11, 12, 13]) {
    await rig.execute(friend, register(1));
    rig.clock.at += 1000;
  }
});

function page(cursor: string | null, limit: number) {
  const { friends, total, nextCursor } = rig.ledger.read.friends(1, cursor, limit);
  return { ids: friends.map(({ userId }) => userId), total, nextCursor };
}

test('a page holds at most the requested number and names the start of the next', () => {
  const first = page(null, 3);
  expect(first).toEqual({ ids: [13, 12, 11], total: 4, nextCursor: `${NOON + 1000}.11` });
  expect(page(first.nextCursor, 3)).toEqual({ ids: [10], total: 4, nextCursor: null });
});

test('a page that holds exactly the rest is the last', () => {
  expect(page(null, 4)).toEqual({ ids: [13, 12, 11, 10], total: 4, nextCursor: null });
  expect(page(page(null, 2).nextCursor, 2)).toEqual({ ids: [11, 10], total: 4, nextCursor: null });
});

test('a stranger has no friends', () => {
  expect(rig.ledger.read.friends(99, null, 3)).toEqual({ friends: [], total: 0, nextCursor: null });
});

test('a cursor with text before or after it means the beginning', () => {
  const cursor = page(null, 3).nextCursor;
  for (const wrong of [`x${cursor}`, `${cursor}x`, `1${cursor}.1`, ' ', ''])
    expect(page(wrong, 3), wrong).toEqual(page(null, 3));
});

test('a cursor names the last referral of a page that is followed by another', () => {
  const friends = [3, 2, 1].map((userId) => ({ userId, registeredAt: userId * 10 }));
  const cursor = friendCursor(friends, true);
  expect(readFriendCursor(cursor)).toEqual({ userId: 1, registeredAt: 10 });
  expect(friendCursor(friends, false)).toBeNull();
  expect(friendCursor([], true)).toBeNull();
});
