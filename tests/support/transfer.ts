/** Deployments between which ledgers move, and a crowd whose members go on calculating whatever the deployment answers. */

import { createEdge } from '#api/deployments/durable-objects/edge.ts';
import { openMachine } from '#api/deployments/machine/open-machine.ts';
import { migrations } from '#api/migrations.ts';
import type { Notifier } from '#api/notifications/pending/notifier.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { CONFIG, launchData, recordId } from '#tests/api/support.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { MOVE_SECRET } from './deployment.ts';
import { openObjects } from './objects-deployment.ts';
import {
  commonParts,
  type DeploymentSeams,
  hmacHex,
  publicParts,
  type TestClock,
} from './test-deployment.ts';

/** The secret of objects in tests, see `objects-deployment.ts`. */
const CREDIT_SECRET = 'the secret of these tests';

export { MOVE_SECRET };
export const URL_OF_OBJECTS = CONFIG.publicUrl;
const HOUR = 3_600_000;

export interface Reached {
  fetch(request: Request): Promise<Response>;
}

function seamsOf(clock: TestClock): DeploymentSeams {
  return { config: CONFIG, clock, limiter: noLimits, onRequest: () => undefined };
}

/** A machine's server over a database, as a start of it would open it. It keeps notices, and none leaves it. */
export function machineServer(sql: Sql, clock: TestClock, readOnly = false) {
  migrate(sql, migrations, clock.now());
  sql.run("INSERT INTO meta (name, value) VALUES ('credit_secret', ?) ON CONFLICT DO NOTHING", CREDIT_SECRET);
  const seams = seamsOf(clock);
  const common = commonParts(seams);
  const outside = publicParts(seams);
  const machine = openMachine({
    ...common,
    ...outside,
    config: { ...CONFIG, ...outside.config, botWebhookSecret: null, readOnly },
    sql,
    hmacHex,
    schedule: setImmediate,
    after: () => () => undefined,
    onFault: () => undefined,
    botApi: null,
    notifier: { tell: async () => 'later' },
    openReadiness: () => ({ report: common.ready, stop() {} }),
  });
  return { fetch: async (request: Request) => machine.app.fetch(request), idle: () => machine.ledger.idle() };
}

/** Objects with the way for operators open. `setReadOnly` starts all of them anew. */
export function objectsToMove(clock: TestClock, notifier: Notifier = { tell: async () => 'taken' }) {
  let readOnly = false;
  const world = openObjects({ ...seamsOf(clock), notifier, readOnly: () => readOnly });
  const edge = createEdge({
    ...commonParts(seamsOf(clock)),
    user: (userId) => world.host(userId).object,
    operator: {
      moveSecret: MOVE_SECRET,
      creditSecret: CREDIT_SECRET,
      get readOnly() {
        return readOnly;
      },
      user: (userId) => ({
        unlinkWallet: (reason) => world.host(userId).object.unlinkWallet(reason),
        personalExport: () => world.host(userId).object.personalExport(),
        eraseUser: () => world.host(userId).object.eraseUser(),
        operate: async (ask) =>
          structuredClone(await world.host(userId).object.operate(structuredClone(ask))),
      }),
      directory: world.directory,
    },
  });
  const fetch = (request: Request) => edge(request, '203.0.113.7');
  return {
    ...world,
    fetch,
    /** As the command line reaches it. */
    fetchUrl: (url: string, init: RequestInit) => fetch(new Request(url, init)),
    setReadOnly(next: boolean): void {
      readOnly = next;
      for (const userId of world.hosts.keys()) world.evict(userId);
    },
    /** Rings until no message waits. */
    async settle(): Promise<void> {
      for (let round = 0; round < 20; round += 1) {
        await world.ring();
        clock.at += HOUR;
      }
      await world.ring();
    },
  };
}

interface Member {
  readonly id: number;
  readonly invitedBy: number | null;
  isIn: boolean;
  /** Records that no deployment has answered for. */
  outbox: object[];
  kept: number;
}

/** Each was invited by an earlier one. What they did is counted here, apart from any ledger. */
export function crowdOf(count: number, clock: TestClock) {
  const members: Member[] = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    invitedBy: index === 0 ? null : Math.floor((index - 1) / 3) + 1,
    isIn: false,
    outbox: [],
    kept: 0,
  }));

  async function call(
    deployment: Reached,
    { id, invitedBy }: Pick<Member, 'id' | 'invitedBy'>,
    method: string,
    path: string,
    body?: object,
  ) {
    const startParam = invitedBy === null ? {} : { startParam: `${invitedBy}` };
    const response = await deployment.fetch(
      new Request(`${URL_OF_OBJECTS}${path}`, {
        method,
        headers: {
          authorization: `tma ${launchData(id, { at: clock.at, username: `user_${id}`, ...startParam })}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    return { status: response.status, json: await response.json(), headers: response.headers };
  }

  /** Everybody opens the app, calculates, and sends what waits. Returns how many calls were refused with `moving`. */
  async function act(deployment: Reached): Promise<number> {
    let refused = 0;
    for (const member of members) {
      const inputs = { at: clock.at, of: member.id };
      const occurredAt = new Date(clock.at).toISOString();
      member.outbox.push({ id: recordId(), calculationType: 'RiskMoney', occurredAt, inputs });
      if (!member.isIn) {
        const registered = await call(deployment, member, 'POST', '/api/user/register', { id: member.id });
        if (registered.json.error?.code === 'moving') refused += 1;
        if (registered.status !== 200) continue;
        member.isIn = true;
        await call(deployment, member, 'POST', '/api/user/onboarding', { userId: member.id });
        await call(deployment, member, 'POST', '/api/user/sessions', { userId: member.id });
      }
      const sync = await call(deployment, member, 'POST', '/api/sync', {
        userId: member.id,
        sentAt: new Date(clock.at).toISOString(),
        records: member.outbox,
      });
      if (sync.json.error?.code === 'moving') refused += 1;
      if (sync.status !== 200) continue;
      member.kept += member.outbox.length;
      member.outbox = [];
    }
    clock.at += HOUR;
    return refused;
  }

  /** What everybody has to have, by hand: one per record, 50 per friend, and a tenth of what friends have of both. */
  function expected() {
    return members.map(({ id, kept }) => {
      const friends = members.filter(({ invitedBy, isIn }) => invitedBy === id && isIn);
      const invitedByFriends = (friend: Member) =>
        members.filter(({ invitedBy, isIn }) => invitedBy === friend.id && isIn).length;
      const sum = (of: (friend: Member) => number) => friends.reduce((total, one) => total + of(one), 0);
      return {
        id,
        activity: kept * 1000,
        referral: friends.length * 50_000,
        referral_activity: sum((friend) => friend.kept) * 100,
        referral_referral: sum(invitedByFriends) * 5_000,
        checkin: 0,
      };
    });
  }

  return { members, act, expected, call };
}
