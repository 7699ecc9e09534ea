/**
 * Friends as last fetched, page by page. Every friend has a permanent number: the first invited is 1, the newest has
 * the total. So new friends, who come first in the list, do not move those already kept. Only the newest are kept,
 * without a gap, in rows of a hundred numbers.
 */
import type { ReferralItem } from '#core/contract/points.ts';
import { pointsFromWire } from '#core/points/format.ts';
import type { Referral, Referrals } from '../model.ts';
import { factsOf } from './facts.ts';
import type { Reading, Store } from './port.ts';
import type { FriendsHead, FriendsRow, ReferralsRow } from './rows.ts';

/** Friends per row. */
const ROW = 100;
const HEAD = 'friends';

/** One answer of the server within one pass through the list, from the newest friend on. */
export interface FriendsPage {
  readonly friends: readonly ReferralItem[];
  /** How many newer friends this pass has fetched before. */
  readonly offset: number;
  /** The number of friends when the pass began. */
  readonly total: number;
  /** This is the last page. */
  readonly isLast: boolean;
}

/** A query for a live value. It reuses rows that have not changed and, without any change, returns the same object. */
export function referralsQuestion(): (reading: Reading) => Promise<Referrals | null> {
  let known: FriendsHead | null = null;
  let rows = new Map<number, FriendsRow>();
  let answer: Referrals | null = null;
  return async (reading) => {
    const head = await headOf(reading);
    if (head === null) {
      known = null;
      rows = new Map();
      answer = null;
      return null;
    }
    const same =
      known?.begun === head.begun ? new Map(known.marks.map((mark) => [mark.row, mark.write])) : null;
    const wanted = head.marks.filter(({ row, write }) => !rows.has(row) || same?.get(row) !== write);
    if (known?.writes === head.writes && same !== null && wanted.length === 0 && answer !== null)
      return answer;
    const fetched = await reading.getMany(
      'referrals',
      wanted.map(({ row }) => rowKey(row)),
    );
    const next = new Map<number, FriendsRow>();
    for (const { row } of head.marks) {
      const kept = rows.get(row);
      if (kept !== undefined) next.set(row, kept);
    }
    for (const row of fetched) if (row !== undefined && isFriends(row)) next.set(row.row, row);
    known = head;
    rows = next;
    answer = {
      asOf: head.asOf,
      oldestAsOf: Math.min(head.asOf, ...head.marks.map(({ asOf }) => asOf)),
      total: head.total,
      isComplete: head.isComplete,
      items: head.marks.flatMap(({ row }) => rows.get(row)?.items ?? []),
    };
    return answer;
  };
}

/**
 * Keeps a page. Friends beyond it stay if they follow it without a gap; otherwise they are dropped.
 * @returns false if the page itself does not follow the kept friends: the pass must start again.
 */
export function takeReferrals(
  store: Store,
  page: FriendsPage,
  generation: number | null,
  asOf: number,
): Promise<boolean> {
  return store.write(['referrals', 'settings'], async (writing) => {
    if ((await factsOf(writing)).generation !== generation) return true;
    const before = await headOf(writing);
    if (before === null) await writing.clear('referrals');
    const top = page.total - page.offset;
    const bottom = top - page.friends.length + 1;
    if (page.offset > 0 && (before === null || before.low > top + 1)) return false;

    const items = new Map<number, Referral>();
    page.friends.forEach((friend, index) => {
      items.set(top - index, referralOf(friend));
    });
    const last = page.friends.at(-1);
    const isTailKept =
      !page.isLast &&
      last !== undefined &&
      before !== null &&
      (await friendAt(writing, before, bottom))?.id === last.id;
    const low = isTailKept ? Math.min(before.low, bottom) : bottom;
    const high = page.offset === 0 ? page.total : Math.max(page.total, before?.high ?? 0);

    const changed: FriendsRow[] = [];
    if (page.friends.length > 0) {
      for (let row = rowOf(top); row >= rowOf(bottom); row -= 1) {
        const kept = await keptOf(writing, before, row);
        const from = Math.min(high, row * ROW + ROW);
        const to = Math.max(low, row * ROW + 1);
        const whole = Array.from({ length: from - to + 1 }, (_, index) => {
          const number = from - index;
          return items.get(number) ?? kept.get(number);
        });
        changed.push({ key: rowKey(row), row, top: from, items: whole.filter((one) => one !== undefined) });
      }
    }
    await writing.put('referrals', changed);

    const writes = (before?.writes ?? 0) + 1;
    const isKept = ({ row }: { readonly row: number }) =>
      row <= rowOf(high) && row >= rowOf(low) && low <= high && !changed.some((one) => one.row === row);
    const marks = [
      ...changed.map(({ row }) => ({ row, write: writes, asOf })),
      ...(before?.marks.filter(isKept) ?? []),
    ].sort((a, b) => b.row - a.row);
    const gone = before?.marks.filter((mark) => !marks.some(({ row }) => row === mark.row)) ?? [];
    await writing.remove(
      'referrals',
      gone.map(({ row }) => rowKey(row)),
    );
    await writing.put('referrals', [
      {
        key: HEAD,
        begun: before?.begun ?? asOf,
        writes,
        asOf: page.offset === 0 ? asOf : (before?.asOf ?? asOf),
        total: page.total,
        high,
        low,
        isComplete: page.isLast || (isTailKept && before.isComplete),
        marks,
      },
    ]);
    return true;
  });
}

async function headOf(reading: Reading): Promise<FriendsHead | null> {
  const row = await reading.get('referrals', HEAD);
  return row !== undefined && !isFriends(row) ? row : null;
}

async function keptOf(
  reading: Reading,
  head: FriendsHead | null,
  row: number,
): Promise<ReadonlyMap<number, Referral>> {
  if (head === null || !head.marks.some((mark) => mark.row === row)) return new Map();
  const found = await reading.get('referrals', rowKey(row));
  if (found === undefined || !isFriends(found)) return new Map();
  return new Map(found.items.map((friend, index) => [found.top - index, friend]));
}

async function friendAt(reading: Reading, head: FriendsHead, number: number): Promise<Referral | undefined> {
  return (await keptOf(reading, head, rowOf(number))).get(number);
}

function isFriends(row: ReferralsRow): row is FriendsRow {
  return row.key !== HEAD;
}

function rowOf(number: number): number {
  return Math.floor((number - 1) / ROW);
}

function rowKey(row: number): `friends:${number}` {
  return `friends:${row}`;
}

function referralOf(item: ReferralItem): Referral {
  return {
    id: item.id,
    username: item.username,
    level: Number(item.level),
    isPremium: item.is_premium === 1,
    total: [
      item.activity_points,
      item.referral_points,
      item.referral_activity_points,
      item.referral_referral_points,
      item.checkin_points,
    ].reduce((sum, points) => sum + (pointsFromWire(points) ?? 0), 0),
  };
}
