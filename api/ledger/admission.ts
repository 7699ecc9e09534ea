/**
 * Admission control in front of the ledger: no account can fill the disk. Never refuses credits from other ledgers,
 * operators' commands, or the deletion of a user's data.
 */
import { MOST_EVENTS_PER_DAY } from '#core/points/admission.ts';
import { type Command, eventIdOf } from '#core/points/commands.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { decide } from '#core/points/decide.ts';
import { initialState } from '#core/points/evolve.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { newestHead } from './event-rows.ts';
import { isHeadSeq } from './heads.ts';
import { NOT_BY_OTHERS, READ_WITHOUT_INDEX } from './tables.ts';
import type { Executed, Ledger, LedgerWriter } from './types.ts';

/** A deletion requires an onboarding in between, which is limited. */
const NEVER_REFUSED: ReadonlySet<Command['type']> = new Set([
  'receive_credit',
  'correct',
  'unlink_wallet',
  'delete_data',
]);

/**
 * The same ledger with a limit on the events per user and UTC day of receipt: beyond it `execute` answers `too_many_today`
 * and appends nothing. Commands that append nothing are answered as usual.
 */
export function admitting(ledger: Ledger, mostPerDay: number = MOST_EVENTS_PER_DAY): Ledger {
  return { ...ledger, transact: (work) => ledger.transact((writer) => work(limited(writer, mostPerDay))) };
}

function limited(writer: LedgerWriter, mostPerDay: number): LedgerWriter {
  /** Events that each user may still append, for the users that this work has needed so far. */
  const left = new Map<number, number>();

  function leftFor(userId: number): number {
    const head = writer.account(userId)?.head.seq ?? 0;
    // Few ledgers are that long, so most are admitted without reading their events.
    if (head < mostPerDay) return mostPerDay - head;
    const healed = savedHead(writer.sql, userId);
    if (head < healed) return healed - head;
    const known = left.get(userId) ?? mostPerDay - ownEventsToday(writer, userId, healed, mostPerDay);
    left.set(userId, known);
    return known;
  }

  function execute(userId: number, command: Command): Executed {
    if (NEVER_REFUSED.has(command.type)) return writer.execute(userId, command);
    if (leftFor(userId) <= 0 && appends(writer, userId, command)) {
      return { ok: false, error: { type: 'too_many_today' } };
    }
    const executed = writer.execute(userId, command);
    if (executed.ok) take(userId, executed.events.length);
    return executed;
  }

  function take(userId: number, events: number): void {
    const known = left.get(userId);
    if (known !== undefined) left.set(userId, known - events);
  }

  return {
    ...writer,
    execute,
    recordAll(userId, records) {
      if (leftFor(userId) < records.length) return records.map((record) => execute(userId, record));
      const all = writer.recordAll(userId, records);
      for (const executed of all) if (executed.ok) take(userId, executed.events.length);
      return all;
    },
  };
}

function appends(writer: LedgerWriter, userId: number, command: Command): boolean {
  const state = writer.account(userId) ?? initialState(userId);
  if (writer.eventById(userId, eventIdOf(state, command, writer.now)) !== null) return false;
  const decided = decide(state, command, writer.now);
  return decided.ok && decided.events.length > 0;
}

/**
 * Events of this UTC day that the user's own calls appended, at most `most`. Events up to a saved head do not count: devices
 * are bringing back the past of a restored server.
 */
function ownEventsToday({ sql, now }: LedgerWriter, userId: number, healed: number, most: number): number {
  const begin = dayOf(now) * DAY_MS;
  const end = begin + DAY_MS;
  const count = (text: string) => sql.get<{ n: number }>(text, userId, healed, begin, end, most)?.n ?? 0;
  const later = count(OWN_LATER);
  return areFirstEarlier(sql, userId, begin) ? later : later + count(OWN_FIRST);
}

const OWN = `user_id = ? AND seq > ? AND at >= ? AND at < ? AND ${NOT_BY_OTHERS} LIMIT ?`;
const OWN_FIRST = `SELECT count(*) AS n FROM (SELECT 1 FROM events WHERE seq <= ${READ_WITHOUT_INDEX} AND ${OWN})`;
const OWN_LATER = `SELECT count(*) AS n FROM (
  SELECT 1 FROM events INDEXED BY events_own_later WHERE seq > ${READ_WITHOUT_INDEX} AND ${OWN})`;

/** Whether all of the first events belong to an earlier day. May be wrong if a clock was set back by days. */
function areFirstEarlier(sql: Sql, userId: number, begin: number): boolean {
  const last = sql.get<{ at: number }>(
    'SELECT at FROM events WHERE user_id = ? AND seq = ?',
    userId,
    READ_WITHOUT_INDEX,
  );
  return last !== undefined && last.at < begin - DAY_MS;
}

/** The sequence number of a user's saved head from before the database was restored; 0 if there is none. */
function savedHead(sql: Sql, userId: number): number {
  return sql.get<{ seq: number }>('SELECT seq FROM saved_heads WHERE user_id = ?', userId)?.seq ?? 0;
}

export interface HeadsSaved {
  readonly ledgers: number;
  /** Ledgers that end before their saved head: they have lost events, which devices may bring back. */
  readonly behind: number;
}

/**
 * Lets devices bring back everything up to these heads without a limit. Only raises a stored head: a head above its ledger
 * means lost events, and an older file must not hide them. Such ledgers are counted instead.
 *
 * Throws a RangeError for an impossible sequence number; inside a transaction nothing is saved then.
 */
export function saveHeads(
  sql: Sql,
  heads: Iterable<{ readonly userId: number; readonly seq: number }>,
): HeadsSaved {
  let ledgers = 0;
  let behind = 0;
  for (const { userId, seq } of heads) {
    if (!isHeadSeq(seq)) throw new RangeError(`No ledger has an event ${seq}`);
    sql.run(
      `INSERT INTO saved_heads (user_id, seq) VALUES (?, ?)
       ON CONFLICT (user_id) DO UPDATE SET seq = max(seq, excluded.seq)`,
      userId,
      seq,
    );
    ledgers += 1;
    if ((newestHead(sql, userId)?.seq ?? 0) < savedHead(sql, userId)) behind += 1;
  }
  return { ledgers, behind };
}
