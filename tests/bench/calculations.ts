/**
 * Durable, authenticated calculations against a handler of the same HTTP stack that only parses and answers, and against
 * the same append by one stored function of PostgreSQL.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calculationRequest, signedHeads } from '#tests/bench/calls.ts';
import { type LoadResult, runLoad } from '#tests/bench/load.ts';
import { populate } from '#tests/bench/populate.ts';
import { type Postgres, postgresPrograms, startPostgres } from '#tests/bench/postgres.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { amount, type BenchOptions, type Figure, median, type Report, spreadOf } from '#tests/bench/table.ts';
import { startServer } from '#tests/support/server.ts';

const CONNECTIONS = 64;
const USERS = 10_000;
const FIRST_USER = 1_000_000;
const EVENTS_PER_USER = 3;
const ROUNDS = 4;
const GOAL = 0.5;
const GOAL_P99 = 1.5;
const GOAL_POSTGRES = 3;

export function benchCalculations({ small }: BenchOptions): Promise<Report> {
  const forMs = small ? 2000 : 5000;
  return withScratch(3, async (folder) => {
    const database = join(folder, 'irich.sqlite');
    const population = { users: USERS, eventsPerUser: EVENTS_PER_USER, firstUser: FIRST_USER };
    populate(database, { ...population, now: Date.now() });
    const heads = signedHeads(Array.from({ length: USERS }, (_, index) => FIRST_USER + index));
    let turn = 0;
    const next = () => {
      turn = (turn + 1) % USERS;
      return calculationRequest(heads[turn] ?? '', FIRST_USER + turn);
    };
    const programs = postgresPrograms();
    const started: { stop(): Promise<void> }[] = [];
    const keep = <T extends { stop(): Promise<void> }>(one: T): T => {
      started.push(one);
      return one;
    };
    const rounds: LoadResult[][] = [];
    let postgres: Postgres | null = null;
    try {
      const server = keep(await startServer({ database, logTo: join(folder, 'server.log') }));
      const ports = [keep(await startBeside('bare-server.ts')).port, Number(new URL(server.origin).port)];
      if (programs !== null) {
        postgres = keep(await startPostgres(programs, population));
        ports.push(keep(await startBeside('postgres-server.ts', postgres.folder)).port);
      }
      const load = { connections: CONNECTIONS, next };
      for (const port of ports) await runLoad({ ...load, port, forMs: 2000 });
      for (let round = 0; round < ROUNDS; round += 1) {
        const results: LoadResult[] = [];
        for (const port of ports) results.push(await runLoad({ ...load, port, forMs }));
        rounds.push(results);
      }
    } finally {
      for (const one of started.reverse()) await one.stop();
    }
    const ownLoad = Math.max(...rounds.flat().map((one) => one.ownLoad));
    return {
      figures: [...againstBare(rounds), againstPostgres(rounds, postgres)],
      notes: [
        `calculations: ${CONNECTIONS} connections, ${amount(USERS)} users in turn, inputs stored, synchronous=FULL, request lines to a file; median of ${ROUNDS} rounds of ${forMs / 1000} s, in turn with the other servers; the load itself took at most ${Math.round(ownLoad * 100)} % of a core.`,
        ...(postgres === null
          ? []
          : [
              `calculations: PostgreSQL ${postgres.version} with fsync and synchronous_commit, Hono and one stored function that inserts the event once with its chain hash, its inputs, and the user's state; the same check of the launch data; no request lines.`,
            ]),
      ],
    };
  });
}

/** Of each round: the bare server, ours, and the one on PostgreSQL. */
type Rounds = readonly (readonly LoadResult[])[];

function againstBare(rounds: Rounds): Figure[] {
  const [bare, ours] = [ofAll(rounds, 0), ofAll(rounds, 1)];
  const ratios = quotients(ours.perSecond, bare.perSecond);
  const p99Ratios = quotients(ours.p99Ms, bare.p99Ms);
  return [
    {
      what: 'POST /api/referral/calculations',
      measured: `${amount(median(ours.perSecond))}/s`,
      against: `${amount(median(bare.perSecond))}/s parse and answer`,
      ratio: median(ratios).toFixed(2),
      spread: spreadOf(ratios, undefined, 2),
      goal: `≥ ${GOAL}`,
      met: median(ratios) >= GOAL,
    },
    {
      what: 'its 99th percentile',
      measured: `${median(ours.p99Ms).toFixed(1)} ms`,
      against: `${median(bare.p99Ms).toFixed(1)} ms parse and answer`,
      ratio: median(p99Ratios).toFixed(2),
      spread: spreadOf(p99Ratios, undefined, 2),
      goal: `≤ ${GOAL_P99}`,
      met: median(p99Ratios) <= GOAL_P99,
    },
  ];
}

function againstPostgres(rounds: Rounds, postgres: Postgres | null): Figure {
  const what = 'the same append';
  const ours = ofAll(rounds, 1).perSecond;
  const measured = `${amount(median(ours))}/s`;
  if (postgres === null) return { what, measured, against: 'PostgreSQL is not installed on this machine' };
  const theirs = ofAll(rounds, 2).perSecond;
  const ratios = quotients(ours, theirs);
  return {
    what,
    measured,
    against: `${amount(median(theirs))}/s Hono and a stored function of PostgreSQL ${postgres.version}`,
    ratio: median(ratios).toFixed(2),
    spread: spreadOf(ratios, undefined, 2),
    goal: `≥ ${GOAL_POSTGRES}`,
    met: median(ratios) >= GOAL_POSTGRES,
  };
}

function ofAll(rounds: Rounds, server: number): { readonly perSecond: number[]; readonly p99Ms: number[] } {
  const results = rounds.flatMap((round) => round[server] ?? []);
  return { perSecond: results.map((one) => one.perSecond), p99Ms: results.map((one) => one.p99Ms) };
}

const quotients = (ours: readonly number[], theirs: readonly number[]) =>
  ours.map((one, round) => one / (theirs[round] ?? Number.NaN));

/** A server of this folder as a child process, which prints its port. */
async function startBeside(
  name: string,
  ...args: readonly string[]
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const script = fileURLToPath(new URL(name, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(line.toString()),
    async stop() {
      child.kill();
      await closed;
    },
  };
}
