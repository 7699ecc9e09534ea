/** Waiting notices move with their user, and one deployment sends them once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeBatch, takeBatch } from '#api/notifications/pending/waiting.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Notice } from '#core/points/notices.ts';
import { START } from '#tests/api/support.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import {
  crowdOf,
  MOVE_SECRET,
  machineServer,
  objectsToMove,
  URL_OF_OBJECTS,
} from '#tests/support/transfer.ts';

let folder: string;
let clock: TestClock;
let machine: NodeSqlite;
let objects: ReturnType<typeof objectsToMove>;
/** Sent by the Durable Objects. */
let told: Notice[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'moving-'));
  clock = { at: START, now: () => clock.at };
  machine = openBetterSqlite3(join(folder, 'a.sqlite'));
  told = [];
  objects = objectsToMove(clock, {
    async tell(_, notices) {
      told.push(...notices);
      return 'taken';
    },
  });
});
afterEach(() => {
  machine.close();
  rmSync(folder, { recursive: true });
});

async function run(...args: readonly string[]): Promise<void> {
  const said = await runInProcess(runLedger, args, {
    env: { DATABASE_PATH: join(folder, 'a.sqlite'), READ_ONLY: '1', MOVE_SECRET },
    wait: async () => undefined,
    fetch: objects.fetchUrl,
  });
  expect(said).toMatchObject({ code: 0 });
}
const file = (name: string) => join(folder, name);
const exported = (name: string) => run('export', '--all', file(name));
const moved = (name: string) => run('import', file(name), '--to', URL_OF_OBJECTS);
const waiting = (sql: Sql) =>
  sql.all<{ notice: string }>('SELECT notice FROM notices ORDER BY user_id, seq, kind');
const waitingThere = (userId: number) => waiting(objects.host(userId).sql);

/** The machine sends waiting notices to user 1, two of whose friends have joined. */
function tellOnMachine(): void {
  const batch = takeBatch(machine, clock.at);
  if (batch === null) throw new Error('nothing waits');
  removeBatch(machine, batch, clock.at);
}

test('notices are sent once after the move, by the new deployment', async () => {
  await crowdOf(3, clock).act(machineServer(machine, clock));
  const before = waiting(machine);
  expect(before.length).toBeGreaterThan(1);
  objects.setReadOnly(true);
  await exported('all');
  await moved('all');
  expect(waitingThere(1)).toEqual(before);
  await moved('all');
  await objects.settle();
  expect(told).toEqual([]);
  objects.setReadOnly(false);
  await objects.settle();
  expect(told).toEqual(before.map(({ notice }) => JSON.parse(notice)));
});

test('a notice sent since a rehearsal is not sent again, whichever file comes last', async () => {
  const crowd = crowdOf(4, clock);
  const server = machineServer(machine, clock);
  const late = crowd.members.splice(3);
  await crowd.act(server);
  objects.setReadOnly(true);
  await exported('rehearsal');
  await moved('rehearsal');
  expect(waitingThere(1).length).toBeGreaterThan(1);
  tellOnMachine();
  await exported('told');
  await moved('told');
  expect(waitingThere(1)).toEqual([]);
  await moved('rehearsal');
  expect(waitingThere(1)).toEqual([]);
  crowd.members.push(...late);
  await crowd.act(server);
  await exported('all');
  await moved('all');
  objects.setReadOnly(false);
  await objects.settle();
  expect(told.map(({ seq, kind }) => [seq, kind])).toEqual(
    waiting(machine).map(({ notice }) => {
      const { seq, kind } = JSON.parse(notice) as Notice;
      return [seq, kind];
    }),
  );
  expect(told.length).toBeGreaterThan(0);
});

test('notices sent by the Durable Objects are not sent by the machine after the way back', async () => {
  await crowdOf(3, clock).act(machineServer(machine, clock));
  objects.setReadOnly(true);
  await exported('all');
  await moved('all');
  objects.setReadOnly(false);
  await objects.settle();
  expect(told.length).toBeGreaterThan(1);
  objects.setReadOnly(true);
  await run('export', '--all', file('back'), '--from', URL_OF_OBJECTS);
  await run('import', file('back'));
  expect(waiting(machine)).toEqual([]);
  expect(machine.all('SELECT * FROM jobs')).toEqual([]);
});

test('a user who erased their data has no waiting notice in the other deployment either', async () => {
  const crowd = crowdOf(2, clock);
  const server = machineServer(machine, clock);
  await crowd.act(server);
  objects.setReadOnly(true);
  await exported('rehearsal');
  await moved('rehearsal');
  expect(waitingThere(1).length).toBeGreaterThan(0);
  await crowd.call(server, { id: 1, invitedBy: null }, 'DELETE', '/api/user/1');
  await exported('all');
  await moved('all');
  await moved('rehearsal');
  expect(waitingThere(1)).toEqual([]);
});
