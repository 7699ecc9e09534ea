/** The expected points, computed as plainly as possible from the ledger's facts, without shared code. */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { USER_OF_NEWER } from './other-version.ts';

export interface NaiveAccount {
  readonly userId: number;
  /** Thousandths, by bucket. */
  readonly points: Readonly<Record<string, number>>;
  readonly friends: number;
  /** Every record of the ledger, by id. */
  readonly records: ReadonlyMap<string, NaiveRecord>;
  readonly checkInDays: readonly number[];
  readonly registration: NaiveRegistration;
  readonly deletions: number;
}

export interface NaiveRecord {
  readonly calculationType: string;
  readonly claimedAt: number;
  readonly award: number;
  readonly reason: string;
}

export interface NaiveRegistration {
  readonly firstAuthDate: number;
  readonly premium: boolean;
  readonly referrer: number | null;
  readonly referrerRegistered: boolean;
}

interface EventRow {
  readonly user_id: number;
  readonly event_id: string;
  readonly type: string;
  readonly rules: number;
  readonly at: number;
  readonly data: string;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Every account of the databases. Throws if a ledger holds an event that no rule allows. */
export function naiveAccounts(databases: readonly Sql[]): ReadonlyMap<number, NaiveAccount> {
  const events = databases.flatMap((sql) =>
    sql.all<EventRow>(
      'SELECT user_id, event_id, type, rules, at, data FROM events WHERE user_id <> ? ORDER BY user_id, seq',
      USER_OF_NEWER,
    ),
  );
  const byUser = new Map<number, EventRow[]>();
  for (const event of events) {
    const own = byUser.get(event.user_id);
    if (own === undefined) byUser.set(event.user_id, [event]);
    else own.push(event);
  }
  const alone = new Map([...byUser].map(([userId, own]) => [userId, withoutFriends(userId, own)]));
  return new Map([...alone].map(([userId, account]) => [userId, withFriends(account, [...alone.values()])]));
}

/** What the user earned themselves. */
function withoutFriends(userId: number, events: readonly EventRow[]): NaiveAccount {
  const [first] = events;
  if (first?.type !== 'Registered.v1')
    throw new Error(`The ledger of ${userId} does not begin with a registration`);
  const registration = JSON.parse(first.data) as NaiveRegistration;
  const records = new Map<string, NaiveRecord>();
  const perDay = new Map<number, number>();
  const perReceiptDay = new Map<number, number>();
  const days: number[] = [];
  let checkIn = 0;
  let [run, freezes] = [0, 0];
  for (const event of events) {
    if (event.type === 'CalculationRecorded.v1') {
      if (records.has(event.event_id)) throw new Error(`Record ${event.event_id} is there twice`);
      records.set(event.event_id, judge(event, registration, perDay, perReceiptDay));
    }
    if (event.type === 'CheckInClaimed.v1') {
      const day = Math.floor(event.at / DAY);
      const before = days.at(-1) ?? Number.NEGATIVE_INFINITY;
      if (day <= before) throw new Error(`Day ${day} was claimed after ${before}`);
      const missed = day - before - 1;
      const covered = event.rules === 1 ? 0 : freezes;
      run = missed <= covered ? run + 1 : 1;
      if (event.rules === 2) {
        if (run > 1) freezes -= missed;
        if (run % 7 === 0) freezes = Math.min(2, freezes + 1);
      }
      days.push(day);
      checkIn += 10_000 * Math.min(10, run);
    }
  }
  let activity = 0;
  for (const { award } of records.values()) activity += award;
  return {
    userId,
    points: { activity, referral: 0, referral_activity: 0, referral_referral: 0, checkin: checkIn },
    friends: 0,
    records,
    checkInDays: days,
    registration,
    deletions: events.filter(({ type }) => type === 'DataDeleted.v1').length,
  };
}

function judge(
  event: EventRow,
  { firstAuthDate }: NaiveRegistration,
  perDay: Map<number, number>,
  perReceiptDay: Map<number, number>,
): NaiveRecord {
  const { calculationType, occurredAt, sentAt } = JSON.parse(event.data) as {
    calculationType: string;
    occurredAt: number;
    sentAt: number | null;
  };
  const isClockOff = sentAt !== null && Math.abs(event.at - sentAt) > 2 * MINUTE;
  const shifted = isClockOff ? occurredAt + (event.at - sentAt) : occurredAt;
  const happened = Math.min(shifted, event.at);
  const day = Math.floor(happened / DAY);
  const receiptDay = Math.floor(event.at / DAY);
  const ofDay = perDay.get(day) ?? 0;
  const ofReceiptDay = perReceiptDay.get(receiptDay) ?? 0;
  let reason = 'counted';
  if (happened < firstAuthDate * 1000 - 10 * MINUTE) reason = 'before_first_launch';
  else if (event.at - happened > 7 * DAY) reason = 'too_old';
  else if (ofDay >= 30) reason = 'daily_limit';
  else if (ofReceiptDay >= 210) reason = 'receipt_limit';
  if (reason === 'counted') {
    perDay.set(day, ofDay + 1);
    perReceiptDay.set(receiptDay, ofReceiptDay + 1);
  }
  return { calculationType, claimedAt: occurredAt, award: reason === 'counted' ? 1000 : 0, reason };
}

/** Adds what friends earned, one level up. */
function withFriends(account: NaiveAccount, all: readonly NaiveAccount[]): NaiveAccount {
  const friends = all.filter(
    ({ registration }) => registration.referrer === account.userId && registration.referrerRegistered,
  );
  let referral = 0;
  let referralActivity = 0;
  let referralReferral = 0;
  for (const friend of friends) {
    referral += friend.registration.premium ? 75_000 : 50_000;
    referralActivity += (friend.points['activity'] ?? 0) / 10;
    const theirs = all.filter(
      ({ registration }) => registration.referrer === friend.userId && registration.referrerRegistered,
    );
    for (const { registration } of theirs) referralReferral += registration.premium ? 7_500 : 5_000;
  }
  return {
    ...account,
    friends: friends.length,
    points: {
      ...account.points,
      referral,
      referral_activity: referralActivity,
      referral_referral: referralReferral,
    },
  };
}

/** Whether the user's data were ever deleted, according to this ledger. */
export function hasDeletion(sql: Sql, userId: number): boolean {
  return (
    sql.get("SELECT 1 AS found FROM events WHERE user_id = ? AND type = 'DataDeleted.v1'", userId) !==
    undefined
  );
}

/** Whether a database has the ledger's tables. */
export function hasLedger(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'events'") !== undefined;
}
