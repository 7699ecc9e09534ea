/** Ledgers that are set back to a copy of the same day, which the published days do not show: the next entries say so. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { runLedger } from '#api/ops/ledger/run.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { mortalDatabases, type Pages } from './mortal-databases.ts';
import { dayText, KEY, MINUTE, midnight, publishing } from './publishing.ts';

/** A machine, and another process that takes over from it with its own clock's time. */
async function openMachine(pages?: Pages, at?: number) {
  const databases = mortalDatabases(pages);
  const api = await publishing(({ proof = { signers: [KEY] }, ...seams }) =>
    openMachineDeployment(
      { ...seams, proof: { ...proof, sql: databases.database('proof') } },
      databases.database('ledgers'),
    ),
  );
  if (at !== undefined) api.clock.at = at;
  await api.ring();
  return {
    ...api,
    pages: databases.pages,
    /** What the entries say of restores, by their days. */
    async restored() {
      const checked = await api.checked();
      if (!checked.ok) throw new Error(checked.error.fault);
      return checked.value.entries.map(({ day, restored }) => [day, restored ?? null]);
    },
    /** Another process starts with the log as it is and these ledgers. */
    async setBack(copy: Pages) {
      const ledgers = copy.get('ledgers');
      if (ledgers === undefined) throw new Error('No ledgers');
      return openMachine(new Map([...databases.pages(), ['ledgers', ledgers]]), api.clock.at);
    },
  };
}

/** The bytes of a database's file, without a log of its own. */
function inOneFile(path: string): Buffer {
  const database = new Database(path);
  database.pragma('journal_mode = DELETE');
  database.close();
  return readFileSync(path);
}

const HOUR = 60 * MINUTE;

/** A copy is made on the day 1 and one event later the ledgers are set back to it: how the machine goes on. */
async function setBackAt(copyAt: number, lossAt: number) {
  const old = await openMachine();
  await old.registered(42);
  await old.until(copyAt);
  const copy = old.pages();
  await old.calculate(42);
  await old.until(lossAt);
  return old.setBack(copy);
}

test('a copy that was made after the last published day shows', async () => {
  const api = await setBackAt(midnight(1) + 2 * HOUR, midnight(1) + 3 * HOUR);
  await api.untilPublished(2);
  expect(await api.restored()).toEqual([
    [dayText(0), null],
    [dayText(1), dayText(0)],
    [dayText(2), null],
  ]);
  expect(api.faults).toEqual([]);
});

test('a copy shows before any day is published', async () => {
  const api = await setBackAt(midnight(0) + 20 * HOUR, midnight(0) + 21 * HOUR);
  await api.untilPublished(1);
  expect(await api.restored()).toEqual([
    [dayText(0), dayText(-1)],
    [dayText(1), null],
  ]);
});

test('what was lost before a day was published concerns the next day too', async () => {
  const api = await setBackAt(midnight(0) + 22 * HOUR, midnight(1) + 3 * MINUTE);
  await api.untilPublished(2);
  expect(await api.restored()).toEqual([
    [dayText(0), dayText(-1)],
    [dayText(1), dayText(0)],
    [dayText(2), null],
  ]);
});

test('so does what was lost in the last minutes of a day, which phones count to the next one', async () => {
  const api = await setBackAt(midnight(1) - HOUR, midnight(1) - 5 * MINUTE);
  await api.untilPublished(2);
  expect((await api.restored()).map(([, restored]) => restored)).toEqual([dayText(-1), dayText(0), null]);
});

test('a loss is told although the machine starts again and dies before the day ends', async () => {
  let api = await setBackAt(midnight(1) + 2 * HOUR, midnight(1) + 3 * HOUR);
  for (let more = 0; more < 3; more += 1) {
    await api.calculate(42);
    await api.until(api.clock.at + HOUR);
    api = await api.setBack(api.pages());
  }
  await api.untilPublished(2);
  expect((await api.restored()).map(([, restored]) => restored)).toEqual([null, dayText(0), null]);
});

test('ledgers that are replaced while a day is built show', async () => {
  const old = await openMachine();
  await old.registered(42);
  await old.untilPublished(0);
  const copy = old.pages();
  await old.calculate(42);
  // The process ends after the build began.
  old.clock.at = midnight(2) + 5 * MINUTE;
  await old.lookAtLog?.((sql) => {
    sql.run(
      "INSERT INTO days (day, phase, build, secret, shard, users) SELECT done + 1, 'growing', 'b', zeroblob(32), 256, 0 FROM log",
    );
  });
  const api = await old.setBack(copy);
  await api.untilPublished(3);
  expect((await api.restored()).map(([, restored]) => restored)).toEqual([
    null,
    dayText(0),
    dayText(1),
    null,
  ]);
});

test('a start over the same ledgers, and a copy that has all of them, are no restores', async () => {
  let api = await openMachine();
  await api.registered(42);
  for (let day = 0; day < 3; day += 1) {
    await api.calculate(42);
    await api.until(midnight(day) + 23 * HOUR);
    api = await api.setBack(api.pages());
    await api.untilPublished(day);
  }
  expect((await api.restored()).map(([, restored]) => restored)).toEqual([null, null, null]);
});

test('a copy by `ledger backup` shows however soon it is restored', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'set-back-'));
  try {
    const old = await openMachine();
    await old.registered(42);
    await old.untilPublished(0);
    const [file, copy] = [join(folder, 'irich.sqlite'), join(folder, 'copy.sqlite')];
    writeFileSync(file, old.pages().get('ledgers') ?? '');
    const said: string[] = [];
    const out = (text: string) => void said.push(text);
    const io = { out, err: out, isTerminal: false, env: {} };
    expect(await runLedger(['backup', copy, '--database', file], io), said.join('')).toBe(0);
    const api = await old.setBack(new Map([['ledgers', inOneFile(copy)]]));
    await api.untilPublished(2);
    expect((await api.restored()).map(([, restored]) => restored)).toEqual([null, dayText(0), null]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
