/**
 * One day of published totals in its own process, so that its peak memory is its own: the day as the machine publishes it,
 * from a file of ledgers into a file of its own, and before and after it SHA-256 of the same sizes.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { v7 } from 'uuid';
import { createPause } from '#api/deployments/machine/pause.ts';
import { treeThreads } from '#api/deployments/machine/tree-threads.ts';
import { proofMigrations } from '#api/migrations.ts';
import { ledgerLeaves } from '#api/proof/ledger-leaves.ts';
import { openPublishing } from '#api/proof/open.ts';
import { newSignerText, readSigner } from '#api/proof/signer.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { sha256Into } from '#api/runtime/hashing.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import { processorTime, stolenSince } from '#tests/bench/stolen.ts';

export interface ProofRun {
  readonly users: number;
  /** Of the whole day. */
  readonly ms: number;
  /** Of as many hashes alone. */
  readonly bareMs: number;
  readonly peakMb: number;
  /** The longest commit, and the longest turn of the thread that answers requests, milliseconds. */
  readonly lockMs: number;
  readonly waitMs: number;
  /** The share of the processors' time that the host gave to others during the day, percent; null where it is not told. */
  readonly stolen: number | null;
}

const DAY = 86_400_000;
/** A log that these ledgers never had. */
const ORIGIN = `points.example/${v7()}`;
const [, , ledgersPath = '', logPath = '', end = '', reading = ''] = process.argv;
/** As the server does; pages that are mapped would count as memory of the process. */
const mapped = reading === 'mapped';

/** Whose hashes are timed on either side of the day. */
const BARE_USERS = 500_000;
const HASHES_KEPT = 1_024;

let longestLock = 0;

/** Times what holds the write lock: transactions, and statements outside of them. */
function timed(sql: Sql): Sql {
  let depth = 0;
  function holding<T>(work: () => T): T {
    if (depth > 0) return work();
    depth += 1;
    const from = performance.now();
    try {
      return work();
    } finally {
      depth -= 1;
      longestLock = Math.max(longestLock, performance.now() - from);
    }
  }
  return {
    ...sql,
    run: (text, ...values) => holding(() => sql.run(text, ...values)),
    transaction: (work) => holding(() => sql.transaction(work)),
    unsynced: (work) => holding(() => sql.unsynced(work)),
  };
}

/**
 * A blind takes two hashes (HMAC), a leaf one, and each node one: there is one less than leaves. Bytes in, bytes out, in the form
 * that takes Node the least time.
 */
function bareHashes(users: number): number {
  const sizes = [64 + 7, 64 + 32, 79, 81].map((bytes) => new Uint8Array(bytes));
  const digests = new Uint8Array(HASHES_KEPT * 32);
  const from = performance.now();
  for (let user = 0; user < users; user += 1)
    for (const bytes of sizes) {
      bytes[20] = user;
      sha256Into(bytes, digests, (user % HASHES_KEPT) * 32);
    }
  return performance.now() - from;
}

async function publish(now: number): Promise<Omit<ProofRun, 'bareMs' | 'peakMb'>> {
  const ledgers = openBetterSqlite3(ledgersPath, { mustExist: true });
  const log = openBetterSqlite3(logPath);
  migrate(log, proofMigrations, now);
  const signer = readSigner(newSignerText(ORIGIN, SIGNATURE.ed25519));
  if (signer === null) throw new Error('Not a key');
  const clock = { at: now - DAY, now: () => clock.at };
  const threads = treeThreads(
    ledgers,
    (_, cause) => {
      throw cause;
    },
    mapped,
  );
  const { duty } = openPublishing(
    {
      sql: timed(log),
      origin: ORIGIN,
      signers: [signer],
      newBuild: v7,
      newSecret: newSeed,
      treeWork: threads,
      pause: createPause(log, threads),
    },
    ledgerLeaves(timed(ledgers), ORIGIN, threads.leaves),
    clock,
    64,
  );
  clock.at = now;
  // The log was begun before.
  longestLock = 0;
  const waits = monitorEventLoopDelay({ resolution: 1 });
  waits.enable();
  const processors = processorTime();
  const from = performance.now();
  while ((duty.dueAt() ?? Number.POSITIVE_INFINITY) <= now) await duty.work(() => false);
  const ms = performance.now() - from;
  waits.disable();
  const stolen = stolenSince(processors);
  const { users = 0 } = log.get<{ users: number }>("SELECT users FROM days WHERE phase = 'published'") ?? {};
  ledgers.close();
  log.close();
  return { users, ms, lockMs: longestLock, waitMs: waits.max / 1e6, stolen };
}

bareHashes(20_000);
// On either side: the machine is not equally fast for long.
const now = Number(end);
const before = bareHashes(BARE_USERS);
const day = await publish(now);
const peakMb = process.resourceUsage().maxRSS / 1024;
const after = bareHashes(BARE_USERS);
const run: ProofRun = {
  ...day,
  bareMs: ((before + after) / (2 * BARE_USERS)) * day.users,
  peakMb,
};
process.stdout.write(JSON.stringify(run));
