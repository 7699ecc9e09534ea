/** Commands that only read: `show`, `export`, `verify`, `suspicious`. */
import { dayOf } from '#core/points/days.ts';
import type { Bucket } from '#core/points/events.ts';
import { type ExportFault, startExportCheck } from '#core/points/export-format.ts';
import { exportEventLine, exportHeaderLine } from '#core/points/export-lines.ts';
import { pointsToWire } from '#core/points/format.ts';
import { totalOf } from '#core/points/levels.ts';
import { currentStreak } from '#core/points/streak.ts';
import { newestHead } from '../../ledger/event-rows.ts';
import { ledgerReader } from '../../ledger/reader.ts';
import { type Suspicion, suspicious } from '../../ledger/suspicious.ts';
import { sha256 } from '../../runtime/hashing.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { CommandStopped, FINE, grouped, type Io, UNUSABLE, WRONG } from '../command.ts';
import { linesOf } from './files.ts';

/** The number of newest events that `show` prints. */
const SHOWN = 20;

/** Prints a user's points and badges, and the newest events. */
export function showCommand(sql: NodeSqlite, io: Io, userId: number): number {
  const read = ledgerReader(sql);
  const account = read.account(userId);
  if (account === null) throw noLedger(userId);
  const { registered, points, streak, badges, head, level } = account;
  line(io, 'user', String(userId));
  line(io, 'registered', registered === null ? 'no' : iso(registered.at));
  line(io, 'invited by', invitedBy(registered));
  line(io, 'onboarded', `${account.onboarded ? 'yes' : 'no'}, data deleted ${account.deletions} times`);
  printPoints(io, points, level);
  line(io, 'friends', String(account.friends));
  const today = currentStreak(streak, dayOf(Date.now()));
  line(io, 'streak', `${today} (longest ${streak.longest}, freezes ${streak.freezes})`);
  line(io, 'badges', badges.map((badge) => badge.id).join(' ') || 'none');
  line(io, 'head', `${head.seq} ${head.hash}`);
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
  if (head === null) throw noLedger(userId);
  io.out(exportHeaderLine({ userId, exportedAt: Date.now(), head }));
  for (let after = 0; after < head.seq; ) {
    const events = read.events(userId, after, Math.min(1000, head.seq - after));
    if (events.length === 0) break;
    io.out(events.map(exportEventLine).join(''));
    after = events.at(-1)?.seq ?? head.seq;
  }
  return FINE;
}

function noLedger(userId: number): CommandStopped {
  return new CommandStopped(`User ${userId} has no ledger.`, WRONG);
}

/** Verifies an exported ledger; needs no database. */
export function verifyCommand(io: Io, path: string): number {
  const check = startExportCheck(sha256);
  for (const text of linesOf(path)) {
    if (check.line(text) !== null) break;
  }
  const verdict = check.end();
  if (!verdict.ok) {
    const isUnknown = isBeyondThisCode(verdict.error);
    io.out(isUnknown ? 'Update to verify: ' : 'WRONG    ');
    io.out(`${describe(verdict.error)}\n`);
    return isUnknown ? UNUSABLE : WRONG;
  }
  const { points, level, head, userId } = verdict.state;
  io.out(`All ${grouped(head.seq)} events of user ${userId} are verified, up to the head ${head.hash}.\n`);
  printPoints(io, points, level);
  return FINE;
}

function isBeyondThisCode(error: ExportFault): boolean {
  return error.type === 'newer_format' || (error.type === 'fault' && error.fault === 'unknown_rules');
}

function describe(error: ExportFault): string {
  switch (error.type) {
    case 'bad_header':
      return 'line 1 is not a header of an exported ledger';
    case 'newer_format':
      return 'the export has a newer format than this code knows';
    case 'bad_line':
      return `line ${error.line} is not an event`;
    case 'head':
      return `the export ends at event ${error.seq}, not at the head that its first line names`;
    case 'fault':
      return `${error.fault}: event ${error.seq}`;
  }
}

/** Lists suspicious patterns for the operator to review. */
export function suspiciousCommand(sql: NodeSqlite, io: Io): number {
  let count = 0;
  for (const suspicion of suspicious(sql, Date.now())) {
    count += 1;
    io.out(`${explain(suspicion)}\n`);
  }
  io.out(count === 0 ? 'Nothing stands out.\n' : `${grouped(count)} to review.\n`);
  return FINE;
}

function explain({ kind, userId, count, of, at }: Suspicion): string {
  switch (kind) {
    case 'burst':
      return `user ${userId}: ${count} of ${of} invited users registered within an hour of ${iso(at ?? 0)}`;
    case 'idle_friends':
      return `user ${userId}: ${count} of ${of} invited users never calculated`;
    case 'back_dated':
      return `user ${userId}: all ${count} records arrived on a later day than they claim`;
  }
}

function printPoints(io: Io, points: Readonly<Record<Bucket, number>>, level: number): void {
  for (const [bucket, amount] of Object.entries(points)) line(io, bucket, pointsToWire(amount));
  line(io, 'total', `${pointsToWire(totalOf(points))}, level ${level}`);
}

function line(io: Io, name: string, value: string): void {
  io.out(`${name.padEnd(18)} ${value}\n`);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
