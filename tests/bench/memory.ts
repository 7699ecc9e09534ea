/** Resident memory of the bundled server with the options of its unit: idle, and after ten thousand users read their profile and calculate. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calculationRequest, profileRequest, signedHeads } from '#tests/bench/calls.ts';
import { runLoad } from '#tests/bench/load.ts';
import { populate } from '#tests/bench/populate.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { amount, type BenchOptions, type Figure, type Report } from '#tests/bench/table.ts';
import { memoryVariables, startBundled } from '#tests/bundle/bundled-server.ts';
import { makeBundle } from '#tests/bundle/make-bundle.ts';

const USERS = 10_000;
const EVENTS_PER_USER = 10;
const FIRST_USER = 1_000_000;
const CONNECTIONS = 64;
/** In each, every user reads the profile and calculates once. */
const ROUNDS = 3;
const GOAL_MB = 150;

export function benchMemory({ small }: BenchOptions): Promise<Report> {
  const users = small ? USERS / 10 : USERS;
  return withScratch(1, async (folder) => {
    const bundle = join(folder, 'bundle');
    await makeBundle(bundle);
    const database = join(folder, 'irich.sqlite');
    populate(database, { users, eventsPerUser: EVENTS_PER_USER, firstUser: FIRST_USER, now: Date.now() });
    const server = await startBundled(bundle, { DATABASE_PATH: database, ...memoryVariables(bundle) });
    try {
      await fetch(`${server.origin}/api/health/ready`);
      const idle = memoryOf(server.pid);
      let answers = 0;
      let most = idle;
      const heads = signedHeads(Array.from({ length: users }, (_, index) => FIRST_USER + index));
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const make of [profileRequest, calculationRequest]) {
          let turn = 0;
          const next = () => {
            const user = turn++ % users;
            return make(heads[user] ?? '', FIRST_USER + user);
          };
          const port = Number(new URL(server.origin).port);
          answers += (await runLoad({ port, connections: CONNECTIONS, forMs: 120_000, most: users, next }))
            .answers;
          const now = memoryOf(server.pid);
          if (now.total > most.total) most = now;
        }
      }
      const peak = statusOf(server.pid, 'VmHWM');
      return {
        figures: [
          row('idle', idle),
          row(`${amount(users)} users active`, most),
          { what: 'the most at any time', measured: megabytes(peak), ...against(peak) },
        ],
        notes: [
          `memory: RSS of the process as /proc tells, after each of ${2 * ROUNDS} rounds the most; ${amount(answers)} calls at ${CONNECTIONS} connections. Shared: pages of Node's own file, which the system takes back when others need them.`,
        ],
      };
    } finally {
      await server.stop();
    }
  });
}

/** Bytes. */
interface Memory {
  readonly total: number;
  /** Pages of files. */
  readonly shared: number;
}

function memoryOf(pid: number): Memory {
  return { total: statusOf(pid, 'VmRSS'), shared: statusOf(pid, 'RssFile') };
}

function statusOf(pid: number, name: string): number {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  const line = lines.find((one) => one.startsWith(`${name}:`)) ?? '';
  return Number.parseInt(line.slice(name.length + 1), 10) * 1024;
}

const row = (what: string, { total, shared }: Memory): Figure => ({
  what: `memory of the server, ${what}`,
  measured: megabytes(total),
  against: `${megabytes(shared)} of it shared`,
  ...against(total),
});

const against = (bytes: number) => ({ goal: `≤ ${GOAL_MB} MB`, met: bytes <= GOAL_MB * 1_000_000 });
const megabytes = (bytes: number) => `${amount(bytes / 1_000_000)} MB`;
