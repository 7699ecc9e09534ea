/** Leaves of the published totals from users' objects: one that has no ledger, fails or was set back holds up and hides nothing. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Peers } from '#api/credits/peers.ts';
import { type NodeSqlite, openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { dayText, KEY, MINUTE, midnight, publishing } from '#tests/api/proof/publishing.ts';
import { type Objects, openObjects, testDeployment } from '#tests/support/objects-deployment.ts';
import type { DeploymentSeams, TestClock } from '#tests/support/test-deployment.ts';

let folder: string;
let databases: Map<string, NodeSqlite>;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-leaves-'));
  databases = new Map();
});
afterEach(() => {
  for (const sql of databases.values()) sql.close();
  rmSync(folder, { recursive: true, force: true });
});

function stored(name: string): NodeSqlite {
  const sql = databases.get(name) ?? openBetterSqlite3(':memory:');
  databases.set(name, sql);
  return sql;
}

/** Objects over the databases that are there. @param between see `ObjectsOptions` */
async function objects(
  seams: Partial<DeploymentSeams> = {},
  between?: (from: number, peers: Peers) => Peers,
) {
  const made: { world: Objects | null } = { world: null };
  const api = await publishing(
    async (all) => {
      made.world = openObjects({ ...all, stored, ...(between === undefined ? {} : { between }) });
      return testDeployment(made.world, all.clock);
    },
    { proof: { signers: [KEY] }, ...seams },
  );
  if (made.world === null) throw new Error('Not opened');
  const { world } = made;
  const entries = async () => {
    const checked = await api.checked();
    return checked.ok ? checked.value.entries : checked.error;
  };
  return { ...api, world, entries };
}

/** The next `times` calls for a leaf of a user fail, as while the object moves. */
function failLeaves({ world }: { readonly world: Objects }, userId: number, times: number): void {
  const host = world.host(userId);
  const { leaf } = host.object;
  let left = times;
  host.object = {
    ...host.object,
    leaf(...asked) {
      left -= 1;
      return left < 0 ? leaf(...asked) : Promise.reject(new Error('overloaded'));
    },
  };
}

test('a registration that never came to its end does not hold up the day of all others', async () => {
  const api = await objects({}, (_, peers) => ({
    ...peers,
    user: (to) => ({
      registeredAt: () => Promise.reject(new Error('no answer')),
      receive: (message) => peers.user(to).receive(message),
    }),
  }));
  await api.registered(42);
  // Entered in the directory, with a database, and without an event.
  expect((await api.user(43, { startParam: '42' }).register()).status).toBe(503);
  expect(await api.world.directory(43).list(0, 10)).toEqual([43]);
  await api.untilPublished(0);
  expect(await api.entries()).toMatchObject([{ day: dayText(0), users: 1 }]);
  expect((await api.proof(42)).checked?.ok).toBe(true);
});

test('a restored ledger is told although the log lost its first answer', async () => {
  const clock: TestClock = { at: midnight(0), now: () => clock.at };
  const before = await objects({ clock });
  for (const id of [42, 43]) await before.registered(id);
  await before.untilPublished(0);
  databases.get('user 42')?.backup(join(folder, 'backup'));
  await before.calculate(42);
  await before.untilPublished(1);
  databases.get('user 42')?.close();
  databases.set('user 42', openBetterSqlite3(join(folder, 'backup')));

  const after = await objects({ clock });
  failLeaves(after, 43, 2);
  await after.until(midnight(3) + 15 * MINUTE);
  const told = [{ day: dayText(0) }, { day: dayText(1) }, { day: dayText(2), restored: dayText(0) }];
  expect(await after.entries()).toMatchObject(told);
  expect(after.faults.length).toBe(2);
  // Once.
  await after.untilPublished(3);
  expect((await after.entries()) as object[]).toHaveLength(4);
  expect(JSON.stringify(((await after.entries()) as object[])[3])).not.toContain('restored');
});

test('no restore is told where a leaf was asked for twice and nothing was set back', async () => {
  const api = await objects();
  for (const id of [42, 43]) await api.registered(id);
  await api.untilPublished(1);
  failLeaves(api, 43, 1);
  await api.registered(44);
  await api.until(midnight(3) + 15 * MINUTE);
  failLeaves(api, 43, 1);
  await api.until(midnight(4) + 15 * MINUTE);
  expect(await api.entries()).toHaveLength(4);
  expect(JSON.stringify(await api.entries())).not.toContain('restored');
  expect(api.faults.length).toBe(2);
});
