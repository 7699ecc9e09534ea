/**
 * The tree over the hashes of a day's sealed plans, sorted as bytes: RFC 6962. Each full group of 256 is hashed once and its node is
 * kept, so a root or a path reads a few groups, whatever the number of plans. Anybody may ask for the path of a revealed one.
 */
import { areEqual, joined } from '#core/proof/bytes.ts';
import { GROUP, type Groups, nodeAbove, pathIn, rootIn } from '#core/proof/grouped-tree.ts';
import { entryHash } from '#core/proof/log-tree.ts';
import type { SealPlace } from '#core/proof/seal.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { LOG_NODES } from './log-store.ts';
import { PROOF_PORTS } from './verify.ts';

const { hash } = PROOF_PORTS;

/** Groups that are hashed in one commit: a few milliseconds. */
const GROUPS_AT_ONCE = 16;
/** Below every hash. */
const LOWEST = Uint8Array.of(0);

/** Hashes the next full groups. False if all are hashed: only then may root and places be asked for. */
export function hashSeals(sql: Sql, day: number): boolean {
  if (!hasFullGroup(sql, day)) return false;
  sql.transaction(() => {
    for (let left = GROUPS_AT_ONCE; left > 0 && hasFullGroup(sql, day); left -= 1) hashGroup(sql, day);
  });
  return true;
}

/** The same to the end, without a pause: where no request waits, or little is left. */
export function hashAllSeals(sql: Sql, day: number): void {
  let isMore = true;
  while (isMore) isMore = hashSeals(sql, day);
}

/** Null if the day has none. */
export function sealsRoot(sql: Sql, day: number): Uint8Array | null {
  const size = sizeOf(sql, day);
  return size === 0 ? null : rootIn(LOG_NODES, groupsOf(sql, day), size);
}

/** Null if the day has no such seal. */
export function sealPlace(sql: Sql, day: number, seal: Uint8Array): SealPlace | null {
  const hashed = sql.get<{ place: number }>(
    'SELECT place FROM seal_nodes WHERE day = ? AND level = 1 AND last >= ? ORDER BY place LIMIT 1',
    day,
    seal,
  );
  const group = hashed?.place ?? hashedGroups(sql, day);
  const inGroup = sealsIn(sql, day, group).findIndex((one) => areEqual(one, seal));
  if (inGroup < 0) return null;
  const [index, size] = [group * GROUP + inGroup, sizeOf(sql, day)];
  return { index, size, path: pathIn(LOG_NODES, groupsOf(sql, day), size, index).map(({ node }) => node) };
}

/** Of a day that is not published. */
export function forgetSeals(sql: Sql, day: number): void {
  for (const table of ['seals', 'seal_nodes']) sql.run(`DELETE FROM ${table} WHERE day = ?`, day);
}

function hashedGroups(sql: Sql, day: number): number {
  const newest = sql.get<{ place: number | null }>(
    'SELECT max(place) AS place FROM seal_nodes WHERE day = ? AND level = 1',
    day,
  );
  return (newest?.place ?? -1) + 1;
}

const hasFullGroup = (sql: Sql, day: number) => sealsIn(sql, day, hashedGroups(sql, day)).length === GROUP;

function sizeOf(sql: Sql, day: number): number {
  const full = hashedGroups(sql, day);
  return full * GROUP + sealsIn(sql, day, full).length;
}

/** Of a group that is hashed, or of the first one that is not. */
function sealsIn(sql: Sql, day: number, group: number): Uint8Array[] {
  const before = sql.get<{ last: Uint8Array }>(
    'SELECT last FROM seal_nodes WHERE day = ? AND level = 1 AND place = ?',
    day,
    group - 1,
  );
  return sql
    .all<{ hash: Uint8Array }>(
      'SELECT hash FROM seals WHERE day = ? AND hash > ? ORDER BY hash LIMIT ?',
      day,
      before?.last ?? LOWEST,
      GROUP,
    )
    .map((row) => row.hash);
}

/** Keeps the node of the first group that is not hashed, and of each group above that this fills. */
function hashGroup(sql: Sql, day: number): void {
  let place = hashedGroups(sql, day);
  const last = sealsIn(sql, day, place).at(-1) ?? LOWEST;
  const groups = groupsOf(sql, day);
  for (let level = 1; ; level += 1) {
    const node = nodeAbove(LOG_NODES, groups(level - 1, place));
    sql.run(
      'INSERT INTO seal_nodes (day, level, place, hash, last) VALUES (?, ?, ?, ?, ?)',
      day,
      level,
      place,
      node,
      last,
    );
    if ((place + 1) % GROUP > 0) return;
    place = Math.floor(place / GROUP);
  }
}

function groupsOf(sql: Sql, day: number): Groups {
  return (level, group) => joined(...nodesIn(sql, day, level, group));
}

function nodesIn(sql: Sql, day: number, level: number, group: number): Uint8Array[] {
  if (level === 0) return sealsIn(sql, day, group).map((seal) => entryHash(seal, hash));
  return sql
    .all<{ hash: Uint8Array }>(
      'SELECT hash FROM seal_nodes WHERE day = ? AND level = ? AND place >= ? AND place < ? ORDER BY place',
      day,
      level,
      group * GROUP,
      (group + 1) * GROUP,
    )
    .map((row) => row.hash);
}
