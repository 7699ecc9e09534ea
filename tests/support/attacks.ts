/** Edits that write access to the database file allows; the schema's guards stay in place. */
import { EVENT_COLUMNS } from '#api/ledger/event-rows.ts';
import { rebuild } from '#api/ledger/rebuild.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { hashedText } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';
import { sha256Hex } from './hashing.ts';

/** Replaces a user's ledger with the result of `change` on its events. */
export function tamper(sql: Sql, userId: number, change: (events: StoredEvent[]) => StoredEvent[]): void {
  const events = change(allEvents(sql, userId));
  unguarded(sql, () => {
    sql.run('DELETE FROM events WHERE user_id = ?', userId);
    for (const event of events) insert(sql, event);
  });
}

/** Renumbers and rehashes a user's events, like an attacker who knows the format. */
export function rehash(sql: Sql, userId: number): void {
  tamper(sql, userId, (events) => {
    let previous = ZERO_HASH;
    return events.map((event, index) => {
      const numbered = { ...event, seq: index + 1 };
      previous = sha256Hex(hashedText(previous, numbered));
      return { ...numbered, hash: previous };
    });
  });
}

/** Makes the projection agree with the current events. */
export function rebuildAll(sql: Sql): void {
  for (const _ of rebuild(sql));
}

export function allEvents(sql: Sql, userId: number): StoredEvent[] {
  return sql.all<StoredEvent>(`SELECT ${EVENT_COLUMNS} FROM events WHERE user_id = ? ORDER BY seq`, userId);
}

/** Inserts an event between two others: sequence numbers are whole, so later events move up. */
export function insertAt(events: readonly StoredEvent[], index: number, event: StoredEvent): StoredEvent[] {
  return [...events.slice(0, index), event, ...events.slice(index)].map((one, at) => ({
    ...one,
    seq: at + 1,
  }));
}

function insert(sql: Sql, event: StoredEvent): void {
  const { userId, seq, eventId, type, rules, at, bucket, award, data, hash } = event;
  sql.run(
    'INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
    userId,
    seq,
    eventId,
    type,
    rules,
    at,
    bucket,
    award,
    data,
    hash,
  );
}

/** Runs `work` without the triggers that guard the ledger, then restores them. */
export function unguarded(sql: Sql, work: () => void): void {
  const guards = sql.all<{ name: string; text: string }>(
    "SELECT name, sql AS text FROM sqlite_master WHERE type = 'trigger'",
  );
  for (const { name } of guards) sql.run(`DROP TRIGGER ${name}`);
  try {
    work();
  } finally {
    for (const { text } of guards) sql.run(text);
  }
}
