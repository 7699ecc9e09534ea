/** Saved heads of Durable Objects: the command line writes them to a file and returns them to restored objects. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readHeads, type SavedHead } from '#api/ledger/heads.ts';
import { runLedger } from '#api/ops/ledger/run.ts';
import { START } from '#tests/api/support.ts';
import { allEvents } from '#tests/support/attacks.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { crowdOf, MOVE_SECRET, objectsToMove, URL_OF_OBJECTS } from '#tests/support/transfer.ts';

/** More than one call can list. */
const USERS = 43;

let folder: string;
let objects: ReturnType<typeof objectsToMove>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'irich-heads-'));
  const clock: TestClock = { at: START, now: () => clock.at };
  objects = objectsToMove(clock);
  await crowdOf(USERS, clock).act(objects);
  await objects.settle();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = (name: string) => join(folder, name);
const headsIn = (name: string) => [...readHeads(readFileSync(file(name), 'utf8').split('\n'))];

async function heads(...args: string[]) {
  let calls = 0;
  const said = await runInProcess(runLedger, ['heads', ...args], {
    env: { MOVE_SECRET },
    fetch(url, init) {
      calls += 1;
      return objects.fetchUrl(url, init);
    },
    wait: async () => undefined,
  });
  return { ...said, calls };
}

const savedIn = (userId: number) =>
  objects.host(userId).sql.get<{ seq: number }>('SELECT seq FROM saved_heads WHERE user_id = ?', userId)?.seq;

test('the file holds the newest event of every object', async () => {
  // A listed user who never registered.
  await objects.directory(500 % 64).enter(500);
  expect(await heads('write', file('heads'), '--from', URL_OF_OBJECTS)).toMatchObject({ code: 0, err: '' });
  const newest: SavedHead[] = Array.from({ length: USERS }, (_, index) => {
    const { seq = 0, hash = '' } = allEvents(objects.host(index + 1).sql, index + 1).at(-1) ?? {};
    return { userId: index + 1, seq, hash };
  });
  expect(headsIn('heads')).toEqual(newest);
});

test("given back, they let devices send again up to each object's head", async () => {
  await heads('write', file('heads'), '--from', URL_OF_OBJECTS);
  expect(savedIn(1)).toBeUndefined();
  const healed = await heads('heal', file('heads'), '--to', URL_OF_OBJECTS);
  expect(healed).toMatchObject({ code: 0, out: expect.stringContaining(`${USERS} ledgers`) });
  for (const { userId, seq } of headsIn('heads')) expect(savedIn(userId)).toBe(seq);
});

test('a head of a user without an object creates none', async () => {
  const header = '{"format":"irich-heads","version":1}\n';
  writeFileSync(
    file('heads'),
    `${header}{"userId":1,"seq":900,"hash":""}\n{"userId":77,"seq":5,"hash":""}\n`,
  );
  const healed = await heads('heal', file('heads'), '--to', URL_OF_OBJECTS);
  expect(healed).toMatchObject({ code: 0, out: expect.stringContaining('1 ledgers') });
  expect(savedIn(1)).toBe(900);
  const tables = objects.host(77).sql.all("SELECT name FROM sqlite_master WHERE name = 'saved_heads'");
  expect(tables).toEqual([]);
});

test.each(['9000000000000000', '-1', '1.5'])(
  'a head at event %s is refused, and nothing is sent',
  async (seq) => {
    const header = '{"format":"irich-heads","version":1}\n';
    writeFileSync(
      file('heads'),
      `${header}{"userId":1,"seq":5,"hash":""}\n{"userId":2,"seq":${seq},"hash":""}\n`,
    );
    const refused = await heads('heal', file('heads'), '--to', URL_OF_OBJECTS);
    expect(refused).toMatchObject({
      code: 2,
      calls: 0,
      err: expect.stringContaining('Line 3 is not a saved head'),
    });
    // The deployment refuses it from other clients, too.
    const response = await objects.fetchUrl(`${URL_OF_OBJECTS}/api/operator/asks`, {
      method: 'POST',
      headers: { authorization: `Bearer ${MOVE_SECRET}`, 'content-type': 'application/json' },
      body: `{"asks":[{"userId":1,"ask":{"type":"heal","seq":${seq}}}]}`,
    });
    expect(response.status).toBe(400);
    expect(savedIn(1)).toBeUndefined();
  },
);

test('a ledger that ends before its head is reported to have lost events, also with an older file', async () => {
  await heads('write', file('older'), '--from', URL_OF_OBJECTS);
  expect((await heads('heal', file('older'), '--to', URL_OF_OBJECTS)).out).not.toContain('lost');
  const header = '{"format":"irich-heads","version":1}\n';
  writeFileSync(file('newer'), `${header}{"userId":1,"seq":900,"hash":""}\n{"userId":2,"seq":1,"hash":""}\n`);
  for (const name of ['newer', 'older']) {
    const healed = await heads('heal', file(name), '--to', URL_OF_OBJECTS);
    expect(healed).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 of these ledgers end before their head'),
    });
    expect(savedIn(1)).toBe(900);
  }
});

test('a file with a bad line sends nothing', async () => {
  await heads('write', file('heads'), '--from', URL_OF_OBJECTS);
  writeFileSync(file('heads'), `${readFileSync(file('heads'), 'utf8')}x\n`);
  const refused = await heads('heal', file('heads'), '--to', URL_OF_OBJECTS);
  expect(refused).toMatchObject({ code: 2, calls: 0, err: expect.stringContaining('Nothing was written') });
});
