/**
 * Lets the objects of an older version work on databases that this one has made: `node tests/upgrade/older-objects.ts FOLDER`, where
 * FOLDER is a worktree of that version with its packages. Prints what users get, what the older version logs, and what this
 * version's audit finds afterwards. Exit code 1 where the older version neither works nor refuses in one line.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'better-sqlite3';
import { sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import { CONFIG } from '#tests/api/support.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { type Objects, openObjects } from '#tests/support/objects-deployment.ts';
import { ANNA, BEGIN, BORIS, CLARA, callsOver, HOUR, recordOf } from './scenario.ts';

const OLD = resolve(process.argv[2] ?? '.');
const PEOPLE = [ANNA, BORIS, CLARA];
const say = (text: string) => void process.stdout.write(`${text}\n`);
const load = (path: string) => import(pathToFileURL(join(OLD, path)).href);
const { openObjects: openOlder } = await load('tests/support/objects-deployment.ts');
const { CONTRACT_VERSION } = await load('src/core/contract/version.ts');

const folder = mkdtempSync(join(tmpdir(), 'irich-older-'));
const clock = { at: BEGIN, now: () => clock.at };
const faults = new Set<string>();
const seams = {
  config: CONFIG,
  clock,
  limiter: noLimits,
  onRequest: ({ fault }: { readonly fault?: string }) => void (fault !== undefined && faults.add(fault)),
  onFault: (message: string, cause: unknown) => void faults.add(`${message}: ${cause}`),
};
let from = 1;

/** One after another, each for all users. */
async function use(world: Objects, who: string): Promise<number[]> {
  const calls = callsOver(world.fetch, clock, CONTRACT_VERSION);
  const statuses: number[] = [];
  for (const user of PEOPLE) {
    const records = Array.from({ length: 3 }, () => recordOf(from++, clock, 0));
    const answers = [
      await calls.register(user),
      await calls.onboard(user),
      await calls.send(user, 'GET', `/api/user/${user.id}`),
      await calls.sync(user, records),
      await calls.checkIn(user),
    ];
    const told = answers.map(({ status }) => status);
    say(`${who}: user ${user.id} gets ${told.join(', ')}`);
    statuses.push(...told);
  }
  for (let wait = 0; wait < 10; wait += 1) {
    clock.at += HOUR;
    await world.ring();
  }
  return statuses;
}

/** The databases of another world, as they are. */
function storedOf(world: Objects) {
  const files = new Map<string, Buffer>();
  const keep = (name: string, sql: unknown) => {
    const file = join(folder, 'one.sqlite');
    (sql as { backup(file: string): void }).backup(file);
    files.set(name, readFileSync(file));
    rmSync(file);
  };
  for (const [userId, { sql }] of world.hosts) keep(`user ${userId}`, sql);
  for (const [name, sql] of world.wallets) keep(`wallet ${name}`, sql);
  return (name: string) => {
    const found = files.get(name);
    return found === undefined ? null : sqliteOn(new Database(found), ':memory:');
  };
}

const now = openObjects(seams);
await use(now, 'this version');
const older: Objects = openOlder({ ...seams, stored: storedOf(now) });
clock.at += 24 * HOUR;
faults.clear();
const statuses = await use(older, 'older version');
for (const fault of faults) say(`older version: ${fault.split('\n')[0]}`);
const isRefused = statuses.every((status) => status === 503);
const works = statuses.every((status) => status < 300 || status === 409);
if (!works && !(isRefused && [...faults].some((fault) => fault.includes('Changed by newer code'))))
  process.exitCode = 1;

const again = openObjects({ ...seams, stored: storedOf(older) });
clock.at += 24 * HOUR;
await use(again, 'this version again');
for (const { id } of PEOPLE) {
  const told = await again.host(id).object.operate({ type: 'audit' });
  say(`this version's audit of user ${id}: ${JSON.stringify(told)}`);
  if (JSON.stringify(told).includes('"kind"')) process.exitCode = 1;
}
rmSync(folder, { recursive: true });
process.exit();
