/** The database file of one machine: whose it is, where it lies, what it holds. Reads it without changing it. */
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import {
  giveCreditSecret,
  isSecretElsewhere,
  secretFaultText,
  storedSecret,
} from '../../../ledger/credit-secret.ts';
import { migrations } from '../../../migrations.ts';
import { sha256 } from '../../../runtime/hashing.ts';
import { readProbe } from '../../../runtime/health/probe-row.ts';
import { type NodeSqlite, openBetterSqlite3 } from '../../../runtime/sqlite/better-sqlite3.ts';
import { hasTable, migrationGap, newerText } from '../../../runtime/sqlite/migrations.ts';
import { printable } from '../../command.ts';
import { error, type Finding, type Subject, settingOf, warning } from '../check.ts';

const NAME = 'DATABASE_PATH';
const MB = 1024 * 1024;
/** Below this the server is not ready. */
const LEAST_FREE = 64 * MB;
const LITTLE_FREE = 1000 * MB;
const LARGE_WAL = 256 * MB;
/** A larger file is not read from end to end. */
const MOST_READ = 256 * MB;
const SKEW_MS = 2 * 60_000;
const DAY_MS = 86_400_000;
const LONG_SILENCE_MS = 30 * DAY_MS;

/** File systems by the number that `statfs` gives them: see linux/magic.h. */
const IN_MEMORY = [0x01021994, 0x858458f6];
const OVER_NETWORK = [0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x01021997, 0x65735546, 0x00c36400];
const OF_CONTAINER = [0x794c7630];

/** The folder that the file is or will be in. */
export function databaseFolder(subject: Subject): Finding[] {
  const path = pathOf(subject);
  if (path === null) return [];
  const folder = dirname(path);
  if (!existsSync(folder)) return [error(NAME, `is in a folder that does not exist: make ${folder}.`)];
  if (!isWritable(folder)) return [error(NAME, `is in a folder that this user cannot write: ${folder}.`)];
  const type = subject.system.fileSystem(folder);
  const free = subject.system.freeBytes(folder);
  const size = existsSync(path) ? statSync(path).size : 0;
  return [
    ...(IN_MEMORY.includes(type)
      ? [error(NAME, 'is in memory (tmpfs): every restart of the machine loses all ledgers. Use a disk.')]
      : []),
    ...(OVER_NETWORK.includes(type)
      ? [error(NAME, 'is on a network or shared file system, where locks of SQLite may fail. Use a disk.')]
      : []),
    ...(OF_CONTAINER.includes(type)
      ? [warning(NAME, 'is inside of a container’s own files and goes with it: mount a volume.')]
      : []),
    ...(free < LEAST_FREE
      ? [error(NAME, 'has under 64 MB free on its disk: the server takes nothing. Free some space.')]
      : free < Math.max(LITTLE_FREE, 2 * size + LEAST_FREE)
        ? [warning(NAME, 'has little free on its disk: less than 1 GB, or than a backup and a rebuild take.')]
        : []),
  ];
}

/** Owner and mode. */
export function databaseOwner(subject: Subject): Finding[] {
  const path = pathOf(subject);
  if (path === null || !existsSync(path)) return [];
  const { uid, mode } = statSync(path);
  if (!isOwn(subject, uid))
    return [error(NAME, `belongs to user ${uid}, not to this one: run the server and this as its owner.`)];
  return [
    ...(isWritable(path) ? [] : [error(NAME, `cannot be written by this user: ${path}.`)]),
    ...((mode & 0o077) === 0
      ? []
      : [warning(NAME, 'can be read by other users and holds personal data: chmod 600 it.')]),
  ];
}

/** What is in the file: only its owner opens it, because SQLite makes files beside it. */
export function databaseContent(subject: Subject): Finding[] {
  const path = pathOf(subject);
  if (path === null || !existsSync(path) || !isOwn(subject, statSync(path).uid)) return [];
  if (!isWritable(dirname(path))) return [];
  let sql: NodeSqlite | null = null;
  try {
    sql = openBetterSqlite3(path, { readonly: true, mustExist: true });
    return [
      ...damage(sql),
      ...versions(sql),
      ...creditSecret(sql, subject),
      ...clock(sql, subject),
      ...log(path),
    ];
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return [
      error(NAME, `cannot be read: ${printable(reason)}. Keep the file, and restore the newest backup.`),
    ];
  } finally {
    sql?.close();
  }
}

function damage(sql: NodeSqlite): Finding[] {
  const verdict = isLarge(sql) ? 'ok' : sql.pragma('quick_check(1)');
  return verdict === 'ok'
    ? []
    : [
        error(
          NAME,
          `is damaged (${printable(String(verdict), 80)}): keep the file, and restore the newest backup.`,
        ),
      ];
}

function versions(sql: NodeSqlite): Finding[] {
  const gap = migrationGap(sql, migrations);
  return [
    ...(gap.unknown.length === 0
      ? []
      : [error(NAME, `was changed by a newer version (${printable(newerText(gap))}): update this one.`)]),
    ...(gap.missing.length === 0
      ? []
      : [warning(NAME, `will be changed by the next start (${gap.missing.join(', ')}): back it up first.`)]),
  ];
}

function creditSecret(sql: NodeSqlite, subject: Subject): Finding[] {
  if (!hasTable(sql, 'meta')) return [];
  const given = settingOf(subject, 'CREDIT_SECRET') || null;
  const stored = storedSecret(sql);
  // With neither a row nor a fingerprint it would write one.
  const fault = stored === null && !isSecretElsewhere(sql) ? null : giveCreditSecret(sql, given, sha256);
  if (fault !== null) {
    const [name = '', text = ''] = secretFaultText(fault).split(': ', 2);
    return [error(name, `${text}.`)];
  }
  return stored !== null && given !== null
    ? [
        warning(
          'CREDIT_SECRET',
          'is in the database too: once the server has it, run `ledger -- secret remove`.',
        ),
      ]
    : [];
}

function clock(sql: NodeSqlite, { now }: Subject): Finding[] {
  const probed = hasTable(sql, 'probe') ? (readProbe(sql) ?? 0) : 0;
  const newest = isLarge(sql) || !hasTable(sql, 'events') ? 0 : newestEvent(sql);
  const last = Math.max(probed, newest);
  if (last > now + SKEW_MS)
    return [error('Clock', `is behind the newest of the database, of ${timeOf(last)}: set it by NTP.`)];
  return newest > 0 && now - newest > LONG_SILENCE_MS
    ? [
        warning(
          'Clock',
          `is far from the newest event, of ${timeOf(newest)}: is it ahead, or does no one come?`,
        ),
      ]
    : [];
}

function log(path: string): Finding[] {
  const size = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  return size > LARGE_WAL
    ? [
        warning(
          NAME,
          'has a write-ahead log over 256 MB: a program reads an old state. Find it with `fuser`.',
        ),
      ]
    : [];
}

function newestEvent(sql: NodeSqlite): number {
  return sql.get<{ at: number | null }>('SELECT max(at) AS at FROM events')?.at ?? 0;
}

function isLarge(sql: NodeSqlite): boolean {
  return statSync(sql.path).size > MOST_READ;
}

function pathOf(subject: Subject): string | null {
  const path = settingOf(subject, NAME);
  return subject.deployment === 'machine' && path !== '' ? resolve(path) : null;
}

function isOwn({ system }: Subject, uid: number): boolean {
  return system.uid === null || system.uid === uid;
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function timeOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms}` : date.toISOString();
}
