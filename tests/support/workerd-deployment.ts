/** Cloudflare in workerd. Each deployment starts empty, and only the newest exists. */
import {
  evictAllDurableObjects,
  listDurableObjectIds,
  reset,
  runDurableObjectAlarm,
  runInDurableObject,
} from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import cloudflare from '#api/cloudflare.ts';
import { ownDatabase } from '#api/migrations.ts';
import { durableObjectSql } from '#api/runtime/sqlite/durable-object.ts';
import { withLateTables } from '#api/runtime/sqlite/late-tables.ts';
import { CALLS } from '#core/contract/calls.ts';
import { holdSeams } from './durable-seams.ts';
import { type DeploymentSeams, isMade, rowsOf, type TestDeployment } from './test-deployment.ts';

export async function openWorkerdDeployment(seams: DeploymentSeams): Promise<TestDeployment> {
  await reset();
  holdSeams(seams);
  const { publicUrl } = seams.config;
  const cache = caches.default as unknown as { delete(url: string): Promise<boolean> };
  for (const { path } of [CALLS.market, CALLS.calendar]) await cache.delete(`${publicUrl}${path}`);
  const { USER, DIRECTORY, WALLET } = env as Readonly<
    Record<'USER' | 'DIRECTORY' | 'WALLET', Namespace<object>>
  >;
  const stubsOf = async (namespace: typeof USER) =>
    (await listDurableObjectIds(namespace)).map((id) => ({ id, stub: namespace.get(id) }));

  const alarms = async () =>
    Promise.all(
      (await stubsOf(USER)).map(async ({ stub }) => ({
        stub,
        at:
          (await runInDurableObject(stub, (_, { storage }) => storage.getAlarm())) ??
          Number.POSITIVE_INFINITY,
      })),
    );

  async function ring(): Promise<number> {
    let rung = 0;
    for (;;) {
      const due = (await alarms()).filter(({ at }) => at <= seams.clock.at);
      if (due.length === 0) return rung;
      for (const { stub } of due) await runDurableObjectAlarm(stub);
      rung += due.length;
    }
  }

  return {
    fetch: cloudflare.fetch,
    look: (userId, work) =>
      runInDurableObject(USER.get(USER.idFromName(`${userId}`)), (_, { storage }) =>
        work(withLateTables(durableObjectSql(storage), ownDatabase, seams.clock)),
      ),
    async dump() {
      const all = (await Promise.all([USER, DIRECTORY, WALLET].map(stubsOf))).flat();
      const kept = await Promise.all(
        all.map(async ({ id, stub }) => ({
          id: `${id}`,
          rows: await runInDurableObject(stub, (_, { storage }) => rowsOf(durableObjectSql(storage))),
        })),
      );
      return JSON.stringify(kept.filter(({ rows }) => rows.length > 0));
    },
    async databases() {
      const made = await Promise.all(
        (await stubsOf(USER)).map(({ stub }) =>
          runInDurableObject(stub, (_, { storage }) => isMade(durableObjectSql(storage))),
        ),
      );
      return made.filter(Boolean).length;
    },
    restart: evictAllDurableObjects,
    ring,
    async settle() {
      for (;;) {
        await ring();
        const next = Math.min(...(await alarms()).map(({ at }) => at));
        if (next === Number.POSITIVE_INFINITY) return;
        seams.clock.at = Math.max(seams.clock.at, next);
      }
    },
  };
}
