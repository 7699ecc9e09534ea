/** Databases of both deployments that a later version wrote, opened by this one: see `README.md`. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { expect, test, vi } from 'vitest';
import type { Config } from '#api/config.ts';
import { openDatabase } from '#api/deployments/machine/database.ts';
import { ownDatabase, ownDatabaseMigrations } from '#api/migrations.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import { begun } from '#api/runtime/sqlite/late-tables.ts';
import { migrationGap } from '#api/runtime/sqlite/migrations.ts';
import { OLDEST_CONTRACT } from '#core/contract/version.ts';
import { CONFIG } from '#tests/api/support.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { openObjects, testDeployment } from '#tests/support/objects-deployment.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import machine2 from './fixture-2/machine.json' with { type: 'json' };
import objects2 from './fixture-2/objects.json' with { type: 'json' };
import machine3 from './fixture-3/machine.json' with { type: 'json' };
import objects3 from './fixture-3/objects.json' with { type: 'json' };
import {
  ANNA,
  BORIS,
  type Calls,
  callsOver,
  DAY,
  exportAll,
  FAINA,
  LEO,
  PEOPLE_2,
  recordOf,
} from './scenario.ts';

vi.setConfig({ testTimeout: 60_000 });

const fixture = (name: string) => readFileSync(new URL(name, import.meta.url));

/** `lacks`: a migration that came after this version. */
const WRITTEN = [
  {
    by: 'the first version with rules 2',
    in: 'fixture-2',
    lacks: 'ledger-004',
    machine: machine2,
    objects: objects2,
  },
  { by: '1.7.0', in: 'fixture-3', lacks: null, machine: machine3, objects: objects3 },
] as const;

/** The files and answers of the version that wrote them, and the day after. */
async function goesOn(
  calls: Calls,
  clock: { at: number },
  told: typeof machine2,
  settle: () => Promise<void>,
) {
  for (const user of PEOPLE_2) {
    const profile = await calls.send(user, 'GET', `/api/user/${user.id}`);
    expect(profile).toEqual({ status: 200, json: told.profiles[`${user.id}` as keyof typeof told.profiles] });
  }
  expect(await exportAll(calls, PEOPLE_2)).toBe(told.exports);
  const { json: edits } = await calls.send(ANNA, 'GET', `/api/edits/${ANNA.id}`);
  expect(JSON.stringify(edits)).toContain('as planned');

  clock.at += DAY;
  const before = await balance(calls, ANNA);
  // Her streak goes on: the freeze that she earned has kept it over a missed day.
  expect((await calls.checkIn(ANNA)).json.profile).toMatchObject({ streak: { current: 9, longest: 9 } });
  expect((await calls.sync(BORIS, [recordOf(900, { at: clock.at, now: () => clock.at })])).status).toBe(200);
  expect((await calls.register(LEO)).status).toBe(200);
  expect((await calls.onboard(LEO)).status).toBe(200);
  await settle();
  // A bonus of 90, and a tenth of Boris's point.
  expect((await balance(calls, ANNA)) - before).toBeCloseTo(90.1, 6);
  const link = await calls.send(FAINA, 'GET', `/api/user/${FAINA.id}`);
  expect(link.json.wallet_address).toMatch(/^0:/);
}

const balance = async (calls: Calls, user: typeof ANNA) =>
  Number((await calls.send(user, 'GET', `/api/user/${user.id}`)).json.balance);

test.each(WRITTEN)(
  'one machine by $by: all is as it was told, the audit is clean, and users go on',
  async (written) => {
    const { machine } = written;
    const folder = mkdtempSync(join(tmpdir(), 'irich-later-'));
    const databasePath = join(folder, 'irich.sqlite');
    writeFileSync(databasePath, gunzipSync(fixture(`${written.in}/irich.sqlite.gz`)));
    const log = { say() {}, fault: (message: string) => expect(message).toBe(''), flush() {} };
    const opened = openDatabase({ databasePath, creditSecret: null, readOnly: false } as Config, log);
    const audit = async () => (await runInProcess(runLedger, ['audit', '--database', databasePath])).out;
    try {
      expect(await audit()).toMatch(/\nNothing is wrong\.\n$/);
      const clock = { at: machine.at, now: () => clock.at };
      const deployment = await openMachineDeployment(
        { config: CONFIG, clock, limiter: noLimits, onRequest: () => {} },
        opened.sql,
      );
      await goesOn(callsOver(deployment.fetch, clock, OLDEST_CONTRACT), clock, machine, deployment.settle);
      expect(await audit()).toMatch(/\nNothing is wrong\.\n$/);
    } finally {
      opened.close();
      rmSync(folder, { recursive: true });
    }
  },
);

test.each(WRITTEN)('an object per user by $by: all is as it was told, and users go on', async (written) => {
  const { objects, lacks } = written;
  const stored: { at: number; databases: Record<string, { alarmAt: number | null; database: string }> } =
    JSON.parse(brotliDecompressSync(fixture(`${written.in}/objects.json.br`)).toString());
  const clock = { at: stored.at, now: () => clock.at };
  const opened = openObjects({
    config: CONFIG,
    clock,
    limiter: noLimits,
    onRequest: () => {},
    stored(name) {
      const found = stored.databases[name];
      return found === undefined
        ? null
        : sqliteOn(new Database(Buffer.from(found.database, 'base64')), ':memory:');
    },
  });
  for (const { id } of PEOPLE_2) {
    const host = opened.host(id);
    host.alarmAt = stored.databases[`user ${id}`]?.alarmAt ?? null;
    if (lacks !== null) expect(migrationGap(host.sql, ownDatabaseMigrations).missing).toContain(lacks);
  }
  const { settle } = testDeployment(opened, clock);
  await goesOn(callsOver(opened.fetch, clock, OLDEST_CONTRACT), clock, objects, settle);
  for (const { id } of PEOPLE_2) {
    const { sql, object } = opened.host(id);
    expect(migrationGap(sql, begun(sql, ownDatabase))).toMatchObject({ missing: [], unknown: [] });
    expect(await object.operate({ type: 'audit' })).toMatchObject({ findings: [] });
  }
  expect(opened.faults).toEqual([]);
});
