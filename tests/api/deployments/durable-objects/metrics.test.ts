/** What the deployment on Cloudflare writes to its dataset, and that a dataset which fails or is missing fails nothing else. */
import { expect, test } from 'vitest';
import {
  type DataPoints,
  type Dataset,
  openDataPoints,
} from '#api/deployments/durable-objects/data-points.ts';
import { writeSharedGauges } from '#api/deployments/durable-objects/shared-gauges.ts';
import { callOf } from '#api/measures.ts';
import { CALLS, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';
import { startBot, textsOf } from '#tests/api/notifications/sending.ts';
import { apiOver, CONFIG, launchData, START } from '#tests/api/support.ts';
import { openBotDeployment } from '#tests/support/bot-deployment.ts';
import { appendNewer, noteNewerCode } from '#tests/support/newer-code.ts';
import {
  type Objects,
  type ObjectsOptions,
  openObjects,
  testDeployment,
} from '#tests/support/objects-deployment.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { BLOCKED } from '#tests/upstream/bot-api.ts';

type Point = Parameters<Dataset['writeDataPoint']>[0];

function keeping() {
  const points: Point[] = [];
  const faults: string[] = [];
  const metrics = openDataPoints({ writeDataPoint: (point: Point) => points.push(point) }, (message) =>
    faults.push(message),
  );
  if (metrics === null) throw new Error('no metrics');
  return { metrics, points, faults, of: (name: string) => points.filter(({ blobs }) => blobs[0] === name) };
}

function deployed(metrics: DataPoints | null, more: Partial<ObjectsOptions> = {}) {
  const clock: TestClock = { at: START, now: () => clock.at };
  const world: Objects = openObjects({
    config: CONFIG,
    clock,
    onRequest: () => {},
    ...more,
    ...(metrics && { metrics }),
  });
  return { world, ...apiOver(testDeployment(world, clock), clock) };
}

/** User 2 earns credits for their referrer; then 15, 30 and 90 minutes pass. */
async function earnAndWait(api: ReturnType<typeof deployed>): Promise<void> {
  const friend = api.user(2);
  await friend.send('POST', '/api/checkin/claim', { body: { userId: 2 } });
  const record = {
    id: crypto.randomUUID(),
    calculationType: 'Staking',
    occurredAt: new Date(api.clock.at).toISOString(),
  };
  await friend.send('POST', '/api/sync', { body: { userId: 2, records: [{ ...record, inputs: {} }] } });
  const earnedAt = api.clock.at;
  for (const minutes of [15, 30, 90]) {
    api.clock.at = earnedAt + minutes * 60_000;
    await api.ring();
  }
}

test('a request is one point by call, method and status, also where the object of its user answers', async () => {
  const { metrics, of } = keeping();
  const api = deployed(metrics);
  await api.user(1).register();
  await api.send('GET', '/api/health');
  await api.send('GET', '/api/user/1', { headers: { authorization: `tma ${launchData(1)}0` } });
  expect(of('irich_requests_total').map(({ blobs, doubles }) => [...blobs.slice(1), doubles[0]])).toEqual([
    ['/api/user/register', 'POST', '200', 1],
    ['/api/health', 'GET', '200', 1],
    ['/api/user/{id}', 'GET', '401', 1],
  ]);
});

test('paths of callers become three names, and each index is one that the platform takes', async () => {
  const { metrics, points } = keeping();
  const api = deployed(metrics);
  await api.registered(1);
  const before = points.length;
  for (let place = 0; place < 50; place += 1) {
    await api.send('GET', `/api/hostile-${place}`);
    await api.send('GET', `/hostile-${place}`);
    await api.send('GET', `/api/records/${place}`, { headers: { authorization: `tma ${launchData(1)}` } });
  }
  const labels = new Set(points.slice(before).map(({ blobs }) => blobs.join(' ')));
  expect(labels.size).toBeLessThanOrEqual(6);
  expect([...labels].join()).not.toContain('hostile');
  const paths = [CALLS, FILES, SERVICE_CALLS].flatMap((calls) =>
    Object.values(calls).map(({ path }) => path),
  );
  for (const path of [...paths, `/api/${'x'.repeat(200)}`, `/${'x'.repeat(200)}`]) {
    metrics.onRequest({ path, method: 'GET', status: 200, ms: 1 });
    expect(points.at(-1)?.indexes[0]?.length, path).toBeLessThanOrEqual(96);
  }
  expect(callOf('/api/operator/asks')).toBe('/api/*');
});

test('events are counted by the commits that append some, with the size of the database', async () => {
  const { metrics, of } = keeping();
  const api = deployed(metrics);
  const user = api.user(1);
  await user.register();
  await user.send('POST', '/api/checkin/claim', { body: { userId: 1 } });
  // Claimed already: no event.
  await user.send('POST', '/api/checkin/claim', { body: { userId: 1 } });
  expect(of('irich_events_total').map(({ doubles }) => doubles[0])).toEqual([1, 1]);
  metrics.onCommit({ works: 1, events: 2, ms: 3 }, 90_000);
  expect(of('irich_events_total').at(-1)?.doubles).toEqual([2, 90_000]);
});

test('messages are counted by outcome, in one point for each outcome of an alarm', async () => {
  const { metrics, of } = keeping();
  const bot = await startBot();
  const { registered, clock, pass } = await openBotDeployment(
    async (seams) => testDeployment(openObjects({ ...seams, metrics }), seams.clock),
    bot,
  );
  bot.faults.push(BLOCKED);
  await registered(2, { startParam: '1', at: clock.at });
  await pass(60_000);
  const outcomes = of('irich_messages_total');
  const sum = (outcome: string) =>
    outcomes
      .filter(({ blobs }) => blobs[1] === outcome)
      .reduce((all, { doubles }) => all + (doubles[0] ?? 0), 0);
  expect(sum('refused')).toBe(1);
  expect(sum('sent')).toBe(textsOf(bot).length);
  expect(outcomes.length).toBeLessThanOrEqual(bot.calls.length);
});

test('a credit that cannot be delivered is shown by its age, and one that waits for its turn is not', async () => {
  const { metrics, of } = keeping();
  let isCut = false;
  const api = deployed(metrics, {
    between: (from, peers) => ({
      ...peers,
      user: (userId) => ({
        ...peers.user(userId),
        receive: (message) =>
          isCut && from === 2 ? Promise.reject(new Error('cut')) : peers.user(userId).receive(message),
      }),
    }),
  });
  await api.registered(1);
  await api.registered(2, { startParam: '1' });
  await api.settle();
  isCut = true;
  await earnAndWait(api);
  const ages = of('irich_credits_waiting_seconds').map(({ doubles }) => doubles[0]);
  expect(ages).toEqual([1800, 5400]);
});

test('a credit to a ledger of newer code waits for that code: neither its age nor a fault is shown', async () => {
  const { metrics, of } = keeping();
  const api = deployed(metrics);
  await api.registered(1);
  await api.registered(2, { startParam: '1' });
  await api.settle();
  await api.look(1, (sql) => {
    noteNewerCode(sql);
    appendNewer(sql, 1, 'an unknown type', { at: START });
  });
  await api.restart();
  await earnAndWait(api);
  expect([of('irich_credits_waiting_seconds'), api.world.faults]).toEqual([[], []]);
  const friends = (await api.user(1).send('POST', '/api/referrals', { body: { userId: 1 } })).json;
  expect(friends.referrals).toMatchObject([{ activity_points: '1' }]);
  const waiting = await api.look(2, (sql) => sql.all('SELECT 1 FROM credits WHERE delivered_at IS NULL'));
  expect(waiting).toHaveLength(1);
});

test('readiness and ages are written, and a figure that is missing is not', async () => {
  const { metrics, points } = keeping();
  const clock = { now: () => START };
  const deps = { clock, after: () => () => {}, points: metrics };
  await writeSharedGauges({
    ...deps,
    ready: async () => ({ problems: [{ code: 'market_old', message: 'old' }], checkedAt: START }),
    market: { overview: async () => ({ date: new Date(START - 90_000).toISOString() }) as never },
    sender: { waitingSince: async () => START - 5000 },
    log: { newestDay: async () => Math.floor(START / 86_400_000) - 1 },
  });
  expect(points.map(({ blobs, doubles }) => [...blobs, ...doubles]).sort()).toEqual([
    ['irich_checkpoint_age_seconds', 43_200],
    ['irich_market_age_seconds', 90],
    ['irich_messages_waiting_seconds', 5],
    ['irich_problem', 'market_old', 1],
    ['irich_ready', 1],
  ]);
  points.length = 0;
  await writeSharedGauges({
    ...deps,
    ready: async () => ({ problems: [{ code: 'database_unwritable', message: 'x' }], checkedAt: START }),
    market: { overview: () => Promise.reject(new Error('no answer')) },
    sender: null,
    log: { newestDay: async () => null },
  });
  expect(points.map(({ blobs, doubles }) => [...blobs, ...doubles])).toEqual([
    ['irich_ready', 0],
    ['irich_problem', 'database_unwritable', 1],
  ]);
});

test('a dataset that throws fails no call and is reported once', async () => {
  const faults: unknown[] = [];
  const metrics = openDataPoints(
    {
      writeDataPoint() {
        throw new Error('too many points');
      },
    },
    (message) => faults.push(message),
  );
  const api = deployed(metrics);
  const user = await api.registered(1);
  expect((await user.send('POST', '/api/checkin/claim', { body: { userId: 1 } })).status).toBe(200);
  metrics?.gauge('irich_ready', 1);
  expect(faults).toEqual(['A metric could not be written']);
});

test.each([[undefined], [null], ['a variable'], [{}], [{ writeDataPoint: 1 }]])(
  'without a dataset (%j) nothing is measured',
  (binding) => expect(openDataPoints(binding, () => {})).toBeNull(),
);
