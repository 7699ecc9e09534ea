/**
 * Resident memory of the bundled server with the options of its unit: idle, after ten thousand users read their profile and
 * calculate, and per connected user.
 */
import { join } from 'node:path';
import { calculationRequest, profileRequest, signedHeads } from '#tests/bench/calls.ts';
import { connectedCost } from '#tests/bench/connected.ts';
import { runLoad } from '#tests/bench/load.ts';
import { populate } from '#tests/bench/populate.ts';
import { type Memory, memoryOf, peakOf } from '#tests/bench/process-memory.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { amount, type BenchOptions, type Figure, median, type Report } from '#tests/bench/table.ts';
import { memoryVariables, startBundled } from '#tests/bundle/bundled-server.ts';
import { makeBundle } from '#tests/bundle/make-bundle.ts';

const USERS = 10_000;
const EVENTS_PER_USER = 10;
const FIRST_USER = 1_000_000;
const CONNECTIONS = 64;
/** In each, every user reads the profile and calculates once. */
const ROUNDS = 3;
const GOAL_MB = 150;
const GOAL_PER_USER = 10_000;

export function benchMemory({ small }: BenchOptions): Promise<Report> {
  const users = small ? USERS / 10 : USERS;
  return withScratch(1, async (folder) => {
    const bundle = join(folder, 'bundle');
    await makeBundle(bundle);
    const database = join(folder, 'irich.sqlite');
    const shape = { eventsPerUser: EVENTS_PER_USER, firstUser: FIRST_USER, now: Date.now() };
    populate(database, { ...shape, users });
    const filled = join(folder, 'connected.sqlite');
    populate(filled, { ...shape, users: 2 * users });
    const each: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const variables = { DATABASE_PATH: filled, ...memoryVariables(bundle) };
      each.push(await connectedCost({ bundle, variables, users: idsOf(2 * users) }));
    }
    const perUser = median(each);
    const server = await startBundled(bundle, { DATABASE_PATH: database, ...memoryVariables(bundle) });
    try {
      await fetch(`${server.origin}/api/health/ready`);
      const idle = memoryOf(server.pid);
      let answers = 0;
      let most = idle;
      const heads = signedHeads(idsOf(users));
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
      const peak = peakOf(server.pid);
      return {
        figures: [
          row('idle', idle),
          row(`${amount(users)} users active`, most),
          { what: 'the most at any time', measured: megabytes(peak), ...against(peak) },
          {
            what: 'memory of the server per connected user',
            measured: `${amount(perUser / 1000)} KB`,
            against: `${amount(users)} users`,
            goal: `≤ ${GOAL_PER_USER / 1000} KB`,
            met: perUser <= GOAL_PER_USER,
          },
        ],
        notes: [
          `memory: RSS of the process as /proc tells, after each of ${2 * ROUNDS} rounds the most; ${amount(answers)} calls at ${CONNECTIONS} connections. Shared: pages of Node's own file, which the system takes back when others need them.`,
          `memory per connected user: what RSS grows by while ${amount(users)} users read their profile once, each on a connection that stays open, divided by them; median of ${ROUNDS} servers. It holds Node's socket and HTTP parser, what the server remembers of the user (launch data, calls of the minute), and what was not collected yet; not the page cache, which others filled.`,
        ],
      };
    } finally {
      await server.stop();
    }
  });
}

function idsOf(users: number): readonly number[] {
  return Array.from({ length: users }, (_, index) => FIRST_USER + index);
}

const row = (what: string, { total, shared }: Memory): Figure => ({
  what: `memory of the server, ${what}`,
  measured: megabytes(total),
  against: `${megabytes(shared)} of it shared`,
  ...against(total),
});

const against = (bytes: number) => ({ goal: `≤ ${GOAL_MB} MB`, met: bytes <= GOAL_MB * 1_000_000 });
const megabytes = (bytes: number) => `${amount(bytes / 1_000_000)} MB`;
