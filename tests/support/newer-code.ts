/** What a newer version leaves in a database: a change that this version can work with, and events that it does not know. */
import { type AccountRow, accountRow, PROJECTION_VERSION, readAccount } from '#api/ledger/accounts.ts';
import { appendEvents, newestHead } from '#api/ledger/event-rows.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { hashedText } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { initialState } from '#core/points/evolve.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { sha256Hex } from './hashing.ts';

/** @param opensFrom the version that the newer code names; by default the present one. */
export function noteNewerCode(sql: Sql, opensFrom: string | null = packageJson.version): void {
  sql.run(
    "INSERT INTO migrations (name, applied_at, version, opens_from) VALUES ('ledger-999', 0, '99.0.0', ?)",
    opensFrom,
  );
}

export const NEWER_EVENTS = {
  'an unknown type': { type: 'QuizAnswered.v1', rules: 2, data: '{"question":7}' },
  'unknown rules': {
    type: 'CalculationRecorded.v1',
    rules: 3,
    data: '{"calculationType":"RiskMoney","day":20522,"occurredAt":1773144000000,"reason":"counted","sentAt":null}',
  },
  'unknown data of a known type': { type: 'OnboardingCompleted.v1', rules: 2, data: '{"steps":3}' },
} as const;

/**
 * Appends an event of newer code, worth 7 iRICH, and writes the account as that code does: under this version of the projection,
 * or under a later one.
 */
export function appendNewer(
  sql: Sql,
  userId: number,
  kind: keyof typeof NEWER_EVENTS,
  { at, projection = PROJECTION_VERSION }: { readonly at: number; readonly projection?: number },
): void {
  const head = newestHead(sql, userId) ?? { seq: 0, hash: '' };
  const open: Omit<StoredEvent, 'hash'> = {
    ...NEWER_EVENTS[kind],
    ...{ userId, seq: head.seq + 1, eventId: 'of-newer-code', at, bucket: 'activity', award: 7000 },
  };
  const event = { ...open, hash: sha256Hex(hashedText(head.hash, open)) };
  const before = readAccount(sql, userId) ?? initialState(userId);
  appendEvents(sql, [event]);
  const points = { ...before.points, activity: before.points.activity + event.award };
  const row: AccountRow = {
    ...accountRow({ ...before, points, head: { seq: event.seq, hash: event.hash } }),
    version: projection,
  };
  sql.run(
    'UPDATE accounts SET version = ?, seq = ?, hash = ?, total = ?, state = ? WHERE user_id = ?',
    ...[row.version, row.seq, row.hash, row.total, row.state, userId],
  );
}
