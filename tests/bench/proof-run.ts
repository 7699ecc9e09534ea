/**
 * One day of published totals in its own process, so that its peak memory is its own: first as many bare SHA-256 of the same
 * sizes, then the day as the machine publishes it, from a file of ledgers into a file of its own.
 */
import { hash } from 'node:crypto';
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

export interface ProofRun {
  readonly users: number;
  /** Of the hashes alone, and of the whole day. */
  readonly bareMs: number;
  readonly ms: number;
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
const bareMs = bareHashes(users);
const peakMb = process.resourceUsage().maxRSS / 1024;
const run: ProofRun = { users, ms, bareMs, peakMb, lockMs: longest.lock, waitMs: longest.wait };
process.stdout.write(JSON.stringify(run));
