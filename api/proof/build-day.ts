/** Builds the sum tree of a day, commit by commit: a crash repeats at most one of them. */
import { joined, toHex } from '#core/proof/bytes.ts';
import { entryText } from '#core/proof/entry.ts';
import type { Groups } from '#core/proof/grouped-tree.ts';
import { groupsIn, lastGroups, sumRoot } from '#core/proof/sum-builder.ts';
import { hashIn, RECORD_BYTES, sumOf } from '#core/proof/sum-nodes.ts';
import { sha256Into } from '../runtime/hashing.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import {
  type DayRow,
  dropDay,
  groupsOfDay,
  keepGrown,
  keepWalked,
  nextShards,
  refuseElsewhere,
  SHARDS,
  setPhase,
} from './day-store.ts';
import type { LeafSource } from './leaf-source.ts';
import { dayText, newestEntry } from './log-store.ts';
import { isSetBack, noteSetBack, settleSetBack } from './marks.ts';
import type { Pace } from './pace.ts';
import { commonDay } from './restored.ts';
import { hashSeals, sealsRoot } from './seal-tree.ts';
import { type Grown, grow as growTree, type TreeWork } from './tree-work.ts';

export interface BuildDeps {
  /** Of the log. */
  readonly sql: Sql;
  readonly source: LeafSource;
  readonly pace: Pace;
  readonly clock: { now(): number };
  /** Lets requests be answered in between. */
  readonly pause: () => Promise<void>;
  /** False once the clock was set back. */
  readonly isDue: (day: number) => boolean;
  readonly treeWork: TreeWork;
}

/**
 * Takes the leaves of the next users, in at most so many commits. While some are committed, the next are made. Returns the number
 * of commits.
 */
export async function walk(deps: BuildDeps, row: DayRow, most: number): Promise<number> {
  const { sql, pace, pause } = deps;
  const newest = newestEntry(sql)?.day ?? null;
  let taken: Taken | null = await take(deps, row, newest);
  let commits = 0;
  while (taken !== null) {
    const { from, next, common, seals, parts }: Taken = taken;
    commits += 1;
    taken = commits < most && next !== null ? await take(deps, { ...row, walked: next }, newest) : null;
    // Outside of the commit, so that it is short.
    const shards = byShard(joined(...(await Promise.all(parts))));
    await pause();
    const here = { ...row, walked: from };
    if (dropEarly(deps, here)) return commits;
    pace.commit(sql, () => {
      refuseElsewhere(sql, here);
      for (const seal of seals.flat())
        sql.run('INSERT OR IGNORE INTO seals (day, hash) VALUES (?, ?)', row.day, seal);
      keepWalked(sql, row.day, shards, { walked: next, common });
    });
    await pause();
  }
  return commits;
}

/** Whether the clock was set back: users may still act on a day that is not over, so it begins anew. */
function dropEarly({ sql, isDue }: BuildDeps, here: DayRow): boolean {
  if (isDue(here.day)) return false;
  sql.transaction(() => {
    refuseElsewhere(sql, here);
    dropDay(sql, here.day);
  });
  return true;
}

/** Leaves of a commit, on their way. */
interface Taken {
  readonly from: string | null;
  readonly next: string | null;
  readonly common: number | null;
  readonly seals: readonly (readonly Uint8Array[])[];
  readonly parts: readonly Promise<Uint8Array>[];
}

/** Asks for some pages: the leaves of one may be made while the next one is read. */
async function take({ source, pace, pause }: BuildDeps, row: DayRow, newest: number | null): Promise<Taken> {
  const { day, secret, walked: from } = row;
  const parts: Promise<Uint8Array>[] = [];
  const seals: (readonly Uint8Array[])[] = [];
  let [next, common, most] = [from, null as number | null, pace.leaves()];
  for (let pages = 0; pages < source.pagesAtOnce && most > 0; pages += 1) {
    const page = await source.page({ day, secret, after: next, newest, most });
    parts.push(begun(Promise.resolve(page.records)));
    seals.push(page.seals);
    if (page.common !== undefined) common = Math.min(page.common, common ?? page.common);
    most -= page.size + page.seals.length;
    next = page.next;
    await pause();
    if (next === null) break;
  }
  return { from, next, common, seals, parts };
}

