/** The operator's audit of a million events against a bare scan that hashes the same bytes; and its memory. */
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { populate } from '#tests/bench/populate.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { amount, type BenchOptions, median, type Report } from '#tests/bench/table.ts';
import { runProcess } from '#tests/support/run-process.ts';

const EVENTS_PER_USER = 100;
const FIRST_USER = 1_000_000;
const ROUNDS = 3;
const GOAL = 0.7;
/** The engine's own memory settles within the first million events; growth after that is the ledger's. */
const MORE = 10;
/** A process never has exactly the same size twice; beyond this factor the memory grows with the ledger. */
const FLAT = 1.1;

interface Run {
  readonly events: number;
  readonly ms: number;
  readonly peakMb: number;
}

export function benchAudit({ small }: BenchOptions): Promise<Report> {
  const most = small ? 200_000 : 1_000_000;
  return withScratch(small ? 2 : 8, async (folder) => {
    const large = join(folder, 'large.db');
    const larger = join(folder, 'larger.db');
    const now = Date.now();
    const shape = { eventsPerUser: EVENTS_PER_USER, firstUser: FIRST_USER, now };
    populate(large, { ...shape, users: most / EVENTS_PER_USER });
    const from = performance.now();
    populate(larger, { ...shape, users: (MORE * most) / EVENTS_PER_USER });
    const filledS = (performance.now() - from) / 1000;
    const audits: Run[] = [];
    const alone: Run[] = [];
    const scans: Run[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      scans.push(await run('scan', large));
      audits.push(await run('audit', large));
      alone.push(await run('alone', large));
    }
    const long = await run('audit', larger);
    const rate = (runs: readonly Run[]) => median(runs.map(({ events, ms }) => (events / ms) * 1000));
    const ratio = rate(alone) / rate(scans);
    // The long run is ten times as long, so it meets a high peak more often than one short run.
    const peak = Math.max(...audits.map((one) => one.peakMb));
    const grown = long.peakMb / peak;
    return {
      figures: [
        {
          what: `audit of ${amount(audits[0]?.events ?? 0)} events, ${availableParallelism()} threads`,
          measured: `${amount(rate(audits))} events/s`,
          against: `${amount(rate(scans))}/s scan + SHA-256`,
          ratio: (rate(audits) / rate(scans)).toFixed(2),
        },
        {
          what: 'the same on one thread',
          measured: `${amount(rate(alone))} events/s`,
          against: `${amount(rate(scans))}/s scan + SHA-256`,
          ratio: ratio.toFixed(2),
          goal: `≥ ${GOAL}`,
          met: ratio >= GOAL,
        },
        {
          what: 'peak memory of the audit',
          measured: `${amount(long.peakMb)} MB at ${amount(long.events)}`,
          against: `${amount(peak)} MB at ${amount(audits[0]?.events ?? 0)}`,
          ratio: grown.toFixed(2),
          goal: `≤ ${FLAT}`,
          met: grown <= FLAT,
        },
      ],
      notes: [
        `audit: ${EVENTS_PER_USER} events a user, every tenth user invited; median of ${ROUNDS} rounds, scan (one thread) and audits in turn, each in its own process, file in the page cache. Memory: of the audit on all threads, the most of its rounds against one run of ten times the events; making the ${amount(long.events)} events took ${filledS.toFixed(0)} s, their audit ${(long.ms / 1000).toFixed(0)} s.`,
      ],
    };
  });
}

async function run(mode: 'audit' | 'alone' | 'scan', path: string): Promise<Run> {
  const script = fileURLToPath(new URL('audit-run.ts', import.meta.url));
  const { code, output } = await runProcess([process.execPath, script, mode, path], {
    cwd: process.cwd(),
    limitMs: 300_000,
  });
  if (code !== 0) throw new Error(output);
  return JSON.parse(output) as Run;
}
