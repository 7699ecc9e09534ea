/**
 * Publishes each UTC day, in order: one entry a day, never rewritten, and never two signed histories. See README.md for the
 * order of the writes and what a crash between any two of them leaves.
 */
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { PROOF_DAYS } from '#core/privacy/retention.ts';
import { fromBase64 } from '#core/proof/base64.ts';
import { areEqual, toHex } from '#core/proof/bytes.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import type { Duty } from '../runtime/scheduler.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { type BuildDeps, dropReplaced, grow, walk } from './build-day.ts';
import type { Cosign } from './cosign.ts';
import {
  beginDay,
  type DayRow,
  dropDay,
  dropSome,
  refuseElsewhere,
  setPhase,
  unfinishedDay,
} from './day-store.ts';
import { appendEntry, type LogRow, logRoot, logRow, signLog } from './log-store.ts';
import { marksOf } from './marks.ts';
import { createPace } from './pace.ts';
import { commonDay, LogIsOlder } from './restored.ts';
import type { Signer } from './signer.ts';

export interface PublishDeps extends BuildDeps {
  readonly origin: string;
  /** Newest first; the older one signs too while a key is replaced. */
  readonly signers: readonly Signer[];
  readonly cosign?: Cosign;
  /** Names an attempt at a day; different each time. */
  readonly newBuild: () => string;
  /** The secret of a day: 32 random bytes, different each time. */
  readonly newSecret: () => Uint8Array;
  /** Leaves or secrets were overwritten. */
  readonly onErased?: () => void;
  /** Commits of one work, about. */
  readonly stepsAtOnce: number;
}

/** The scheduler has ended; it does not report this. */
class WorkIsOver extends Error {}

/** A day is published this long after its end: by then all events of the day are committed. */
const AFTER_MS = 5 * 60_000;
/** When witnesses that did not sign are asked again. */
const ASK_AGAIN_MS = 10 * 60_000;

/**
 * Begins the log on the first day that it is switched on; while it has no entry again, should the clock have been ahead then. Throws
 * if the database holds the log of another origin.
 */
export function openLog(sql: Sql, origin: string, now: number): void {
  sql.run(
    `INSERT INTO log (only, origin, done) VALUES (1, ?, ?)
     ON CONFLICT (only) DO UPDATE SET done = min(done, excluded.done) WHERE NOT EXISTS (SELECT 1 FROM entries)`,
    origin,
    dayOf(now) - 1,
  );
  const found = logRow(sql)?.origin;
  if (found !== origin) throw new Error(`The database of the log belongs to ${found}, not to ${origin}`);
}

export function publishDays(deps: Omit<PublishDeps, 'pace' | 'isDue'>): Duty {
  const { sql, clock, source, treeWork, stepsAtOnce } = deps;
  const pace = createPace();
  const marks = source.memory === null ? null : marksOf(sql, source.memory, clock);
  const isDue = (day: number) => dueAtOf(day) <= clock.now();
  return {
    name: 'published totals',
    dueAt() {
      const log = openedLog(sql);
      const isUnfinished = sql.get("SELECT 1 AS found FROM days WHERE phase <> 'published'") !== undefined;
      if (isUnfinished || log.next !== null) return clock.now();
      const oldest = sql.get<{ day: number | null }>('SELECT min(day) AS day FROM days')?.day ?? null;
      return Math.min(
        dueAtOf(log.done + 1),
        log.askAt ?? Number.POSITIVE_INFINITY,
        marks?.dueAt() ?? Number.POSITIVE_INFINITY,
        oldest === null ? Number.POSITIVE_INFINITY : droppedAt(oldest),
      );
    },
    async work(isOver) {
      marks?.raise();
      let isUnfinished = false;
      try {
        for (let left = stepsAtOnce; left > 0; ) {
          if (!source.isReady()) throw new Error('The accounts are being rebuilt');
          const commits = await step({ ...deps, pace, pause, isDue }, left);
          if (commits === 0) return;
          left -= commits;
          await pause();
        }
        isUnfinished = true;
      } finally {
        if (!isUnfinished) await treeWork.rest();
      }

      /** After each wait the work may be over: the database is left alone then. */
      async function pause(): Promise<void> {
        await deps.pause();
        if (isOver()) throw new WorkIsOver();
      }
    },
  };
}

/** When a day is published, milliseconds. */
const dueAtOf = (day: number) => (day + 1) * DAY_MS + AFTER_MS;
/** When its leaves are dropped. */
const droppedAt = (day: number) => (day + 1 + PROOF_DAYS) * DAY_MS;

function openedLog(sql: Sql): LogRow {
  const log = logRow(sql);
  if (log === null) throw new Error('There is no log');
  return log;
}

