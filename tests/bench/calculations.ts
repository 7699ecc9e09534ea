/** Durable, authenticated calculations against a handler of the same HTTP stack that only parses and answers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { calculationRequest, signedHeads } from '#tests/bench/calls.ts';
import { type LoadResult, runLoad } from '#tests/bench/load.ts';
import { populate } from '#tests/bench/populate.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { amount, type BenchOptions, median, type Report } from '#tests/bench/table.ts';
import { startServer } from '#tests/support/server.ts';

const CONNECTIONS = 64;
const USERS = 10_000;
const FIRST_USER = 1_000_000;
const ROUNDS = 4;
const GOAL = 0.5;
const GOAL_P99_MS = 10;

export function benchCalculations({ small }: BenchOptions): Promise<Report> {
  const forMs = small ? 2000 : 5000;
  return withScratch(2, async (folder) => {
    const database = join(folder, 'irich.sqlite');
    populate(database, { users: USERS, eventsPerUser: 3, firstUser: FIRST_USER, now: Date.now() });
    const heads = signedHeads(Array.from({ length: USERS }, (_, index) => FIRST_USER + index));
    let turn = 0;
    const next = () => {
      turn = (turn + 1) % USERS;
      return calculationRequest(heads[turn] ?? '', FIRST_USER + turn);
    };
    const server = await startServer({ database, logTo: join(folder, 'server.log') });
    const bare = await startBare();
    const real: LoadResult[] = [];
    const least: LoadResult[] = [];
    try {
      const load = { connections: CONNECTIONS, next };
      const port = Number(new URL(server.origin).port);
      await runLoad({ ...load, port, forMs: 2000 });
      await runLoad({ ...load, port: bare.port, forMs: 2000 });
      for (let round = 0; round < ROUNDS; round += 1) {
        least.push(await runLoad({ ...load, port: bare.port, forMs }));
        real.push(await runLoad({ ...load, port, forMs }));
      }
    } finally {
      await bare.stop();
      await server.stop();
    }
    const perSecond = median(real.map((one) => one.perSecond));
    const atMost = median(least.map((one) => one.perSecond));
    const ratio = median(real.map((one, round) => one.perSecond / (least[round]?.perSecond ?? Number.NaN)));
    const p99 = median(real.map((one) => one.p99Ms));
    const ownLoad = Math.max(...least.map((one) => one.ownLoad));
    return {
      figures: [
        {
          what: 'POST /api/referral/calculations',
          measured: `${amount(perSecond)}/s`,
          against: `${amount(atMost)}/s parse and answer`,
          ratio: ratio.toFixed(2),
          goal: `≥ ${GOAL}`,
          met: ratio >= GOAL,
        },
        {
          what: 'its 99th percentile',
          measured: `${p99.toFixed(1)} ms`,
          against: `${median(least.map((one) => one.p99Ms)).toFixed(1)} ms parse and answer`,
          goal: `≤ ${GOAL_P99_MS} ms`,
          met: p99 <= GOAL_P99_MS,
        },
      ],
      notes: [
        `calculations: ${CONNECTIONS} connections, ${amount(USERS)} users in turn, inputs stored, synchronous=FULL, request lines to a file; median of ${ROUNDS} rounds of ${forMs / 1000} s, in turn with the other server; the load itself took at most ${Math.round(ownLoad * 100)} % of a core.`,
      ],
    };
  });
}

/** The server of `bare-server.ts` as a child process. */
async function startBare(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const script = fileURLToPath(new URL('bare-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(line.toString()),
    async stop() {
      const closed = once(child, 'close');
      child.kill();
      await closed;
    },
  };
}
