/** The dataset in workerd: the edge, an object and the cron trigger write to it, each in an invocation of its own. */
import { env } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import cloudflare from '#api/cloudflare.ts';
import type { Dataset } from '#api/deployments/durable-objects/data-points.ts';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { openWorkerdDeployment } from '#tests/support/workerd-deployment.ts';

const { METRICS } = env as Readonly<Record<'METRICS', Dataset>>;

async function open() {
  const clock: TestClock = { at: START, now: () => clock.at };
  return apiOver(await openWorkerdDeployment({ config: CONFIG, clock, onRequest: () => {} }), clock);
}

test('requests, events with the size of their database, and the gauges of the cron trigger are written', async () => {
  const write = vi.spyOn(METRICS, 'writeDataPoint');
  const written = () => write.mock.calls.map(([{ blobs, doubles }]) => ({ name: blobs.join(' '), doubles }));
  const api = await open();
  await api.user(42).register();
  expect(written()).toEqual([
    { name: 'irich_events_total', doubles: [1, expect.any(Number)] },
    { name: 'irich_requests_total /api/user/register POST 200', doubles: [1, 0] },
  ]);
  expect(written()[0]?.doubles[1]).toBeGreaterThan(30_000);
  write.mockClear();
  await cloudflare.scheduled();
  const gauges = written().map(({ name }) => name);
  expect(gauges).toContain('irich_ready');
  expect(gauges).toContain('irich_market_age_seconds');
  expect(gauges.length).toBeLessThanOrEqual(25);
});

test('the platform takes the points, and one that it refuses fails no call', async () => {
  const api = await open();
  expect((await api.user(42).register()).status).toBe(200);
  vi.spyOn(METRICS, 'writeDataPoint').mockImplementation(() => {
    throw new TypeError('refused');
  });
  expect((await api.user(43).register()).status).toBe(200);
  await cloudflare.scheduled();
});

test('a line of the log has its level', async () => {
  const log = vi.spyOn(console, 'log');
  const api = await open();
  await api.user(42).register();
  const lines = log.mock.calls.map(([line]) => JSON.parse(line) as object);
  expect(lines).toContainEqual(expect.objectContaining({ path: '/api/user/register', level: 'info' }));
});