/** How many commits it made, at most `most`; 0 if nothing is due. */
async function step(deps: PublishDeps, most: number): Promise<number> {
  const { sql, clock, isDue } = deps;
  const now = clock.now();
  for (const { day } of sql.all<{ day: number }>("SELECT day FROM days WHERE phase = 'published'"))
    if (droppedAt(day) <= now) dropDay(sql, day);
  if (dropSome(sql)) {
    deps.onErased?.();
    return 1;
  }
  const log = openedLog(sql);
  if (log.next !== null) {
    await publishNext(deps, log.next);
    return 1;
  }
  const row = unfinishedDay(sql);
  if (row !== null) {
    // The clock was set back: the day is not over. One whose entry is decided may be known to the ledgers already.
    if (row.phase === 'sealed' || isDue(row.day)) return await advance(deps, row, most);
    dropDay(sql, row.day);
    return 1;
  }
  if (log.newest !== null && log.askAt !== null && log.askAt <= now) {
    await publishNext(deps, log.newest);
    return 1;
  }
  const day = log.done + 1;
  if (!isDue(day)) return 0;
  // Throws early where the log is older than the ledgers.
  if (deps.source.memory !== null) commonDay(sql, deps.source.memory.told());
  beginDay(sql, day, deps.newBuild(), deps.newSecret());
  return 1;
}

async function advance(deps: PublishDeps, row: DayRow, most: number): Promise<number> {
  const { sql, source } = deps;
  switch (row.phase) {
    case 'begun':
      source.memory?.begin(row.build);
      setPhase(sql, row.day, 'walking');
      return 1;
    case 'walking':
      return await walk(deps, row, most);
    case 'growing':
      return await grow(deps, row, most);
    default:
      await refuseLostEntries(deps);
      append(deps, row);
      return 1;
  }
}

/** Throws if a witness shows a checkpoint that this log signed and does not hold: to sign another one would fork it. */
async function refuseLostEntries({ cosign, pause }: PublishDeps): Promise<void> {
  const seen = (await cosign?.elsewhere?.()) ?? null;
  await pause();
  if (seen === null) return;
  throw new LogIsOlder(
    `The witness ${seen.witness} shows a checkpoint of ${seen.size} days that this log signed and does not hold. Import it from its public files: nothing is published meanwhile`,
  );
}

/** The ledgers remember the entry first: so they can only be behind the log after a restore. */
function append(deps: PublishDeps, row: DayRow): void {
  const { sql, origin, signers, source } = deps;
  const { day, build, entry } = row;
  refuseElsewhere(sql, row);
  if (entry === null) throw new Error('A day without an entry');
  if (source.memory?.remember(build, day, entry) === false) {
    dropReplaced(deps, day);
    return;
  }
  sql.transaction(() => {
    refuseAnotherHistory(sql);
    appendEntry(sql, day, entry);
    sql.run('UPDATE log SET next = ?, done = ?', signLog(sql, origin, signers), day);
    setPhase(sql, day, 'published');
  });
}

/** Throws unless the entries are those of the newest checkpoint. */
function refuseAnotherHistory(sql: Sql): void {
  const { newest } = openedLog(sql);
  if (newest === null) return;
  const checkpoint = readCheckpoint(newest);
  const isSame = checkpoint !== null && areEqual(logRoot(sql, checkpoint.size), checkpoint.root);
  if (!isSame) throw new Error('The entries of the log are not those of its newest checkpoint');
}

/** Asks the witnesses, and publishes a checkpoint with what they sign: without them, too. */
async function publishNext({ sql, clock, cosign, pause }: PublishDeps, note: string): Promise<void> {
  const lines = (await cosign?.ask(note)) ?? [];
  await pause();
  const [text, signatures] = halves(note);
  const fresh = lines.map((line) => `${line.trimEnd()}\n`);
  const kept = signatures.filter((line) => !fresh.some((one) => signerOf(one) === signerOf(line)));
  const askAt = fresh.length < (cosign?.count ?? 0) ? clock.now() + ASK_AGAIN_MS : null;
  sql.run(
    'UPDATE log SET newest = ?, next = NULL, ask_at = ? WHERE next = ? OR (next IS NULL AND newest = ?)',
    `${text}${[...kept, ...fresh].join('')}`,
    askAt,
    note,
    note,
  );
}

/** A note up to its empty line, and the lines of its signatures. */
function halves(note: string): readonly [string, string[]] {
  const end = note.indexOf('\n\n') + 2;
  return [note.slice(0, end), note.slice(end).split(/(?<=\n)/)];
}

/** Name and id of the key that made a line's signature. A key is named by both: names alone may be alike. */
function signerOf(line: string): string {
  const [, name = '', base64 = ''] = line.trimEnd().split(' ');
  return `${name} ${toHex((fromBase64(base64) ?? new Uint8Array()).slice(0, 4))}`;
}
