/** Sending records: what a refused batch means for each record in it. */
import { beforeEach, describe, expect, test } from 'vitest';
import { patchFacts } from '#device/store/facts.ts';
import { addRecord, reviseRecord } from '#device/store/records.ts';
import type { SyncContext } from '#device/sync/context.ts';
import { sendRecords } from '#device/sync/send-records.ts';
import { contextOf, registered, soon } from './sync-context.ts';
import { type Call, idOf, type Rig, refusal } from './sync-rig.ts';
import { sync } from './sync-seen.ts';

const SYNC = 'POST /api/sync';

let on: Rig;
let context: SyncContext;
beforeEach(async () => {
  on = registered();
  context = contextOf(on);
  await patchFacts(context.store, { generation: 0 });
});

const send = () => soon(on, sendRecords(context));
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
async function keep(count: number): Promise<void> {
  for (const number of numbers(count)) {
    const inputs = { number };
    await addRecord(context.store, { id: idOf(number), calculationType: 'RiskMoney', inputs }, number);
  }
}
const row = (number: number) => on.rows('records').find(({ id }) => id === idOf(number));
const waiting = () => on.rows('outbox').map(({ key }) => key);
const key = (number: number) => `4:record:${idOf(number)}`;
/** Number of records in each call. */
const sizes = () => sync(on).map(({ body }) => body.records.length);
const holds = ({ body }: Call, number: number) =>
  body.records.some(({ id }: { id: string }) => id === idOf(number));
/** Answers with this error if the call holds one of these records. */
const stumble = (answer: ReturnType<typeof refusal>, ...over: number[]) =>
  on.script.set(SYNC, (call) =>
    over.some((number) => holds(call, number)) ? answer : on.ledger.answer(call),
  );

test('an empty outbox causes no call', async () => {
  expect(await send()).toBeNull();
  expect(on.calls).toEqual([]);
});

test('a batch carries the user, the time of sending, and the known deletions', async () => {
  await keep(2);
  const sentAt = new Date(on.time.now()).toISOString();
  expect(await send()).toBeNull();
  expect(on.calls).toMatchObject([
    {
      headers: { 'x-generation': '0' },
      body: { userId: 42, sentAt, records: [{ id: idOf(1) }, { id: idOf(2) }] },
    },
  ]);
  expect(waiting()).toEqual([]);
});

describe('a batch that the server refuses', () => {
  test('is halved, older half first, down to the faulty record; all others count', async () => {
    await keep(5);
    stumble(refusal(400, 'malformed'), 2);
    expect(await send()).toBeNull();
    expect(
      sync(on).map(({ body }) => body.records.map(({ id }: { id: string }) => Number(id.slice(-2)))),
    ).toEqual([
      [1, 2, 3, 4, 5],
      [1, 2, 3],
      [1, 2],
      [1],
      [2],
      // First a check of the server, then the same record without inputs.
      [],
      [2],
      [3],
      [4, 5],
    ]);
    expect(row(2)).toMatchObject({ state: 'not_counted', refusal: 'malformed', inputs: { number: 2 } });
    expect([1, 3, 4, 5].map((number) => row(number)?.state)).toEqual(Array(4).fill('counted'));
    expect(waiting()).toEqual([]);
    expect(on.logs).toContain(`The server refused record ${idOf(2)}`);
  });

  test('checks the server once, however many of its records are faulty', async () => {
    await keep(4);
    stumble(refusal(422, 'malformed'), 1, 3);
    expect(await send()).toBeNull();
    expect(sizes().filter((size) => size === 0)).toHaveLength(1);
    expect([1, 2, 3, 4].map((number) => row(number)?.state)).toEqual([
      'not_counted',
      'counted',
      'not_counted',
      'counted',
    ]);
  });

  test('for a reason other than its content stays whole for later', async () => {
    await keep(3);
    on.script.set(SYNC, () => refusal(503, 'unavailable', { 'retry-after': '9' }));
    expect(await send()).toEqual({ type: 'waiting', retryAfterMs: 9_000 });
    expect(sizes()).toEqual([3]);
    expect(waiting()).toEqual(numbers(3).map(key));
  });

  test('stops if the server fails in between, and keeps the answers so far', async () => {
    await keep(4);
    let calls = 0;
    on.script.set(SYNC, (call) => {
      calls += 1;
      if (calls === 1) return refusal(413, 'body_too_large');
      return calls === 2 ? on.ledger.answer(call) : refusal(503, 'server_older');
    });
    expect(await send()).toEqual({ type: 'server_older' });
    expect(waiting()).toEqual([key(3), key(4)]);
  });
});

describe('an answer with another number of results', () => {
  test.each([0, 1, 3])('(%i for 2) is ignored and ends nothing', async (count) => {
    await keep(2);
    on.script.set(SYNC, (call) => {
      const body = on.ledger.answer(call)?.body as { results: unknown[] } | undefined;
      const many = [...(body?.results ?? []), ...(body?.results ?? [])].slice(0, count);
      return { status: 200, body: { results: many, profile: on.ledger.profile() } };
    });
    expect(await send()).toEqual({ type: 'waiting', retryAfterMs: null });
    expect(sizes()).toEqual([2]);
    expect(waiting()).toEqual([key(1), key(2)]);
    expect(row(1)?.state).toBe('pending');
  });
});

