/**
 * Writes the fixture with the code of an older version: `node tests/upgrade/make-fixture.ts FOLDER`, where FOLDER is a
 * worktree of that version with its packages. All server and device code comes from there, so it is imported by path.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { base64, jpeg } from '#tests/support/jpeg.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { type Load, makePhone } from './make-phone.ts';
import { sha256 } from './phone.ts';
import {
  ANNA,
  type Answer,
  BEGIN,
  BORIS,
  CLARA,
  callsOver,
  continueStory,
  DAN,
  DAY,
  EVE,
  FAINA,
  GONE,
  GUS,
  HAL,
  HOUR,
  IDA,
  idOf,
  JAN,
  KIM,
  LEO,
  PAUSE,
  PEOPLE,
  ROUND,
  readEverything,
  recordOf,
  SIX,
} from './scenario.ts';

const OLD = resolve(process.argv[2] ?? '.');
const OUT = fileURLToPath(new URL('fixture/', import.meta.url));
const load: Load = (path) => import(pathToFileURL(join(OLD, path)).href);

const { noLimits } = await load('api/http/limits.ts');
const { openLedger } = await load('api/ledger/ledger.ts');
const { correctCommand } = await load('api/cli/ledger/work-commands.ts');
const { runLedger } = await load('api/cli/ledger/run.ts');
const { applyImport } = await load('api/calendar/store.ts');
const { readImportFile } = await load('api/calendar/import-file.ts');
const { openPublicData } = await load('api/public/data.ts');
const { readPrice } = await load('tests/api/alerts/read-price.ts');
const { CONFIG } = await load('tests/api/support.ts');
const { startBotApi } = await load('tests/outside/bot-api.ts');
const { startServices } = await load('tests/outside/services.ts');
const { DEFAULT_SETTINGS } = await load('src/core/contract/settings.ts');
const { TOKEN, SBT } = await load('tests/support/deployment.ts');
const { openMachineHome } = await load('tests/support/machine-home.ts');
const { hmacHex, publicParts } = await load('tests/support/homes.ts');

const clock = { at: BEGIN, now: () => clock.at };
const bot = await startBotApi({ token: TOKEN });
const services = await startServices();
// As few as are taken for a whole list.
services.market.coins.length = 500;
const ton = services.market.coins.find(({ id }: { id: string }) => id === 'the-open-network');
ton.current_price = 4.5;
const seams = {
  config: CONFIG,
  clock,
  limiter: noLimits,
  // No chain is asked.
  sbt: SBT,
  bot: { secret: 'a-secret-of-these-tests', apiUrl: bot.url },
  services: { marketApiUrl: services.market.url, fearGreedUrl: services.fearGreed.url },
  readOnly: () => isReadOnly,
  onRequest: () => {},
};
let isReadOnly = false;
const deployment = await openMachineHome(seams);
const calls = callsOver(deployment.fetch, clock);
// biome-ignore lint/suspicious/noExplicitAny: the code of another version
const sql: any = deployment.inPrices((it: unknown) => it);
const good = ({ status, json }: Answer) => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(json)}`);
  return json;
};
const enter = async (...people: readonly (typeof ANNA)[]) => {
  for (const user of people) good(await calls.register(user));
  for (const user of people) if (user !== HAL) good(await calls.onboard(user));
};
const nextDay = async () => {
  clock.at += DAY;
  await deployment.ring();
};

// Monday: everybody registers; the six calculators.
await deployment.ring();
await enter(ANNA);
await enter(BORIS, CLARA, DAN, EVE, FAINA, GUS, HAL, IDA);
good(
  await calls.sync(
    ANNA,
    SIX.map((_, place) => recordOf(1 + place, clock, place)),
  ),
);
good(
  await calls.sync(ANNA, [
    {
      ...recordOf(1, clock),
      revision: 2,
      inputs: {
        positionType: 'LONG',
        riskAmount: '250',
        entryPrice: '64120.5',
        stopLossPrice: '62000',
        takeProfitPrice: '71000',
        leverage: '5',
      },
    },
  ]),
);
good(await calls.sync(EVE, [recordOf(300, clock, 5)]));
good(await calls.checkIn(ANNA));
good(await calls.checkIn(CLARA));
good(
  await calls.save(CLARA, {
    ...DEFAULT_SETTINGS,
    zone: 'europe/berlin',
    quiet: null,
    alerts: { TON: '5', BTC: '100000', ETH: null },
  }),
);
await deployment.ring();

// Tuesday: more than a day pays; a clock that is ahead; a record from before the first launch; a conflict.
await nextDay();
good(
  await calls.sync(
    BORIS,
    Array.from({ length: 33 }, (_, index) => recordOf(100 + index, clock, index)),
  ),
);
good(await calls.checkIn(ANNA));
good(await calls.checkIn(CLARA));
const ahead = { at: clock.at + 5 * 60_000, now: () => clock.at };
good(await calls.sync(CLARA, [recordOf(200, ahead, 2), recordOf(201, ahead, 3)], ahead.at));
good(
  await calls.sync(CLARA, [
    { ...recordOf(202, { at: BEGIN - 9 * DAY, now: () => 0 }, 4) },
    recordOf(200, clock, 1),
  ]),
);

// Wednesday: a wallet is linked; Clara misses her check-in; a record is deleted.
await nextDay();
good(await calls.checkIn(ANNA));
await link(FAINA, 'faina');
good(await calls.sync(FAINA, [recordOf(400, clock, 0), recordOf(401, clock, 5)]));
good(await calls.checkIn(FAINA));
good(await calls.send(ANNA, 'DELETE', `/api/records/${ANNA.id}/${idOf(5)}`));

// Thursday: all of Faina's data is deleted, and Gus's.
await nextDay();
good(await calls.checkIn(ANNA));
good(await calls.checkIn(CLARA));
good(
  await calls.sync(GUS, [
    ...GONE.map((note, index) => ({ ...recordOf(500 + index, clock), inputs: { note } })),
  ]),
);
good(await calls.deleteData(FAINA));
good(await calls.deleteData(GUS));

// Friday: Faina is back; an operator corrects Dan.
await nextDay();
good(await calls.checkIn(ANNA));
good(await calls.checkIn(CLARA));
good(await calls.onboard(FAINA));
good(await calls.sync(FAINA, [recordOf(402, clock, 4)]));
good(await calls.sync(DAN, [recordOf(600, clock, 1), recordOf(601, clock, 2)]));
const io = { out() {}, err() {}, isTerminal: false, env: {} };
await correctCommand(sql, io, {
  userId: DAN.id,
  bucket: 'activity',
  amount: '-0.5',
  reason: 'counted twice',
  id: 'dan-1',
});
await deployment.restart();

// Until Tuesday: Anna's streak and her wallet; a language that is chosen.
for (let day = 0; day < 4; day += 1) {
  await nextDay();
  good(await calls.checkIn(ANNA));
}
await link(ANNA, 'anna');
good(await calls.send(BORIS, 'PATCH', '/api/user/language', { id: BORIS.id, languageCode: 'en' }));
good(await calls.send(DAN, 'POST', '/api/user/sessions', { userId: DAN.id }));
importCalendar();

// At noon on Wednesday the phone of Clara keeps everything, loses the network, and is used on.
await nextDay();
clock.at += 3 * HOUR;
await deployment.ring();
const claimed: object = good(
  await calls.send(ANNA, 'POST', '/api/user/sbt/claim', { user_id: ANNA.id, badge_id: 'lev_1' }),
);
const phone = await makePhone(load, clock, deployment.fetch);

// What waits: a message until the bot's pause ends, a notice, a crossed threshold, a credit.
bot.choose = () => ({ type: 'retry_after', seconds: 600 });
await enter(JAN);
await deployment.ring();
await enter(KIM);
readPrice(sql, '4.9', clock.at);
readPrice(sql, '5.2', clock.at + 1);
const shared: { url: string } = good(
  await calls.send(ANNA, 'POST', '/api/share', {
    userId: ANNA.id,
    calculationType: 'Staking',
    picture: base64(jpeg()),
  }),
);

const downloads: { url: string }[] = [];
for (const kind of ['ledger', 'history']) {
  downloads.push(good(await calls.send(ANNA, 'POST', '/api/exports', { userId: ANNA.id, kind })));
}
await oweCredit();

const folder = mkdtempSync(join(tmpdir(), 'irich-fixture-'));
const file = join(folder, 'irich.sqlite');
const before = await snapshot();
writeFileSync(join(OUT, 'irich.sqlite.gz'), gzipSync(readFileSync(file), { level: 9 }));
writeFileSync(join(OUT, 'before.jsonl'), before.exports);
writeFileSync(join(OUT, 'device.json'), `${JSON.stringify(phone, null, 1)}\n`);

// How the story goes on, by the same code.
bot.choose = () => null;
bot.shown.length = 0;
clock.at += PAUSE;
await deployment.restart();
await deployment.until(clock.at + ROUND);
const answered = await continueStory(calls, clock);
await deployment.until(clock.at + ROUND);
const after = await snapshot([...PEOPLE, LEO]);
writeFileSync(join(OUT, 'after.jsonl'), after.exports);
const messages = bot.shown.map(({ payload }: { payload: Record<string, unknown> }) => [
  payload['chat_id'],
  payload['text'],
]);
const { exports: _before, ...asked } = before;
const { exports: _after, ...askedAfter } = after;
writeFileSync(
  join(OUT, 'answers.json'),
  `${JSON.stringify({ claimed, shared: new URL(shared.url).pathname, before: asked, answered, messages, after: askedAfter }, null, 1)}\n`,
);
rmSync(folder, { recursive: true });
await Promise.all([bot.close(), services.stop()]);
process.exit(0);

/** The database as a file, and everything that this version says of it. */
async function snapshot(people = PEOPLE) {
  await sql.backup(file);
  isReadOnly = true;
  await deployment.restart();
  const answers = await readEverything(calls, people);
  const downloaded: Record<string, string> = {};
  for (const { url } of downloads) {
    const path = new URL(url).pathname;
    downloaded[path] = await (await calls.open('GET', path)).text();
  }
  const data = openPublicData({ ...publicParts(seams), sql, onFault() {} });
  const publicly = { market: await data.overview(), calendar: await data.calendar() };
  isReadOnly = false;
  await deployment.restart();
  const copy = join(folder, 'copy.sqlite');
  writeFileSync(copy, readFileSync(file));
  const audit = await command('audit');
  let exports = '';
  for (const { id } of people) exports += await command('export', String(id));
  const moved = join(folder, 'all');
  await command('export', '--all', moved);
  // Its first line names the migrations.
  const [, ...pieces] = readFileSync(moved, 'utf8').split('\n');
  rmSync(moved);
  return {
    at: clock.at,
    audit,
    downloaded,
    answers,
    ...publicly,
    pieces: sha256(pieces.join('\n')),
    exports,
  };

  async function command(...args: string[]): Promise<string> {
    const texts: string[] = [];
    const { now } = Date;
    Date.now = clock.now;
    await runLedger([...args, '--database', copy], {
      out: (text: string) => void texts.push(text),
      err: () => {},
      isTerminal: false,
      env: {},
    });
    Date.now = now;
    return texts.join('');
  }
}

