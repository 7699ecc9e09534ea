/** Runs a check inside a fresh Durable Object of workerd; used only by tests that run there. */
import { runInDurableObject } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { durableObjectSql } from '#api/runtime/sqlite/durable-object.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';

const objects = env['TEST_OBJECT'] as Namespace<object>;
let made = 0;

export async function inObject(check: (sql: Sql) => void | Promise<void>): Promise<void> {
  made += 1;
  await runInDurableObject(objects.get(objects.idFromName(`object-${made}`)), (_, state) =>
    check(durableObjectSql(state.storage)),
  );
}
