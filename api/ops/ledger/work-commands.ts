/** Commands for one ledger, and commands that write: `show`, `export`, `correct`, `rebuild`, `backup`, `vacuum`. */

import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { dayOf } from '#core/points/days.ts';
import type { Bucket } from '#core/points/events.ts';
import { totalOf } from '#core/points/evolve.ts';
import { exportEventLine, exportHeaderLine } from '#core/points/export-lines.ts';
import { isBucket } from '#core/points/facts.ts';
import { pointsFromWire, pointsToWire } from '#core/points/format.ts';
import { currentStreak } from '#core/points/streak.ts';
import {
  creditSecret,
  isSecretElsewhere,
  isServerGivenSecret,
  removeStoredSecret,
  secretFaultText,
  storedSecret,
} from '../../ledger/credit-secret.ts';
import { newestHead } from '../../ledger/event-rows.ts';
import { ledgerReader } from '../../ledger/reader.ts';
import { rebuild } from '../../ledger/rebuild.ts';
import type { Executed } from '../../ledger/types.ts';
import { sha256 } from '../../runtime/hashing.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../runtime/sqlite/better-sqlite3.ts';
import { takeServeLock } from '../../runtime/sqlite/serve-lock.ts';
import { requestVacuum, vacuum } from '../../vacuum.ts';
import { ledgerOn } from './database.ts';
import { FINE, grouped, type Io, partialName, publish, startProgress, UNUSABLE, WRONG } from './io.ts';

/** The number of newest events that `show` prints. */
const SHOWN = 20;

/** Prints a user's points and badges, and the newest events. */
export function showCommand(sql: NodeSqlite, io: Io, userId: number): number {
  const read = ledgerReader(sql);
  const account = read.account(userId);
  if (account === null) return noLedger(io, userId);
  const { registered, points, streak, badges, head } = account;
  const line = (name: string, value: string) => io.out(`${name.padEnd(18)} ${value}\n`);
  line('user', String(userId));
  line('registered', registered === null ? 'no' : iso(registered.at));
  line('invited by', invitedBy(registered));
  line('onboarded', `${account.onboarded ? 'yes' : 'no'}, data deleted ${account.deletions} times`);
  for (const [bucket, amount] of Object.entries(points)) line(bucket, pointsToWire(amount));
  line('total', `${pointsToWire(totalOf(points))}, level ${account.level}`);
  line('friends', String(account.friends));
  const today = currentStreak(streak, dayOf(Date.now()));
  line('streak', `${today} (longest ${streak.longest})`);
  line('badges', badges.map((badge) => badge.id).join(' ') || 'none');
  line('head', `${head.seq} ${head.hash}`);
  const newest = read.events(userId, Math.max(0, head.seq - SHOWN), SHOWN);
  for (const { seq, at, type, bucket, award, eventId, data } of newest) {
    const what = bucket === null ? '' : ` ${pointsToWire(award)} ${bucket}`;
    io.out(`${String(seq).padStart(6)}  ${iso(at)}  ${type}${what}  ${eventId}  ${data}\n`);
  }
  return FINE;
}

function invitedBy(registered: { referrer: number | null; referrerRegistered: boolean } | null): string {
  if (registered === null || registered.referrer === null) return 'no referrer';
  return `${registered.referrer}${registered.referrerRegistered ? '' : ', who had no ledger at that time and earns nothing'}`;
}

/** Writes the published export of one ledger to `out`. */
export function exportCommand(sql: NodeSqlite, io: Io, userId: number): number {
  const read = ledgerReader(sql);
  const head = newestHead(sql, userId);
  if (head === null) return noLedger(io, userId);
  io.out(exportHeaderLine({ userId, exportedAt: Date.now(), head }));
  for (let after = 0; after < head.seq; ) {
    const events = read.events(userId, after, Math.min(1000, head.seq - after));
    if (events.length === 0) break;
    io.out(events.map(exportEventLine).join(''));
    after = events.at(-1)?.seq ?? head.seq;
  }
  return FINE;
}

function noLedger(io: Io, userId: number): number {
  io.err(`User ${userId} has no ledger.\n`);
  return WRONG;
}

export interface CorrectArguments {
  readonly userId: number;
  readonly bucket: string;
  /** Points as a decimal, such as `-7.5`. */
  readonly amount: string;
  readonly reason: string | undefined;
  /** Makes a correction safe to repeat; generated if absent. */
  readonly id: string | undefined;
}

/** Appends a correction, with the credits that it gives or takes back. */
export async function correctCommand(sql: NodeSqlite, io: Io, asked: CorrectArguments): Promise<number> {
  const { userId, bucket, reason } = asked;
  const amount = pointsFromWire(asked.amount.replace(/^\+/, ''));
  const correctionId = asked.id ?? randomUUID();
  const bad = refusal(bucket, amount, reason, correctionId);
  if (bad !== null || !isBucket(bucket) || amount === null || reason === undefined) {
    io.err(`${bad ?? ''}\n`);
    return UNUSABLE;
  }
  const ledger = ledgerOn(sql, io);
  const answer = await ledger.transact<Executed>((writer) =>
    writer.execute(userId, { type: 'correct', correctionId, bucket, amount, reason }),
  );
  await ledger.idle();
  if (!answer.ok) {
    io.err(`Nothing was written: ${answer.error.type}.\n`);
    return WRONG;
  }
  if (!answer.value.ok) {
    io.err(`Refused: ${REFUSALS[answer.value.error.type] ?? answer.value.error.type}.\n`);
    return WRONG;
  }
  const event = answer.value.duplicateOf ?? answer.value.events[0];
  const again = answer.value.duplicateOf === undefined ? '' : ' It was already written, and not again.';
  io.out(
    `Correction ${correctionId} is event ${event?.seq} of user ${userId}.${again}` +
      ` The total is ${pointsToWire(totalOf(answer.value.state.points))}.\n`,
  );
  return FINE;
}