async function link(user: typeof ANNA, name: string): Promise<void> {
  const { payload } = good(await calls.send(user, 'GET', '/api/wallet/proof-payload'));
  const proved = walletNamed(name).prove({ at: clock.at, payload });
  good(await calls.send(user, 'POST', '/api/user/wallet', { id: user.id, ...proved }));
}

/** Reactions follow from the prices that are kept. */
function importCalendar(): void {
  const event = {
    id: 'us-cpi-2026-02',
    name: 'cpi_yoy',
    zone: 'united_states',
    at: '2026-03-11T13:30:00Z',
    forecast: '3.0',
  };
  const read = readImportFile(JSON.stringify({ version: 1, events: [event] }));
  applyImport(sql, read.events, clock.at);
}

/** Ida's record is kept while its credit cannot be delivered. */
async function oweCredit(): Promise<void> {
  const parts = { sql, clock, sha256, hmac: hmacHex, schedule: setImmediate };
  const ledger = openLedger({ ...parts, credits: 'elsewhere' });
  const command = {
    type: 'record_calculation',
    recordId: idOf(800),
    calculationType: 'Staking',
    occurredAt: clock.at,
    sentAt: null,
  };
  // biome-ignore lint/suspicious/noExplicitAny: the code of another version
  await ledger.transact((writer: any) => writer.execute(IDA.id, command));
}
