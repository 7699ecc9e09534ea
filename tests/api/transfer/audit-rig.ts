/** A crowd of users with one ledger each, made anew for each test, and the audit over all of them. */
import { beforeEach } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { auditDeployment } from '#api/transfer/audit-deployment.ts';
import { remoteDeployment } from '#api/transfer/remote.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { START } from '#tests/api/support.ts';
import { allEvents, rebuildAll, rehash, tamper } from '#tests/support/attacks.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { crowdOf, MOVE_SECRET, objectsToMove, URL_OF_OBJECTS } from '#tests/support/transfer.ts';

export type FetchUrl = (url: string, init: RequestInit) => Promise<Response>;

export let objects: ReturnType<typeof objectsToMove>;
export let crowd: ReturnType<typeof crowdOf>;

beforeEach(async () => {
  const clock: TestClock = { at: START, now: () => clock.at };
  objects = objectsToMove(clock);
  crowd = crowdOf(13, clock);
  await crowd.act(objects);
  await objects.settle();
});

export function deploymentOver(fetch: FetchUrl) {
  return remoteDeployment({
    url: URL_OF_OBJECTS,
    moveSecret: MOVE_SECRET,
    fetch,
    wait: async () => undefined,
  });
}
export const audited = (fetch: FetchUrl = objects.fetchUrl) =>
  auditDeployment(deploymentOver(fetch), openBetterSqlite3(':memory:'));

/** Changes a ledger like an attacker who can rebuild it. */
export function forge(userId: number, change: (events: StoredEvent[]) => StoredEvent[]): void {
  const { sql } = objects.host(userId);
  tamper(sql, userId, change);
  rehash(sql, userId);
  rebuildAll(sql);
}
export const creditsOf = (userId: number) =>
  allEvents(objects.host(userId).sql, userId).filter(({ type }) => type === 'CreditReceived.v1');

/** User 2 and the first event of user 1 have times of a clock an hour ahead, as the next event of user 1 shows. */
export function setBack(): { readonly at: number; readonly later: number } {
  const at = allEvents(objects.host(2).sql, 2)[0]?.at ?? 0;
  const later = at + 3_600_000;
  forge(2, (events) => events.map((event) => ({ ...event, at: event.at + later - at })));
  forge(1, (events) => events.map((event, index) => (index === 0 ? { ...event, at: later } : event)));
  return { at, later };
}

/** The directory omits this user for this many calls. */
export function unlist(userId: number, questions = Number.POSITIVE_INFINITY): void {
  const directory = objects.directory(userId % 64);
  const { list } = directory;
  let asked = 0;
  Object.assign(directory, {
    async list(after: number, limit: number) {
      asked += 1;
      const users = await list(after, limit);
      return asked > questions ? users : users.filter((listed) => listed !== userId);
    },
  });
}
