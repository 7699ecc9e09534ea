/**
 * One day of published totals in its own process, so that its peak memory is its own: the day as the machine publishes it,
 * from a file of ledgers into a file of its own, and then what it cannot do without, each alone: as many SHA-256 of the same
 * sizes, reading the users, and writing two records of each.
 */
import { hash, randomBytes } from 'node:crypto';
import { v7 } from 'uuid';
import { proofMigrations } from '#api/migrations.ts';
import { ledgerLeaves } from '#api/proof/ledger-leaves.ts';
import { openPublishing } from '#api/proof/open.ts';
import { newSignerText, readSigner } from '#api/proof/signer.ts';
import { newSeed } from '#api/runtime/ed25519.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import { RECORD_BYTES } from '#core/proof/sum-nodes.ts';

export interface ProofRun {
  readonly users: number;
  /** Of the whole day. */
  readonly ms: number;
  /** Of the hashes alone, of reading alone, and of writing alone. */
  readonly bareMs: number;
  readonly readMs: number;
  readonly writeMs: number;
  readonly peakMb: number;
  /** The longest commit, and the longest time that requests wait, milliseconds. */
  readonly lockMs: number;
  readonly waitMs: number;
}

const DAY = 86_400_000;
/** A log that these ledgers never had. */
const ORIGIN = `points.example/${v7()}`;
const [, , ledgersPath = '', logPath = '', end = ''] = process.argv;

const longest = { lock: 0, wait: 0 };

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
      longest.lock = Math.max(longest.lock, performance.now() - from);
    }
  }
  return {
    ...sql,
    run: (text, ...values) => holding(() => sql.run(text, ...values)),
    transaction: (work) => holding(() => sql.transaction(work)),
  };
}

/**
 * A blind takes two hashes (HMAC), a leaf one, and each node one: there is one less than leaves. As text of one byte a character,
 * Node's fastest form.
 */
function bareHashes(users: number): number {
  const sizes = [64 + 7, 64 + 32, 79, 81].map((bytes) => new Uint8Array(bytes));
  const from = performance.now();
  for (let user = 0; user < users; user += 1)
    for (const bytes of sizes) {
      bytes[20] = user;
      hash('sha256', bytes, 'binary');
    }
  return performance.now() - from;
}

/** The pages of all users. */
async function bareReads(day: number): Promise<number> {
  const sql = openBetterSqlite3(ledgersPath, { mustExist: true, mapped: false });
  const { page } = ledgerLeaves(sql, ORIGIN);
  const from = performance.now();
  let { next } = await page(day, null, null);
  while (next !== null) ({ next } = await page(day, next, null));
  const ms = performance.now() - from;
  sql.close();
  return ms;
}

/** A record of each user as it is walked, and one in the tree: rows of 16 KB, commits of a megabyte. */
function bareWrites(users: number): number {
  const sql = openBetterSqlite3(`${logPath}-bare`, { mapped: false });
  sql.run('CREATE TABLE records (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT');
  const bytes = randomBytes(16 * 1024);
  const from = performance.now();
  for (let left = 2 * users * RECORD_BYTES; left > 0; )
    sql.transaction(() => {
      for (let row = 0; row < 64 && left > 0; row += 1, left -= bytes.length)
        sql.run('INSERT INTO records (bytes) VALUES (?)', bytes);
    });
  const ms = performance.now() - from;
  sql.close();
  return ms;
}

async function publish(now: number): Promise<{ users: number; ms: number }> {
  const ledgers = openBetterSqlite3(ledgersPath, { mustExist: true, mapped: false });
  const log = openBetterSqlite3(logPath, { mapped: false });
  migrate(log, proofMigrations, now);
  const signer = readSigner(newSignerText(ORIGIN, SIGNATURE.ed25519));
  if (signer === null) throw new Error('Not a key');
  const clock = { at: now - DAY, now: () => clock.at };
  let last = performance.now();
  const { duty } = openPublishing(
    {
      sql: timed(log),
      origin: ORIGIN,
      signers: [signer],
      newBuild: v7,
      newSecret: newSeed,
      async pause() {
        longest.wait = Math.max(longest.wait, performance.now() - last);
        await new Promise(setImmediate);
        last = performance.now();
      },
    },
    ledgerLeaves(timed(ledgers), ORIGIN),
    clock,
    64,
  );
  clock.at = now;
  // The log was begun before.
  longest.lock = 0;
  const from = performance.now();
  last = from;
  while ((duty.dueAt() ?? Number.POSITIVE_INFINITY) <= now) await duty.work(() => false);
  const ms = performance.now() - from;
  const { users = 0 } = log.get<{ users: number }>("SELECT users FROM days WHERE phase = 'published'") ?? {};
  ledgers.close();
  log.close();
  return { users, ms };
}

// Both are warm before they are measured.
bareHashes(20_000);
const now = Number(end);
const { users, ms } = await publish(now);
const peakMb = process.resourceUsage().maxRSS / 1024;
const bareMs = bareHashes(users);
const readMs = await bareReads(Math.floor(now / DAY) - 1);
const writeMs = bareWrites(users);
const run: ProofRun = {
  users,
  ms,
  bareMs,
  readMs,
  writeMs,
  peakMb,
  lockMs: longest.lock,
  waitMs: longest.wait,
};
process.stdout.write(JSON.stringify(run));
