/** Reading a profile and appending a record with a million users, against a thousand. */
import { createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { openLedger } from '#api/ledger/ledger.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { calculationRequest, profileRequest, signedHeads } from '#tests/bench/calls.ts';
import { runLoad } from '#tests/bench/load.ts';
import { populate, recordId, sha256 } from '#tests/bench/populate.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { amount, type BenchOptions, type Figure, median, type Report } from '#tests/bench/table.ts';
import { startServer } from '#tests/support/server.ts';

const EVENTS_PER_USER = 10;
const FEW = 1000;
const FIRST_USER = 1_000_000;
const CONNECTIONS = 64;
const ROUNDS = 3;
/** Calls of one kind per round, so that a thousand users stay within their limits. */
const CALLS = 14_000;
/** Number of callers: all users, or this many spread over all. */
const CALLERS = 10_000;
const GOALS = { read: 1.3, append: 1.2 };

interface Side {
  readonly users: number;
  readonly database: string;
}

export function benchScale({ small }: BenchOptions): Promise<Report> {
  const many = small ? 100_000 : 1_000_000;
  return withScratch(small ? 2 : 15, async (folder) => {
    const sides = { few: await fill(folder, FEW), many: await fill(folder, many) };
    const alone = { few: await storageAlone(sides.few), many: await storageAlone(sides.many) };
    const served = await serveBoth(folder, sides.few, sides.many);
    return {
      figures: [
        times('profile read', served.few.read, served.many.read, many, GOALS.read),
        times('append', served.few.append, served.many.append, many, GOALS.append),
        times('profile read, storage alone', alone.few.read, alone.many.read, many),
        times('append, storage alone', alone.few.append, alone.many.append, many, GOALS.append),
      ],
      notes: [
        `scale: ${amount(many * EVENTS_PER_USER)} events against ${amount(FEW * EVENTS_PER_USER)}; time per call, 1 / (calls a second), over HTTP at ${CONNECTIONS} connections, ${amount(CALLERS)} callers spread over all users; file read into the page cache first. Storage alone: a random user of all each time, ${CONNECTIONS} appends a commit.`,
      ],
    };
  });
}

async function fill(folder: string, users: number): Promise<Side> {
  const database = join(folder, `${users}.sqlite`);
  populate(database, { users, eventsPerUser: EVENTS_PER_USER, firstUser: FIRST_USER, now: Date.now() });
  return { users, database };
}

/** Calls per second. */
interface Rates {
  readonly read: number;
  readonly append: number;
}

async function serveBoth(folder: string, few: Side, many: Side): Promise<{ few: Rates; many: Rates }> {
  const sides = [few, many].map((side) => {
    const step = Math.max(1, side.users / CALLERS);
    const users = Array.from(
      { length: side.users / step },
      (_, index) => FIRST_USER + Math.floor(index * step),
    );
    return { users, heads: signedHeads(users), side, reads: [] as number[], appends: [] as number[] };
  });
  const logTo = join(folder, 'server.log');
  for (const { side } of sides) await intoPageCache(side);
  const servers = await Promise.all(sides.map(({ side }) => startServer({ database: side.database, logTo })));
  let turn = 0;
  try {
    for (let round = -1; round < ROUNDS; round += 1) {
      for (const [index, { users, heads, reads, appends }] of sides.entries()) {
        const port = Number(new URL(servers[index]?.origin ?? '').port);
        const request = (make: typeof profileRequest) => () => {
          // A large odd stride visits all callers in an order without locality in the file.
          turn = (turn + 7919) % users.length;
          return make(heads[turn] ?? '', users[turn] ?? 0);
        };
        const load = { port, connections: CONNECTIONS, forMs: 20_000, most: CALLS };
        const read = await runLoad({ ...load, next: request(profileRequest) });
        const append = await runLoad({ ...load, next: request(calculationRequest) });
        // The first round only warms up.
        if (round < 0) continue;
        reads.push(read.perSecond);
        appends.push(append.perSecond);
      }
    }
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  const [one, other] = sides.map(({ reads, appends }) => ({ read: median(reads), append: median(appends) }));
  if (one === undefined || other === undefined) throw new Error('Two sides were measured');
  return { few: one, many: other };
}

/** The system drops pages of a file that was just written, and would read them from the disk while the calls are timed. */
async function intoPageCache({ database }: Side): Promise<void> {
  for await (const _ of createReadStream(database, { highWaterMark: 2 ** 20 }));
}

async function storageAlone(side: Side): Promise<Rates> {
  await intoPageCache(side);
  const { users, database } = side;
  const sql = openBetterSqlite3(database);
  const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('hex');
  const clock = { now: () => Date.now() };
  const ledger = openLedger({ sql, clock, sha256, hmac, schedule: setImmediate });
  const anyone = () => FIRST_USER + Math.floor(Math.random() * users);
  const rate = (count: number, from: number) => (count / (performance.now() - from)) * 1000;
  const reads: number[] = [];
  const appends: number[] = [];
  let serial = 0;
  for (let round = -1; round < ROUNDS; round += 1) {
    const fromRead = performance.now();
    for (let call = 0; call < CALLS; call += 1) ledger.read.account(anyone());
    const read = rate(CALLS, fromRead);
    const fromAppend = performance.now();
    for (let call = 0; call < CALLS; call += CONNECTIONS) {
      const together = Array.from({ length: CONNECTIONS }, () => {
        const now = clock.now();
        serial += 1;
        const id = recordId(now, serial);
        const record = { recordId: id, calculationType: 'Staking', occurredAt: now, sentAt: now } as const;
        return ledger.transact(
          (writer) => writer.execute(anyone(), { type: 'record_calculation', ...record }).ok,
        );
      });
      if ((await Promise.all(together)).some((done) => !done.ok || !done.value))
        throw new Error('An append failed');
    }
    if (round < 0) continue;
    reads.push(read);
    appends.push(rate(CALLS, fromAppend));
  }
  sql.close();
  return { read: median(reads), append: median(appends) };
}

function times(what: string, few: number, many: number, users: number, goal?: number): Figure {
  const ratio = few / many;
  return {
    what: `${what}, ${amount(users)} users`,
    measured: `${amount(1_000_000 / many)} µs`,
    against: `${amount(1_000_000 / few)} µs at ${amount(FEW)} users`,
    ratio: ratio.toFixed(2),
    ...(goal === undefined ? {} : { goal: `≤ ${goal}`, met: ratio <= goal }),
  };
}
