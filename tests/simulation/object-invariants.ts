/** Invariants of all objects together, once everything is calm. */

import type { DirectoryPeer } from '#api/credits/peers.ts';
import { directoryPart } from '#api/deployments/durable-objects/directory.ts';
import type { UserObject } from '#api/deployments/durable-objects/user.ts';
import { ownDatabase } from '#api/migrations.ts';
import { friendCards } from '#api/referrals/friends.ts';
import { withLateTables } from '#api/runtime/sqlite/late-tables.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { walletAddresses } from '#api/wallet/addresses.ts';
import { audit } from '#tests/support/audit.ts';
import { hasLedger, type NaiveAccount } from './naive-model.ts';
import { hmacHex, sha256 } from './server.ts';
import type { SimulatedObject } from './simulated-object.ts';

/** The least time between two messages of a friend, milliseconds. */
export const EVERY_MS = 600_000;

/** A message that arrived at least once. */
export interface Arrival {
  readonly from: number;
  readonly number: number;
  /** In true time, and by the sender's clock. */
  readonly sentAt: number;
  readonly clockAt: number;
  /** How often that clock had been set. */
  readonly clockSets: number;
  /** When its sender learned of its failure, in true time. */
  failedAt: number;
}

export interface Objects {
  readonly users: ReadonlyMap<number, SimulatedObject<UserObject>>;
  readonly parts: ReadonlyMap<number, SimulatedObject<DirectoryPeer>>;
  /** Users who called with their own launch data. */
  readonly callers: ReadonlySet<number>;
  readonly arrivals: readonly Arrival[];
}

type Accounts = ReadonlyMap<number, NaiveAccount>;

export function objectViolations(objects: Objects, naive: Accounts): string[] {
  const ledgers = new Map<number, Sql>();
  const found: string[] = [];
  for (const [userId, { sql, isAlarmSet }] of objects.users) {
    if (isAlarmSet()) found.push(`user ${userId} still has an alarm`);
    if (naive.has(userId)) ledgers.set(userId, seen(sql));
    if (!objects.callers.has(userId) && hasLedger(sql)) {
      found.push(`user ${userId} never called, and something was written there`);
    }
  }
  for (const [userId, sql] of ledgers) {
    found.push(...ledgerViolations(userId, sql));
    const friends = [...naive.values()].filter(({ registration }) => isFriendOf(userId, registration));
    found.push(...friendsViolations(userId, sql, friends, ledgers));
    if (!isListed(objects, userId)) found.push(`user ${userId} is not in the directory`);
  }
  found.push(...doubleEntryViolations(ledgers), ...spacingViolations(objects.arrivals));
  return found;
}

/** As it is now, with the tables that its object has not made yet: the object itself remembers which of them there are. */
export const seen = (sql: Sql) => withLateTables({ ...sql }, ownDatabase, { now: () => 0 });

const isFriendOf = (userId: number, { referrer, referrerRegistered }: NaiveAccount['registration']) =>
  referrer === userId && referrerRegistered;

function ledgerViolations(userId: number, sql: Sql): string[] {
  const report = audit({ sql, sha256, hmac: hmacHex, credits: 'elsewhere', addresses: walletAddresses });
  const found = report.findings.map((finding) => `audit of user ${userId}: ${JSON.stringify(finding)}`);
  if (report.users !== 1) found.push(`user ${userId}: ${report.users} ledgers in one object`);
  if (report.pending > 0) found.push(`user ${userId}: ${report.pending} credits were never delivered`);
  return found;
}

/** What a referrer heard of each friend, against the friend's own database. */
function friendsViolations(
  userId: number,
  sql: Sql,
  friends: readonly NaiveAccount[],
  ledgers: ReadonlyMap<number, Sql>,
): string[] {
  const told = new Map(friendCards(sql, null, 1000, 0).friends.map((card) => [card.userId, card]));
  const found: string[] = [];
  for (const friend of friends) {
    const own = ledgers.get(friend.userId);
    const account = own?.get<{ level: number }>('SELECT level FROM accounts');
    const person = own?.get<{ username: string; premium: number }>('SELECT username, premium FROM people');
    const right = JSON.stringify({
      userId: friend.userId,
      level: account?.level,
      points: Object.entries(friend.points).sort(),
      username: person?.username ?? null,
      premium: person?.premium === 1,
    });
    const card = told.get(friend.userId);
    const said = card && JSON.stringify({ ...card, points: Object.entries(card.points).sort() });
    if (said !== right) found.push(`user ${userId} heard ${said}, the friend's ledger says ${right}`);
  }
  if (told.size !== friends.length) found.push(`user ${userId} has ${told.size} friends in their list`);
  return found;
}

function isListed({ parts }: Objects, userId: number): boolean {
  const sql = parts.get(directoryPart(userId))?.sql;
  if (sql?.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'users'") === undefined) return false;
  return sql.get('SELECT 1 AS found FROM users WHERE user_id = ?', userId) !== undefined;
}

interface Credit {
  readonly target: number;
  readonly id: string;
  readonly says: string;
}

/** Every sent credit is in its target's ledger once and unchanged, and no other credit is. */
function doubleEntryViolations(ledgers: ReadonlyMap<number, Sql>): string[] {
  const sent = [...ledgers.values()].flatMap((sql) =>
    sql.all<Credit>(
      `SELECT target_user AS target, credit_id AS id,
         json_array(cause, source, basis, json(iif(premium = 1, 'true', 'false'))) AS says FROM credits`,
    ),
  );
  const received = [...ledgers.values()].flatMap((sql) =>
    sql.all<Credit>(
      `SELECT user_id AS target, event_id AS id,
         json_array(data ->> 'cause', data ->> 'source', data ->> 'basis', json(data -> 'premium')) AS says
       FROM events WHERE type = 'CreditReceived.v1'`,
    ),
  );
  const open = new Map(sent.map((credit) => [`${credit.target} ${credit.id}`, credit]));
  const found = open.size === sent.length ? [] : ['a credit was sent under the id of another'];
  for (const { target, id, says } of received) {
    const right = open.get(`${target} ${id}`)?.says;
    if (right === undefined) found.push(`credit ${id} of user ${target} was never sent, or received twice`);
    else if (right !== says) found.push(`credit ${id} of user ${target} says ${says}, sent was ${right}`);
    open.delete(`${target} ${id}`);
  }
  for (const { target, id } of open.values()) found.push(`credit ${id} never reached user ${target}`);
  return found;
}

/**
 * A message follows another within ten minutes only if the first failed as far as its sender could see. A clock
 * set in between may make the interval shorter or longer, but not both. One set back and forth may, since a
 * sender opened in between has to trust the current clock.
 */
function spacingViolations(arrivals: readonly Arrival[]): string[] {
  const last = new Map<number, Arrival>();
  const found: string[] = [];
  for (const next of [...arrivals].sort((a, b) => a.number - b.number)) {
    const before = last.get(next.from);
    last.set(next.from, next);
    if (before === undefined || before.failedAt <= next.sentAt) continue;
    if (next.clockSets - before.clockSets > 1) continue;
    const apart = Math.max(next.sentAt - before.sentAt, next.clockAt - before.clockAt);
    if (apart < EVERY_MS) {
      found.push(`user ${next.from} sent messages ${before.number} and ${next.number} within ${apart} ms`);
    }
  }
  return found;
}