/**
 * A promise that may be left behind when its work fails for another reason. The failure reaches all that await it. Without a
 * handler of its own, Node would end the process where nothing awaits it any more.
 */
function begun<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}

/** The records by the first byte of their blinds, in one buffer. */
function byShard(records: Uint8Array): (readonly [number, Uint8Array])[] {
  const ends = new Uint32Array(SHARDS);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const shard = records[at] ?? 0;
    ends[shard] = (ends[shard] ?? 0) + RECORD_BYTES;
  }
  let end = 0;
  const starts = ends.map((bytes) => {
    end += bytes;
    return end - bytes;
  });
  ends.set(starts);
  const sorted = new Uint8Array(records.length);
  for (let at = 0; at < records.length; at += RECORD_BYTES) {
    const shard = records[at] ?? 0;
    sorted.set(records.subarray(at, at + RECORD_BYTES), ends[shard]);
    ends[shard] = (ends[shard] ?? 0) + RECORD_BYTES;
  }
  return Array.from(starts, (start, shard) => [shard, sorted.subarray(start, ends[shard])] as const).filter(
    ([, bytes]) => bytes.length > 0,
  );
}

/**
 * Puts the next shards into the tree, in at most so many commits. While some are committed, the next are hashed, and those after
 * them sorted. After the last shard the day's entry is decided. Returns the number of commits.
 */
export async function grow(deps: BuildDeps, row: DayRow, most: number): Promise<number> {
  const { sql, pace, pause } = deps;
  if (row.shard === SHARDS) {
    await seal(deps, row);
    return 1;
  }
  const kept = groupsOfDay(sql, row.day);
  let batch: Batch | null = nextBatch(deps, row.day, row.shard);
  let growing = grownBy(deps, batch, row.users, kept);
  let commits = 0;
  while (batch !== null) {
    const here = { ...row, shard: batch.from };
    const { end }: Batch = batch;
    commits += 1;
    batch = commits < most && end < SHARDS ? nextBatch(deps, row.day, end) : null;
    const grown: Grown | null = await growing;
    if (grown !== null && batch !== null)
      growing = grownBy(deps, batch, grown.size, groupsIn(grown.groups, kept));
    await pause();
    if (dropEarly(deps, here)) return commits;
    if (grown === null) {
      sql.transaction(() => {
        refuseElsewhere(sql, here);
        dropDay(sql, row.day);
      });
      return commits;
    }
    pace.commit(sql, () => {
      refuseElsewhere(sql, here);
      keepGrown(sql, here, grown.groups, { end, users: grown.size });
    });
    await pause();
  }
  return commits;
}

/** Whole shards on their way into the tree. */
interface Batch {
  readonly from: number;
  /** The shard after them. */
  readonly end: number;
  readonly sorted: Promise<Uint8Array>;
}

function nextBatch({ sql, pace, treeWork }: BuildDeps, day: number, from: number): Batch {
  const { end, records } = nextShards(sql, day, from, pace.leaves());
  return { from, end, sorted: begun(treeWork.sorted(records)) };
}

/** @param kept groups of the tree of `size` leaves that the batch grows */
function grownBy({ treeWork, pause }: BuildDeps, { sorted }: Batch, size: number, kept: Groups) {
  return begun(growTree({ size, last: lastGroups(size, kept), sorted }, treeWork, pause));
}

/** Decides the day's entry, for good unless the ledgers are replaced before they remember it. */
async function seal(deps: BuildDeps, row: DayRow): Promise<void> {
  const { sql, source } = deps;
  refuseElsewhere(sql, row);
  while (hashSeals(sql, row.day)) {
    await deps.pause();
    refuseElsewhere(sql, row);
  }
  if (dropEarly(deps, row)) return;
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
  const root = sumRoot(sha256Into, row.users, groupsOfDay(sql, row.day));
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