const REFUSALS: Readonly<Partial<Record<string, string>>> = {
  not_registered: 'there is no such user',
  bad_amount: 'the amount is zero, has more than two decimals, or would take the bucket below zero',
  bad_reason: 'the reason is empty or over 500 characters',
  conflict: 'another correction has that id',
};

function refusal(
  bucket: string,
  amount: number | null,
  reason: string | undefined,
  id: string,
): string | null {
  const buckets: readonly Bucket[] = [
    'activity',
    'referral',
    'referral_activity',
    'referral_referral',
    'checkin',
  ];
  if (!isBucket(bucket)) return `The bucket is one of ${buckets.join(', ')}.`;
  if (amount === null) return 'The amount is a number of points, such as 7.5 or -10.';
  if (reason === undefined)
    return 'A correction needs --reason. It stays in the ledger for ever: keep names out of it.';
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(id)) return 'The id is 1 to 80 letters, digits, _ or -.';
  return null;
}

/** Rebuilds the accounts from events, in short writes. */
export function rebuildCommand(sql: NodeSqlite, io: Io): number {
  const progress = startProgress(io);
  let last = { events: 0, users: 0, changed: 0, removed: 0, skipped: 0 };
  for (const done of rebuild(sql)) {
    last = done;
    progress.step(() => `${grouped(done.events)} events folded, ${grouped(done.users)} accounts written`);
  }
  progress.end();
  const { events, users, changed, removed, skipped } = last;
  io.out(`${grouped(users)} accounts rebuilt from ${grouped(events)} events: `);
  io.out(`${grouped(changed)} were missing or wrong, ${grouped(removed)} had no events.\n`);
  if (skipped > 0)
    io.out(`${grouped(skipped)} hold events that this code does not know; they were left unchanged.\n`);
  return skipped === 0 ? FINE : WRONG;
}

/** Copies the database to a new file while it is in use, and checks the copy. */
export function backupCommand(sql: NodeSqlite, io: Io, path: string): number {
  if (existsSync(path)) return exists(io, path);
  if (!existsSync(dirname(path))) {
    io.err(`There is no folder ${dirname(path)}.\n`);
    return UNUSABLE;
  }
  const partial = partialName(path);
  let verdict: unknown;
  try {
    sql.backup(partial);
    const copy = openBetterSqlite3(partial, { mustExist: true });
    verdict = copy.pragma('quick_check');
    copy.close();
  } catch (error) {
    // After an error such as a full disk, half a copy would keep the disk full.
    for (const rest of ['', '-journal', '-wal', '-shm']) rmSync(`${partial}${rest}`, { force: true });
    throw error;
  }
  if (!publish(partial, path)) return exists(io, path);
  if (verdict !== 'ok') {
    io.err(`${path} is damaged: ${verdict}\n`);
    return WRONG;
  }
  io.out(`${path} is a full copy of the database.\n`);
  if (isSecretElsewhere(sql)) {
    io.out(
      'It does not hold the credit secret: keep CREDIT_SECRET as well, because no server starts with this copy without it.\n',
    );
  }
  return FINE;
}

/**
 * `secret show` prints the value for CREDIT_SECRET; `secret remove` deletes it from the database once that variable is
 * set.
 */
export function secretCommand(sql: NodeSqlite, io: Io, verb: string | undefined): number {
  if (isSecretElsewhere(sql)) {
    io.err('The database does not hold the secret: only CREDIT_SECRET does.\n');
    return WRONG;
  }
  const set = io.env['CREDIT_SECRET']?.trim() ?? '';
  // If the database holds no secret while CREDIT_SECRET is set, do not invent another one.
  if (set !== '' && storedSecret(sql) === null) {
    io.err(`${secretFaultText('wrong')}.\n`);
    return UNUSABLE;
  }
  const secret = creditSecret(sql);
  if (verb === 'show') {
    io.out(`${secret}\n`);
    return FINE;
  }
  if (set !== secret) {
    io.err(
      `Nothing was removed: CREDIT_SECRET is ${set === '' ? 'not set here' : 'not the secret in the database'}.` +
        ' Set it to the output of `secret show`, here and for the server, restart the server, then try again.\n',
    );
    return UNUSABLE;
  }
  const lock = takeServeLock(sql.path);
  if (!lock.ok && !isServerGivenSecret(sql)) {
    io.err(
      'Nothing was removed: the running server started without CREDIT_SECRET. Set it there and restart it.\n',
    );
    return UNUSABLE;
  }
  removeStoredSecret(sql, sha256);
  if (lock.ok) lock.release();
  requestVacuum(sql);
  sql.truncateLog();
  io.out('The secret is only in CREDIT_SECRET now. Later backups do not hold it.\n');
  return FINE;
}

/** Rebuilds the file without the bytes of deleted rows. A running server answers 503 to writes in the meantime. */
export function vacuumCommand(sql: NodeSqlite, io: Io): number {
  vacuum(sql);
  io.out('The database no longer holds bytes of deleted rows.\n');
  return FINE;
}

function exists(io: Io, path: string): number {
  io.err(`${path} exists and is never overwritten.\n`);
  return UNUSABLE;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