describe('a single record', () => {
  const withInputs = ({ body }: Call) => body.records.some((one: object) => 'inputs' in one);

  test.each([400, 500])('with faulty inputs (%i) counts without them and keeps them here', async (status) => {
    await keep(2);
    await reviseRecord(context.store, idOf(1), { number: 7 });
    on.script.set(SYNC, (call) =>
      holds(call, 1) && withInputs(call) ? refusal(status, 'internal') : on.ledger.answer(call),
    );
    expect(await send()).toBeNull();
    expect(row(1)).toMatchObject({ state: 'counted', inputs: { number: 7 }, revision: 1 });
    const sent = sync(on).flatMap(({ body }) => body.records);
    expect(sent.filter((one: object) => !('inputs' in one))).toMatchObject([{ id: idOf(1), revision: 0 }]);
    expect(waiting()).toEqual([]);
    expect(on.logs).toEqual([`The server took record ${idOf(1)} only without its inputs`]);
  });

  test('is kept if the server fails at its last try', async () => {
    await keep(1);
    on.script.set(SYNC, (call) => {
      if (call.body.records.length === 0) return on.ledger.answer(call);
      return withInputs(call) ? refusal(400, 'malformed') : refusal(503, 'unavailable');
    });
    expect(await send()).toEqual({ type: 'waiting', retryAfterMs: null });
    expect(waiting()).toEqual([key(1)]);
    expect(row(1)?.state).toBe('pending');
  });

  test('is kept if the server refuses an empty batch, too', async () => {
    await keep(1);
    on.script.set(SYNC, () => refusal(400, 'malformed'));
    expect(await send()).toEqual({ type: 'waiting', retryAfterMs: null });
    expect(sizes()).toEqual([1, 0]);
    expect(waiting()).toEqual([key(1)]);
  });

  test('without inputs is not repeated without them', async () => {
    await keep(1);
    await context.store.write(['records'], async (writing) => {
      const kept = await writing.get('records', idOf(1));
      if (kept !== undefined) await writing.put('records', [{ ...kept, inputs: null }]);
    });
    stumble(refusal(400, 'malformed'), 1);
    expect(await send()).toBeNull();
    expect(sizes()).toEqual([1, 0]);
    expect(row(1)?.state).toBe('not_counted');
  });

  test('revised while it was given up is sent again', async () => {
    await keep(1);
    on.script.set(SYNC, (call) => {
      if (holds(call, 1) && call.body.records[0].revision === 0) {
        void reviseRecord(context.store, idOf(1), { number: 'newer' });
        return refusal(400, 'malformed');
      }
      return on.ledger.answer(call);
    });
    expect(await send()).toBeNull();
    expect(row(1)).toMatchObject({ state: 'counted', revision: 1 });
    expect(waiting()).toEqual([]);
  });
});

describe('records on which the server fails', () => {
  test.each([
    [8, { type: 'put_off' }],
    [9, { type: 'waiting', retryAfterMs: null }],
  ])('%i of them are %o, and every other counts', async (count, stop) => {
    await keep(12);
    stumble(refusal(500, 'internal'), ...numbers(count));
    expect(await send()).toEqual(stop);
    expect([...context.putOff].toSorted()).toEqual(numbers(count).map(key));
    expect(waiting()).toEqual(numbers(count).map(key));
    expect(row(1)?.state).toBe('pending');
  });

  test('are left out until they are retried on purpose, and then count as new', async () => {
    await keep(8);
    stumble(refusal(500, 'internal'), ...numbers(8));
    await send();
    on.calls.length = 0;
    expect(await send()).toEqual({ type: 'put_off' });
    expect(on.calls).toEqual([]);
    // More of them in another round.
    const inputs = { number: 20 };
    await addRecord(context.store, { id: idOf(20), calculationType: 'RiskMoney', inputs }, 20);
    stumble(refusal(500, 'internal'), 20);
    expect(await send()).toEqual({ type: 'put_off' });
    context.putOff.clear();
    on.script.clear();
    expect(await send()).toBeNull();
    expect(waiting()).toEqual([]);
  });
});

describe('while the server fails on a record, its answer to an empty batch counts', () => {
  test.each([
    [410, 'data_deleted', { type: 'deleted', generation: 0 }],
    [404, 'unknown_user', { type: 'unregistered' }],
    [401, 'launch_data_expired', { type: 'reopen' }],
    [426, 'client_outdated', { type: 'outdated' }],
    [500, 'internal', { type: 'waiting', retryAfterMs: null }],
  ])('%i %s', async (status, code, stop) => {
    await keep(1);
    on.script.set(SYNC, ({ body }) =>
      body.records.length === 0 ? refusal(status, code) : refusal(500, 'internal'),
    );
    expect(await send()).toEqual(stop);
    expect(waiting()).toEqual([key(1)]);
  });
});

test('a failed batch makes the next one smaller, and a successful one larger again', async () => {
  await keep(4);
  on.online = false;
  expect(await send()).toEqual({ type: 'offline' });
  const [slow] = [context.pace.batchBytes];
  // Half of four records of more than a hundred bytes.
  expect(slow).toBeGreaterThan(200);
  expect(slow).toBeLessThan(1_000);
  on.online = true;
  expect(await send()).toBeNull();
  expect(sizes()[0]).toBeLessThan(4);
  expect(context.pace.batchBytes).toBeGreaterThan(slow);
  // An empty batch, which checks the server, has no effect on the size.
  const before = context.pace.batchBytes;
  on.script.set(SYNC, (call) => (call.body.records.length === 0 ? null : refusal(400, 'malformed')));
  await addRecord(context.store, { id: idOf(9), calculationType: 'RiskMoney', inputs: {} }, 9);
  const sending = sendRecords(context);
  await on.pass(60_000);
  expect(await sending).toEqual({ type: 'waiting', retryAfterMs: null });
  expect(context.pace.batchBytes).toBe(before);
});
