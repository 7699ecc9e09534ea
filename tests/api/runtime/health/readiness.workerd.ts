/** Readiness with Durable Objects in workerd: the edge asks the shared objects at most every five seconds. */
import { runInDurableObject } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { expect, inject, test } from 'vitest';
import { durableObjectSql } from '#api/runtime/sqlite/durable-object.ts';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import { AHEAD, openDurableBot, sender } from '#tests/support/durable-bot.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { openWorkerdDeployment } from '#tests/support/workerd-deployment.ts';

const { PUBLIC } = env as Readonly<Record<'PUBLIC', Namespace<object>>>;
const apiUrl = inject('botApiUrl');

const onPublic = (statement: string) =>
  runInDurableObject(PUBLIC.get(PUBLIC.idFromName('public')), (_, { storage }) => {
    durableObjectSql(storage).run(statement);
  });

test('the edge reports an object that cannot be written, until it can', async () => {
  const clock: TestClock = { at: START, now: () => clock.at };
  const api = apiOver(await openWorkerdDeployment({ config: CONFIG, clock, onRequest: () => {} }), clock);
  const ready = async () => {
    const { status, json } = await api.send('GET', '/api/health/ready');
    const codes = json.problems.map((problem: { code: string }) => problem.code);
    return { status, is: json.status, codes, checkedAt: Date.parse(json.checkedAt) };
  };
  const sound = { status: 200, is: 'ready', codes: [] };
  expect(await ready()).toEqual({ ...sound, checkedAt: START });

  await onPublic(
    "CREATE TRIGGER broken BEFORE UPDATE ON probe BEGIN SELECT RAISE(ABORT, 'disk I/O error'); END",
  );
  clock.at += 4999;
  expect(await ready()).toEqual({ ...sound, checkedAt: START });
  clock.at += 1;
  const broken = { status: 503, is: 'failing', codes: ['database_unwritable'], checkedAt: START + 5000 };
  expect(await ready()).toEqual(broken);
  expect((await api.send('GET', '/api/health')).json).toMatchObject({ status: 'ok', database: 'failing' });

  await onPublic('DROP TRIGGER broken');
  clock.at += 5000;
  expect(await ready()).toEqual({ ...sound, checkedAt: START + 10_000 });
});

test('the sender reports since when a message waits', async () => {
  const clock: TestClock = { at: AHEAD, now: () => clock.at };
  const api = await openDurableBot(apiUrl, clock);
  const waitingSince = () =>
    (sender() as unknown as { waitingSince(): Promise<number | null> }).waitingSince();
  expect(await waitingSince()).toBeNull();
  await api.registered(1, { allowsWrite: true });
  await api.registered(2, { startParam: '1' });
  await api.settle();
  const since = await waitingSince();
  expect(since).toBeGreaterThanOrEqual(AHEAD);
  clock.at += 3_600_000;
  expect(await waitingSince()).toBe(since);
});
