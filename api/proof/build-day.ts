/** Builds the sum tree of a day, step by step: each ends with one commit, and a crash repeats at most one of them. */
import { blinder } from '#core/proof/blind.ts';
import { joined, toHex } from '#core/proof/bytes.ts';
import { entryText } from '#core/proof/entry.ts';
import { EqualBlinds, sumBuilder, sumRoot } from '#core/proof/sum-builder.ts';
import { HEAD_AT, hashIn, RECORD_BYTES, sortedRecords, sumOf, writeNumbers } from '#core/proof/sum-nodes.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import {
  type DayRow,
  dropDay,
  groupsOfDay,
  keepGrown,
  keepWalked,
  nextShards,
  SHARDS,
  setPhase,
} from './day-store.ts';
import type { LeafSource, UserTotal } from './leaf-source.ts';
import { dayText, newestEntry } from './log-store.ts';
import { isSetBack, noteSetBack, settleSetBack } from './marks.ts';
import type { Pace } from './pace.ts';
import { commonDay } from './restored.ts';
import { hashSeals, sealsRoot } from './seal-tree.ts';
import { PROOF_PORTS } from './verify.ts';

export interface BuildDeps {
  /** Of the log. */
  readonly sql: Sql;
  readonly source: LeafSource;
  readonly pace: Pace;
  readonly clock: { now(): number };
  /** Lets requests be answered in between. */
  readonly pause: () => Promise<void>;
}

const { hash } = PROOF_PORTS;

/** Leaves that are hashed without a pause. */
const HASHED_AT_ONCE = 4_096;

/** Takes the leaves of some pages. */
export async function walk({ sql, source, pace, pause }: BuildDeps, row: DayRow): Promise<void> {
  const blindOf = blinder(row.secret, hash);
  const newest = newestEntry(sql)?.day ?? null;
  const parts: Uint8Array[] = [];
  const seals: Uint8Array[] = [];
  let [next, common]: [string | null, number | null] = [row.walked, null];
  for (
    let [pages, leaves] = [0, 0];
    pages < source.pagesAtOnce && leaves + seals.length < pace.leaves();
    pages += 1
  ) {
    const page = await source.page(row.day, next, newest);
    parts.push(recordsOf(page.totals, blindOf));
    for (const total of page.totals) seals.push(...total.seals);
    if (page.common !== undefined) common = Math.min(page.common, common ?? page.common);
    leaves += page.totals.length;
    next = page.next;
    await pause();
    if (next === null) break;
  }
  pace.commit(sql, () => {
    for (const seal of seals) sql.run('INSERT OR IGNORE INTO seals (day, hash) VALUES (?, ?)', row.day, seal);
    keepWalked(sql, row.day, byShard(joined(...parts)), { walked: next, common });
  });
}

function recordsOf(totals: readonly UserTotal[], blindOf: (userId: number) => Uint8Array): Uint8Array {
  const records = new Uint8Array(totals.length * RECORD_BYTES);
  for (const [place, { userId, total, seq, head }] of totals.entries()) {
    const at = place * RECORD_BYTES;
    records.set(blindOf(userId), at);
    writeNumbers(records, at, total, seq);
    writeHex(records, at + HEAD_AT, head);
  }
  return records;
}

/** @param hex 64 lower-case digits; throws a RangeError otherwise */
function writeHex(records: Uint8Array, at: number, hex: string): void {
  if (hex.length !== 64) throw new RangeError('Not the hash of an event');
  for (let byte = 0; byte < 32; byte += 1) {
    const [high, low] = [digit(hex.charCodeAt(2 * byte)), digit(hex.charCodeAt(2 * byte + 1))];
    records[at + byte] = high * 16 + low;
  }
}

function digit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 102) return code - 87;
  throw new RangeError('Not the hash of an event');
}

/** The records by the first byte of their blinds. */
function* byShard(records: Uint8Array): Generator<readonly [number, Uint8Array]> {
  const counts = new Uint32Array(SHARDS);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const shard = records[at] ?? 0;
    counts[shard] = (counts[shard] ?? 0) + 1;
  }
  const shards = Array.from(counts, (count) => new Uint8Array(count * RECORD_BYTES));
  const filled = new Uint32Array(SHARDS);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const shard = records[at] ?? 0;
    shards[shard]?.set(records.subarray(at, at + RECORD_BYTES), filled[shard] ?? 0);
    filled[shard] = (filled[shard] ?? 0) + RECORD_BYTES;
  }
  for (const [shard, bytes] of shards.entries()) if (bytes.length > 0) yield [shard, bytes];
}

/** Puts the next shards into the tree; after the last one the day's entry is decided. */
export async function grow(deps: BuildDeps, row: DayRow): Promise<void> {
  const { sql, pace, pause } = deps;
  if (row.shard === SHARDS) {
    await seal(deps, row);
    return;
  }
  const { end, records } = nextShards(sql, row.day, row.shard, pace.leaves());
  await pause();
  const sorted = sortedRecords(records);
  const tree = sumBuilder(hash, row.users, groupsOfDay(sql, row.day));
  await pause();
  try {
    for (let at = 0; at < sorted.length; at += HASHED_AT_ONCE * RECORD_BYTES) {
      tree.append(sorted.subarray(at, at + HASHED_AT_ONCE * RECORD_BYTES));
      await pause();
    }
  } catch (error) {
    if (!(error instanceof EqualBlinds)) throw error;
    dropDay(sql, row.day);
    return;
  }
  pace.commit(sql, () => keepGrown(sql, row, tree.grown(), { end, users: tree.size() }));
}

/** Decides the day's entry, for good unless the ledgers are replaced before they remember it. */
async function seal(deps: BuildDeps, row: DayRow): Promise<void> {
  const { sql, source } = deps;
  while (hashSeals(sql, row.day)) await deps.pause();
  const seals = sealsRoot(sql, row.day);
  const told = source.memory?.told() ?? null;
  if (source.memory !== null && told?.build !== row.build) {
    dropReplaced(deps, row.day);
    return;
  }
  if (row.users === 0) {
    sql.transaction(() => {
      dropDay(sql, row.day);
      sql.run('UPDATE log SET done = ?', row.day);
    });
    return;
  }
  const behind = source.memory === null ? row.common : commonDay(sql, told);
  const common = behind ?? (isSetBack(sql) ? (newestEntry(sql)?.day ?? row.day - 1) : null);
  const root = sumRoot(hash, row.users, groupsOfDay(sql, row.day));
  const text = entryText({
    day: dayText(row.day),
    users: row.users,
    total: String(sumOf(root)),
    root: toHex(hashIn(root)),
    ...(seals === null ? {} : { seals: toHex(seals) }),
    ...(common === null ? {} : { restored: dayText(common) }),
  });
  sql.transaction(() => {
    sql.run('UPDATE days SET entry = ? WHERE day = ?', text, row.day);
    setPhase(sql, row.day, 'sealed');
    settleSetBack(sql, row.day);
  });
}

/** The ledgers were replaced while the day was built: it begins anew. */
export function dropReplaced({ sql, clock }: Pick<BuildDeps, 'sql' | 'clock'>, day: number): void {
  sql.transaction(() => {
    noteSetBack(sql, clock.now());
    dropDay(sql, day);
  });
}
