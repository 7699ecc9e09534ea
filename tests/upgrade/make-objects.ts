/**
 * Writes the fixture of a deployment with an object per user with the code of an older version:
 * `node tests/upgrade/make-objects.ts FOLDER`, as `make-fixture.ts`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { walletNamed } from '#tests/support/wallets.ts';
import type { Load } from './make-phone.ts';
import {
  ANNA,
  type Answer,
  BEGIN,
  BORIS,
  CLARA,
  callsOver,
  continueObjects,
  DAY,
  exportAll,
  FAINA,
  LEO,
  OBJECTS,
  PAUSE,
  ROUND,
  readEverything,
  recordOf,
  SIX,
} from './scenario.ts';

const OLD = resolve(process.argv[2] ?? '.');
const OUT = fileURLToPath(new URL('fixture/', import.meta.url));
const load: Load = (path) => import(pathToFileURL(join(OLD, path)).href);

const { noLimits } = await load('api/http/limits.ts');
const { CONFIG } = await load('tests/api/support.ts');
const { startBotApi } = await load('tests/outside/bot-api.ts');
const { TOKEN, SBT } = await load('tests/support/deployment.ts');
const { objectHomes, testHome } = await load('tests/support/object-homes.ts');
const { DEFAULT_SETTINGS } = await load('src/core/contract/settings.ts');

const clock = { at: BEGIN, now: () => clock.at };
const bot = await startBotApi({ token: TOKEN });
let isReadOnly = false;
let isCut = false;
const lost = async () => {
  throw new Error('no answer');
};
const objects = objectHomes({
  config: CONFIG,
  clock,
  limiter: noLimits,
  sbt: SBT,
  bot: { secret: 'a-secret-of-these-tests', apiUrl: bot.url },
  readOnly: () => isReadOnly,
  onRequest: () => {},
  // biome-ignore lint/suspicious/noExplicitAny: the code of another version
  between: (_from: number, peers: any) => ({
    ...peers,
    user: (id: number) => (isCut ? { isRegistered: lost, receive: lost } : peers.user(id)),
  }),
});
const deployment = testHome(objects, clock);
const calls = callsOver(deployment.fetch, clock);
const good = ({ status, json }: Answer) => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
};

for (const user of OBJECTS) {
  good(await calls.register(user));
  good(await calls.onboard(user));
}
const settings = { zone: 'europe/berlin', quiet: null, alerts: { TON: '5', BTC: null, ETH: null } };
good(await calls.save(CLARA, { ...DEFAULT_SETTINGS, ...settings }));
const many = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => recordOf(from + index, clock, index));
good(await calls.sync(ANNA, many(1, SIX.length)));
good(await calls.sync(BORIS, many(100, 32)));
good(await calls.sync(CLARA, many(200, 2)));
const { payload } = good(await calls.send(FAINA, 'GET', '/api/wallet/proof-payload'));
const proved = walletNamed('faina').prove({ at: clock.at, payload });
good(await calls.send(FAINA, 'POST', '/api/user/wallet', { id: FAINA.id, ...proved }));
good(await calls.deleteData(FAINA));
for (let day = 0; day < 3; day += 1) {
  good(await calls.checkIn(ANNA));
  await deployment.until(clock.at + 2 * ROUND);
  clock.at = BEGIN + (day + 1) * DAY;
}
good(await calls.onboard(FAINA));
good(await calls.sync(FAINA, many(400, 1)));
await deployment.until(clock.at + 2 * ROUND);

// Credits of Boris wait, and what Anna is to know of him.
isCut = true;
good(await calls.sync(BORIS, many(150, 2)));
good(await calls.checkIn(CLARA));
await deployment.until(clock.at + ROUND / 2);
const at = clock.at;
const databases = await dump();
const before = await ask(OBJECTS);
isCut = false;
clock.at = at + PAUSE;
await deployment.restart();
await deployment.until(clock.at + 2 * ROUND);
await continueObjects(calls, clock);
await deployment.until(clock.at + 2 * ROUND);
const after = await ask([...OBJECTS, LEO]);
const exports = await exportAll(calls, [ANNA, BORIS, CLARA, LEO]);

writeFileSync(join(OUT, 'objects.json.br'), brotliCompressSync(JSON.stringify({ at, databases })));
writeFileSync(join(OUT, 'objects.jsonl'), exports);
writeFileSync(join(OUT, 'objects-answers.json'), `${JSON.stringify({ before, after }, null, 1)}\n`);
await bot.close();
process.exit(0);

async function ask(people: typeof OBJECTS) {
  isReadOnly = true;
  await deployment.restart();
  const answers = await readEverything(calls, people);
  isReadOnly = false;
  await deployment.restart();
  return answers;
}

/** Every database, and when its alarm is due. */
async function dump() {
  const folder = mkdtempSync(join(tmpdir(), 'irich-fixture-'));
  const file = join(folder, 'one.sqlite');
  const dumps: Record<string, { alarmAt: number | null; database: string }> = {};
  // biome-ignore lint/suspicious/noExplicitAny: the code of another version
  const add = async (name: string, sql: any, alarmAt: number | null = null) => {
    await sql.backup(file);
    dumps[name] = { alarmAt, database: readFileSync(file, 'base64') };
    rmSync(file);
  };
  for (const [userId, { sql, alarmAt }] of objects.homes) await add(`user ${userId}`, sql, alarmAt);
  for (const [name, sql] of objects.wallets) await add(`wallet ${name}`, sql);
  await add('sender', objects.sending.sql, objects.sending.alarmAt);
  await add('public', objects.prices.sql, objects.prices.alarmAt);
  rmSync(folder, { recursive: true });
  return dumps;
}
