/**
 * Writes a later fixture, of both deployments, with the code of a later version: `node tests/upgrade/make-later.ts FOLDER FIXTURE`,
 * where FOLDER is a worktree of that version with its packages, and FIXTURE a folder such as `fixture-2`. All code but the calls of
 * the users comes from there.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { walletNamed } from '#tests/support/wallets.ts';
import type { Load } from './make-phone.ts';
import {
  ANNA,
  type Answer,
  BEGIN,
  BORIS,
  type Calls,
  CLARA,
  callsOver,
  DAY,
  exportAll,
  FAINA,
  GUS,
  idOf,
  PEOPLE_2,
  recordOf,
  SIX,
} from './scenario.ts';

const OLD = resolve(process.argv[2] ?? '.');
const OUT = fileURLToPath(new URL(`${process.argv[3]}/`, import.meta.url));
mkdirSync(OUT, { recursive: true });
const load: Load = (path) => import(pathToFileURL(join(OLD, path)).href);

const { noLimits } = await load('tests/support/no-limits.ts');
const { CONFIG } = await load('tests/api/support.ts');
const { SBT } = await load('tests/support/deployment.ts');
const { openMachineDeployment } = await load('tests/support/machine-deployment.ts');
const { openObjects, testDeployment } = await load('tests/support/objects-deployment.ts');
const { CONTRACT_VERSION: CONTRACT } = await load('src/core/contract/version.ts');
const { DEFAULT_SETTINGS } = await load('src/core/contract/settings.ts');
const { sampleCalendar } = await load('api/calendar/sample.ts');

const good = ({ status, json }: Answer) => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
};
const folder = mkdtempSync(join(tmpdir(), 'irich-fixture-'));
const file = join(folder, 'one.sqlite');

// One machine.
{
  const clock = { at: BEGIN, now: () => clock.at };
  const deployment = await openMachineDeployment(seams(clock));
  const calls = callsOver(deployment.fetch, clock, CONTRACT);
  await story(calls, clock, deployment);
  good(await calls.register(GUS));
  good(await calls.onboard(GUS));
  good(await calls.sync(GUS, many(clock, 500, 3)));
  good(await calls.deleteData(GUS));
  const told = { at: clock.at, exports: await exportAll(calls, PEOPLE_2) };
  // biome-ignore lint/suspicious/noExplicitAny: the code of another version
  deployment.inPrices((sql: any) => sql.backup(file));
  writeFileSync(join(OUT, 'irich.sqlite.gz'), gzipSync(readFileSync(file), { level: 9 }));
  rmSync(file);
  writeFileSync(
    join(OUT, 'machine.json'),
    `${JSON.stringify({ ...told, profiles: await profiles(calls) }, null, 1)}\n`,
  );
}

// An object per user.
{
  const clock = { at: BEGIN, now: () => clock.at };
  const objects = openObjects(seams(clock));
  const deployment = testDeployment(objects, clock);
  const calls = callsOver(deployment.fetch, clock, CONTRACT);
  await story(calls, clock, deployment);
  await deployment.settle();
  const databases: Record<string, { alarmAt: number | null; database: string }> = {};
  // biome-ignore lint/suspicious/noExplicitAny: the code of another version
  const keep = (name: string, sql: any, alarmAt: number | null = null) => {
    sql.backup(file);
    databases[name] = { alarmAt, database: readFileSync(file, 'base64') };
    rmSync(file);
  };
  for (const [userId, { sql, alarmAt }] of objects.hosts) keep(`user ${userId}`, sql, alarmAt);
  for (const [name, sql] of objects.wallets) keep(`wallet ${name}`, sql);
  const told = {
    at: clock.at,
    exports: await exportAll(calls, PEOPLE_2),
    profiles: await profiles(calls),
  };
  writeFileSync(
    join(OUT, 'objects.json.br'),
    brotliCompressSync(JSON.stringify({ at: clock.at, databases })),
  );
  writeFileSync(join(OUT, 'objects.json'), `${JSON.stringify(told, null, 1)}\n`);
}
rmSync(folder, { recursive: true });
process.exit(0);

function seams(clock: { at: number; now(): number }) {
  return {
    config: CONFIG,
    clock,
    limiter: noLimits,
    sbt: SBT,
    readOnly: () => false,
    onRequest: () => {},
    calendar: sampleCalendar(clock),
  };
}

function many(clock: { at: number; now(): number }, from: number, count: number) {
  return Array.from({ length: count }, (_, index) => recordOf(from + index, clock, index));
}

/** Eight days: a freeze is earned by seven check-ins in a row, and used by the claim after a missed day. */
async function story(
  calls: Calls,
  clock: { at: number; now(): number },
  deployment: { settle(): Promise<void> },
) {
  for (const user of PEOPLE_2) {
    good(await calls.register(user));
    good(await calls.onboard(user));
  }
  good(await calls.save(CLARA, { ...DEFAULT_SETTINGS, zone: 'Europe/Berlin', quiet: { from: 23, to: 7 } }));
  good(await calls.sync(ANNA, many(clock, 1, SIX.length)));
  good(await calls.sync(BORIS, many(clock, 100, 33)));
  const stamp = { at: new Date(clock.at).toISOString(), device: 'a'.repeat(16) };
  const edits = [
    { field: 'result', subject: idOf(1), value: 'won', ...stamp },
    { field: 'note', subject: idOf(1), value: 'as planned', ...stamp },
  ];
  good(await calls.send(ANNA, 'POST', '/api/edits', { userId: ANNA.id, edits }));
  const { payload } = good(await calls.send(FAINA, 'GET', '/api/wallet/proof-payload'));
  const proved = walletNamed('faina').prove({ at: clock.at, payload });
  good(await calls.send(FAINA, 'POST', '/api/user/wallet', { id: FAINA.id, ...proved }));
  for (let day = 0; day < 9; day += 1) {
    clock.at = BEGIN + day * DAY;
    if (day !== 7) good(await calls.checkIn(ANNA));
    if (day < 3) good(await calls.checkIn(CLARA));
    good(await calls.sync(CLARA, many(clock, 200 + day, 1)));
    await deployment.settle();
  }
}

async function profiles(calls: Calls) {
  const told: Record<string, unknown> = {};
  for (const user of PEOPLE_2) {
    const { json } = await calls.send(user, 'GET', `/api/user/${user.id}`);
    told[user.id] = json;
  }
  return told;
}
