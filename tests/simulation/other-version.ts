/** What another version of the server leaves in a database before this one starts again. */

import { PROJECTION_VERSION } from '#api/ledger/accounts.ts';
import { appendEvents, eventsAfter } from '#api/ledger/event-rows.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { hashedText } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';
import type { Chance } from './chance.ts';
import { sha256 } from './server.ts';

/** A user whom only a newer version has served. Its ledger holds an event that this code does not know. */
export const USER_OF_NEWER = 5001;

/** An older or newer version has derived some or all accounts, and may have served its own user. */
export function runOtherVersion(sql: Sql, chance: Chance, now: number): void {
  const version = PROJECTION_VERSION + chance.pick([-1, 7]);
  for (const { id } of sql.all<{ id: number }>(
    'SELECT user_id AS id FROM accounts WHERE user_id <> ?',
    USER_OF_NEWER,
  )) {
    if (chance.happens(0.3)) continue;
    sql.run("UPDATE accounts SET version = ?, state = '{}' WHERE user_id = ?", version, id);
  }
  sql.run("INSERT OR REPLACE INTO meta (name, value) VALUES ('projection_version', ?)", String(version));
  if (chance.happens(0.3)) serveUserOfNewer(sql, now);
}

function serveUserOfNewer(sql: Sql, now: number): void {
  if (eventsAfter(sql, USER_OF_NEWER, 0, 1).length > 0) return;
  const registered = `{"firstAuthDate":${Math.floor(now / 1000)},"premium":false,"referrer":null,"referrerRegistered":false}`;
  const events = [
    { type: 'Registered.v1', eventId: 'registered', bucket: null, award: 0, data: registered },
    { type: 'PlanTraded.v9', eventId: 'plan', bucket: null, award: 0, data: '{}' },
    {
      type: 'CheckInClaimed.v1',
      eventId: 'check-in',
      bucket: 'checkin',
      award: 10_000,
      data: '{"day":1,"label":1}',
    },
  ] as const;
  let previous = ZERO_HASH;
  for (const [index, event] of events.entries()) {
    const open = { ...event, userId: USER_OF_NEWER, seq: index + 1, rules: 1, at: now };
    const stored: StoredEvent = { ...open, hash: sha256(hashedText(previous, open)) };
    appendEvents(sql, [stored]);
    previous = stored.hash;
  }
  sql.run(
    `INSERT INTO accounts (user_id, version, seq, hash, total, level, registered_at, credits_to, state)
     VALUES (?, ?, 3, ?, 10000, 1, ?, NULL, '{"of":"newer"}')`,
    USER_OF_NEWER,
    PROJECTION_VERSION + 7,
    previous,
    now,
  );
}

export function hasUserOfNewer(sql: Sql): boolean {
  return eventsAfter(sql, USER_OF_NEWER, 0, 1).length > 0;
}

/** The account that the newer version derived must be unchanged. */
export function newerUserViolations(sql: Sql): string[] {
  if (!hasUserOfNewer(sql)) return [];
  const row = sql.get<{ version: number; state: string }>(
    'SELECT version, state FROM accounts WHERE user_id = ?',
    USER_OF_NEWER,
  );
  return row?.version === PROJECTION_VERSION + 7 && row.state === '{"of":"newer"}'
    ? []
    : [`user ${USER_OF_NEWER}: the account of a newer version became ${JSON.stringify(row)}`];
}
