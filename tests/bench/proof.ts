/** A published day of a million users against as many bare SHA-256, its memory, and how long it holds the write lock. */
import { closeSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { populate } from '#tests/bench/populate.ts';
import type { ProofRun } from '#tests/bench/proof-run.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { amount, type BenchOptions, median, type Report } from '#tests/bench/table.ts';
import { runProcess } from '#tests/support/run-process.ts';

const EVENTS_PER_USER = 2;
const FIRST_USER = 1_000_000;
const ROUNDS = 5;
/** A round in which the host took more than so many percent of the processors' time is measured again. */
const QUIET = 2;
const MOST_ROUNDS = 3 * ROUNDS;
const isQuiet = ({ stolen }: ProofRun) => (stolen ?? 0) <= QUIET;
const GOAL = 2;
const LOCK_GOAL_MS = 50;
const DAY = 86_400_000;
/** A process never has exactly the same size twice; beyond this factor the memory grows with the users. */
const FLAT = 1.25;
/** V8 enlarges the space of new objects in steps while a process works: a bound keeps that apart from what users take. */
const NEW_OBJECTS = '--max-semi-space-size=16';

export function benchProof({ small }: BenchOptions): Promise<Report> {
  const [few, many] = small ? [10_000, 100_000] : [300_000, 1_000_000];
  return withScratch(small ? 1 : 6, async (folder) => {
    // An hour after the end of a day on which nobody did anything.
    const now = Math.ceil(Date.now() / DAY + 2) * DAY + 3_600_000;
    const publish = async (users: number) => {
      const path = join(folder, `${users}.sqlite`);
      populate(path, {
        users,
        eventsPerUser: EVENTS_PER_USER,
        firstUser: FIRST_USER,
        now: now - 3 * DAY,
      });
      flush(path);
      const all: ProofRun[] = [];
      while (all.length < MOST_ROUNDS && all.filter(isQuiet).length < ROUNDS)
        all.push(await run(path, join(folder, `${users}-${all.length}.log`), now, 'mapped'));
      const runs = all.toSorted((a, b) => (a.stolen ?? 0) - (b.stolen ?? 0)).slice(0, ROUNDS);
      const { peakMb } = await run(path, join(folder, `${users}.log`), now, 'read');
      if (runs.some((one) => one.users !== users)) throw new Error('Not all users were published');
      const of = (pick: (one: ProofRun) => number) => median(runs.map(pick));
      return {
        ms: of((one) => one.ms),
        bareMs: of((one) => one.bareMs),
        ratio: of((one) => one.ms / one.bareMs),
        peakMb,
        lockMs: Math.max(...runs.map((one) => one.lockMs)),
        waitMs: Math.max(...runs.map((one) => one.waitMs)),
        rounds: all.map(roundText).join('; '),
      };
    };
    const [short, long] = [await publish(few), await publish(many)];
    const grown = long.peakMb / short.peakMb;
    return {
      figures: [
        {
          what: `a published day, ${amount(many)} users`,
          measured: `${amount(long.ms / 1000)} s`,
          against: `${amount(long.bareMs / 1000)} s of bare SHA-256`,
          ratio: long.ratio.toFixed(2),
          goal: `≤ ${GOAL}`,
          met: long.ratio <= GOAL,
        },
        {
          what: 'peak memory of the publishing',
          measured: `${amount(long.peakMb)} MB at ${amount(many)} users`,
          against: `${amount(short.peakMb)} MB at ${amount(few)}`,
          ratio: grown.toFixed(2),
          goal: 'flat',
          met: grown <= FLAT,
        },
        {
          what: 'longest hold of a write lock',
          measured: `${amount(long.lockMs)} ms`,
          goal: `≤ ${LOCK_GOAL_MS} ms`,
          met: long.lockMs <= LOCK_GOAL_MS,
        },
        { what: 'longest turn of the thread that answers requests', measured: `${amount(long.waitMs)} ms` },
      ],
      notes: [
        `proof: one process, ${EVENTS_PER_USER} events a user, ledgers and log in files, hashes on two more threads; bare: the hashes of blinds, leaves and nodes alone, four a user, on one thread, before and after. Median of the ${ROUNDS} rounds, of at most ${MOST_ROUNDS}, in which the host took the least of the processors' time; their longest lock and turn. Memory: of one more round that maps no files, which would count as memory. Flat: at most ${FLAT} times.`,
        `proof, all rounds of ${amount(many)} users: ${long.rounds}.`,
      ],
    };
  });
}

function roundText({ ms, bareMs, lockMs, stolen }: ProofRun): string {
  const lost = stolen === null ? '' : `, ${amount(stolen)} % of the processors' time taken by the host`;
  return `ratio ${(ms / bareMs).toFixed(2)}, longest lock ${amount(lockMs)} ms${lost}`;
}

/** Else what populating left in the system's cache would be written during the first round. */
function flush(path: string): void {
  const file = openSync(path, 'r+');
  fsyncSync(file);
  closeSync(file);
}

async function run(ledgers: string, log: string, now: number, reading: 'mapped' | 'read'): Promise<ProofRun> {
  const script = fileURLToPath(new URL('proof-run.ts', import.meta.url));
  const { code, output } = await runProcess(
    [process.execPath, NEW_OBJECTS, script, ledgers, log, `${now}`, reading],
    {
      cwd: process.cwd(),
      limitMs: 300_000,
    },
  );
  if (code !== 0) throw new Error(output);
  return JSON.parse(output) as ProofRun;
}
