/** Batches from outboxes against bare inserts of the rows that they produce. */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from '#api/migrations.ts';
import { signedHeads, syncRequest } from '#tests/bench/calls.ts';
import { runLoad } from '#tests/bench/load.ts';
import { populate } from '#tests/bench/populate.ts';
import { withScratch } from '#tests/bench/scratch.ts';
import { amount, type BenchOptions, median, type Report, spreadOf } from '#tests/bench/table.ts';
import { startServer } from '#tests/support/server.ts';

const CONNECTIONS = 8;
const RECORDS = 100;
const USERS = 2000;
const FIRST_USER = 1_000_000;
/** So that the records of a batch are younger than the account. */
const EVENTS_PER_USER = 6;
const ROUNDS = 3;
const GOAL = 0.6;

export function benchSync({ small }: BenchOptions): Promise<Report> {
  const forMs = small ? 1500 : 4000;
  return withScratch(6, async (folder) => {
    const database = join(folder, 'irich.sqlite');
    const population = {
      users: USERS,
      eventsPerUser: EVENTS_PER_USER,
      firstUser: FIRST_USER,
      now: Date.now(),
    };
    populate(database, population);
    const heads = signedHeads(Array.from({ length: USERS }, (_, index) => FIRST_USER + index));
    let turn = 0;
    const next = () => {
      turn = (turn + 1) % USERS;
      return syncRequest(heads[turn] ?? '', FIRST_USER + turn, RECORDS);
    };
    const synced: number[] = [];
    const bare: number[] = [];
    let p99 = 0;
    const server = await startServer({ database, logTo: join(folder, 'server.log') });
    try {
      const load = { port: Number(new URL(server.origin).port), connections: CONNECTIONS, next };
      await runLoad({ ...load, forMs: 1500 });
      for (let round = 0; round < ROUNDS; round += 1) {
        const batches = await runLoad({ ...load, forMs });
        synced.push(batches.perSecond * RECORDS);
        p99 = Math.max(p99, batches.p99Ms);
        bare.push(insertBare(database, join(folder, `bare-${round}.sqlite`), forMs));
      }
    } finally {
      await server.stop();
    }
    const ratios = synced.map((one, round) => one / (bare[round] ?? Number.NaN));
    const ratio = median(ratios);
    return {
      figures: [
        {
          what: `POST /api/sync with ${RECORDS} records`,
          measured: `${amount(median(synced))} records/s`,
          against: `${amount(median(bare))}/s bare inserts`,
          ratio: ratio.toFixed(2),
          spread: spreadOf(ratios, undefined, 2),
          goal: `≥ ${GOAL}`,
          met: ratio >= GOAL,
        },
      ],
      notes: [
        `sync: ${CONNECTIONS} connections, p99 ${p99.toFixed(0)} ms a batch. Bare: better-sqlite3 inserts the rows that the batches left (events and inputs, same tables, indexes and synchronous=FULL), one user's ${RECORDS} in one transaction. Median of ${ROUNDS} rounds, in turn.`,
      ],
    };
  });
}

type Row = readonly (string | number | null)[];

/** Inserts rows of a filled database into an empty one; returns rows of events per second. */
function insertBare(from: string, to: string, forMs: number): number {
  const source = new Database(from, { readonly: true });
  const read = (text: string) => source.prepare<[number, number], Row>(text).raw();
  const own = 'user_id = ? AND seq > (SELECT max(seq) FROM events WHERE user_id = ?)';
  const eventsOf = read(`SELECT * FROM events WHERE ${own} - ${RECORDS} ORDER BY seq`);
  const inputsOf = read(`SELECT * FROM calculations WHERE ${own} - ${RECORDS} ORDER BY seq`);
  const batches = Array.from({ length: USERS }, (_, index) => FIRST_USER + index)
    .map((userId) => ({ events: eventsOf.all(userId, userId), inputs: inputsOf.all(userId, userId) }))
    .filter((batch) => batch.inputs.length === RECORDS);
  source.close();

  const target = new Database(to);
  target.pragma('journal_mode = WAL');
  target.pragma('synchronous = FULL');
  for (const statement of migrations.flatMap((migration) => migration.statements)) target.exec(statement);
  const insertEvent = target.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  const insertInputs = target.prepare('INSERT INTO calculations VALUES (?, ?, ?, ?, ?)');
  const insert = target.transaction(({ events, inputs }: (typeof batches)[number]) => {
    for (const row of events) insertEvent.run(...row);
    for (const row of inputs) insertInputs.run(...row);
  });
  let inserted = 0;
  const started = performance.now();
  for (const batch of batches) {
    insert.immediate(batch);
    inserted += batch.events.length;
    if (performance.now() - started > forMs) break;
  }
  const seconds = (performance.now() - started) / 1000;
  target.close();
  return inserted / seconds;
}
