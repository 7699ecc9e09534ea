/** `READ_ONLY=1` in both deployments: reads work, writes wait, and nothing is lost. */
import { beforeEach, describe, expect, test } from 'vitest';
import { readAccount } from '#api/ledger/accounts.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { recordId, START } from '#tests/api/support.ts';
import { rowsOf, type TestClock } from '#tests/support/test-deployment.ts';
import { crowdOf, machineServer, objectsToMove, type Reached } from '#tests/support/transfer.ts';

interface World extends Reached {
  setReadOnly(next: boolean): Promise<void>;
  sqlOf(userId: number): Sql;
  dump(): string;
  settle(): Promise<void>;
}

function onMachine(clock: TestClock): World {
  const sql = openBetterSqlite3(':memory:');
  let server = machineServer(sql, clock);
  return {
    fetch: (request) => server.fetch(request),
    async setReadOnly(next) {
      await server.idle();
      server = machineServer(sql, clock, next);
    },
    sqlOf: () => sql,
    dump: () => JSON.stringify(rowsOf(sql)),
    settle: () => server.idle(),
  };
}

function onObjects(clock: TestClock): World {
  const objects = objectsToMove(clock);
  return {
    fetch: objects.fetch,
    setReadOnly: async (next) => objects.setReadOnly(next),
    sqlOf: (userId) => objects.host(userId).sql,
    dump: () => JSON.stringify(objects.rows()),
    settle: objects.settle,
  };
}

describe.each([
  ['machine', onMachine],
  ['objects', onObjects],
])('%s', (_, open) => {
  let clock: TestClock;
  let world: World;
  let crowd: ReturnType<typeof crowdOf>;

  beforeEach(async () => {
    clock = { at: START, now: () => clock.at };
    world = open(clock);
    crowd = crowdOf(4, clock);
    await crowd.act(world);
  });

  const member = (id: number) => ({ id, invitedBy: null });
  const call = (id: number, method: string, path: string, body?: object) =>
    crowd.call(world, member(id), method, path, body);

  test('every write is refused and writes nothing', async () => {
    await world.setReadOnly(true);
    clock.at += 86_400_000;
    const before = world.dump();
    const record = {
      id: recordId(),
      calculationType: 'Staking',
      occurredAt: new Date(clock.at).toISOString(),
    };
    const known = (await call(2, 'GET', '/api/records/2')).json.records[0].id;
    for (const [id, method, path, body] of [
      [9, 'POST', '/api/user/register', { id: 9 }],
      [2, 'POST', '/api/sync', { userId: 2, records: [record] }],
      [2, 'POST', '/api/referral/calculations', { userId: 2, ...record, inputs: {} }],
      [2, 'POST', '/api/checkin/claim', { userId: 2 }],
      [2, 'PATCH', '/api/user/language', { id: 2, languageCode: 'ru' }],
      [2, 'POST', '/api/user/sessions', { userId: 2 }],
      [2, 'DELETE', `/api/records/2/${known}`, undefined],
      [2, 'DELETE', '/api/records/2', undefined],
      [2, 'POST', '/api/exports', { userId: 2, kind: 'ledger' }],
      [2, 'DELETE', '/api/user/2', undefined],
    ] as const) {
      const answer = await call(id, method, path, body);
      expect([path, answer.status, answer.json.error?.code]).toEqual([path, 503, 'moving']);
      expect(answer.headers.get('retry-after')).toBe('30');
    }
    // A call for a new user creates an object, which stays empty.
    expect(world.dump()).toBe(before);
  });

  test('reads go on, and registered users can still sign in', async () => {
    await world.setReadOnly(true);
    const before = world.dump();
    const welcome = { isNewUser: false, generation: 0, profile: { id: 2, activity_points: '1' } };
    for (const [method, path, body, expected] of [
      ['POST', '/api/user/register', { id: 2 }, welcome],
      ['POST', '/api/user/onboarding', { userId: 2 }, welcome],
      ['GET', '/api/user/2', undefined, welcome.profile],
      ['GET', '/api/user/language/2', undefined, {}],
      ['GET', '/api/ledger/2', undefined, { head: {} }],
      ['GET', '/api/records/2', undefined, { records: [{}] }],
      ['POST', '/api/referrals', { userId: 2 }, {}],
      ['POST', '/api/checkin/status', { userId: 2 }, {}],
      ['GET', '/api/market/overview', undefined, {}],
    ] as const) {
      const answer = await call(2, method, path, body);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(answer.json).toMatchObject(expected);
    }
    expect(world.dump()).toBe(before);
  });

  test('waiting messages are sent afterwards, and credits arrive once', async () => {
    await world.setReadOnly(true);
    for (let round = 0; round < 3; round += 1) expect(await crowd.act(world)).toBe(4);
    await world.settle();
    await world.setReadOnly(false);
    expect(await crowd.act(world)).toBe(0);
    await world.settle();
    expect(crowd.members.map(({ kept }) => kept)).toEqual([5, 5, 5, 5]);
    for (const { id, ...points } of crowd.expected())
      expect(readAccount(world.sqlOf(id), id)?.points).toEqual(points);
  });
});

test('an object with pending messages checks again while read-only, and sends as soon as it may', async () => {
  const clock: TestClock = { at: START, now: () => clock.at };
  const objects = objectsToMove(clock);
  const crowd = crowdOf(2, clock);
  await crowd.act(objects);
  objects.setReadOnly(true);
  for (let round = 0; round < 5; round += 1) {
    expect(await objects.ring()).toBeGreaterThan(0);
    clock.at += 600_000;
  }
  expect(readAccount(objects.host(1).sql, 1)?.friends).toBe(0);
  objects.setReadOnly(false);
  // Without a call, the earlier alarm is enough.
  await objects.ring();
  expect(readAccount(objects.host(1).sql, 1)?.friends).toBe(1);
});
