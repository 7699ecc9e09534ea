/** The two deployments as a day of notifications goes through them: each can die anywhere, and comes back with what it kept. */

import { createBotClient } from '#api/bot/client.ts';
import { sampleCalendar } from '#api/calendar/sample.ts';
import { COMPOSE_LIMIT_MS, within } from '#api/deployments/durable-objects/call-timeout.ts';
import { directoryPart, openDirectory } from '#api/deployments/durable-objects/directory.ts';
import { createEdge } from '#api/deployments/durable-objects/edge.ts';
import { openPublicObject } from '#api/deployments/durable-objects/public.ts';
import { openSenderObject } from '#api/deployments/durable-objects/sender.ts';
import { openUserObject, type UserObject } from '#api/deployments/durable-objects/user.ts';
import { type Machine, openMachine } from '#api/deployments/machine/open-machine.ts';
import { migrations } from '#api/migrations.ts';
import { applyPrices } from '#api/notifications/price-alerts/alerts.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Chance } from './chance.ts';
import { CallLost, channelIn } from './channel.ts';
import { type FragileSql, fragileSql, ProcessDied } from './fragile-sql.ts';
import { appParts, BOT_TOKEN, hmacHex, NOTHING_OUTSIDE } from './server.ts';
import { type Living, type SimulatedObject, simulatedObject, type Weather } from './simulated-object.ts';
import type { TellingService } from './telling-service.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface TellingDeployment {
  /** Null where it is down, or died on the way. */
  fetch(request: Request): Promise<Response | null>;
  /** The bot has heard of the user: they let it write, or not any more. */
  heard(userId: number, mayWrite: boolean, at: number): Promise<void>;
  /** A price of TON is read at `at`. False where it is not known whether it was kept. */
  see(price: string, at: number): Promise<boolean>;
  /** The sender dies some steps from now. */
  crashSoon(): void;
  /** No fault is planned any more. */
  heal(): void;
  /** Processes that ended with a message in flight. */
  inFlight(): number;
  /** The sender's database. */
  readonly queue: Sql;
  close(): void;
}

export interface TellingOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly service: TellingService;
  readonly weather: { troubled: boolean };
  readonly breakSql?: (sql: Sql) => Sql;
}

const API_URL = 'https://api.telegram.org';
const DOWN_MS = 3_000;
const LATEST_MS = 60_000;

export function tellingMachine(options: TellingOptions): TellingDeployment {
  const { time, chance, service, breakSql } = options;
  const clock = { now: time.now };
  const base = openBetterSqlite3(':memory:');
  migrate(base, migrations, time.now());
  const queue = breakSql?.(base) ?? base;
  const parts = appParts({ chance }, clock);
  let inFlight = 0;
  let process: {
    sql: FragileSql;
    app: Machine['app'];
    death: Promise<null>;
    heard: TellingDeployment['heard'];
    wake: () => void;
  } | null = null;

  function start(): void {
    let onDeath: (nothing: null) => void = () => {};
    const death = new Promise<null>((resolve) => {
      onDeath = resolve;
    });
    const sql = fragileSql(
      queue,
      () => {
        process = null;
        // Once the transaction that it died in is undone.
        time.after(0, () => {
          inFlight += countSending(base);
          time.after(chance.wait(DOWN_MS), start);
        });
        onDeath(null);
      },
      () => {},
    );
    const machine = openMachine({
      ...parts,
      ...NOTHING_OUTSIDE,
      config: { ...parts.config, ...NOTHING_OUTSIDE.config, botWebhookSecret: 'simulated', readOnly: false },
      sql,
      hmacHex,
      schedule: (flush) => void time.after(1, () => !sql.isDead() && flush()),
      after: (ms, run) => time.after(ms, () => !sql.isDead() && run()),
      onFault: () => {},
      botApi: createBotClient({ token: BOT_TOKEN, apiUrl: API_URL, fetch: service.fetchOf(sql.breathe) }),
      openReadiness: () => ({ report: () => ({ problems: [], checkedAt: clock.now() }), stop() {} }),
      onRequest: () => {},
    });
    machine.start();
    const { app, notifications } = machine;
    if (notifications === null) throw new Error('The bot is on');
    process = { sql, app, death, heard: notifications.hosts.heard, wake: machine.wake };
  }

  start();
  return {
    queue: base,
    inFlight: () => inFlight,
    async fetch(request) {
      if (process === null) return null;
      const { app, death, sql } = process;
      const response = await Promise.race([app.fetch(request), death]);
      return sql.isDead() ? null : response;
    },
    async heard(userId, mayWrite, at) {
      try {
        await process?.heard(userId, mayWrite, at);
      } catch (cause) {
        if (!(cause instanceof ProcessDied)) throw cause;
      }
    },
    async see(price, at) {
      if (process === null) return false;
      const { sql, wake } = process;
      try {
        sql.transaction(() => applyPrices(sql, [{ symbol: 'TON', price }], at));
        wake();
        return true;
      } catch (cause) {
        if (!(cause instanceof ProcessDied)) throw cause;
        return false;
      }
    },
    crashSoon() {
      // Few of a day's statements are those of a message in flight, which is what these crashes are about.
      if (chance.happens(0.1)) process?.sql.dieInFlight(chance.between(0, 3));
      else process?.sql.dieAfter(chance.between(0, 60));
    },
    heal: () => process?.sql.dieAfter(Number.POSITIVE_INFINITY),
    close: () => base.close(),
  };
}

export function tellingObjects(options: TellingOptions): TellingDeployment {
  const { time, chance, service, breakSql } = options;
  const clock = { now: time.now };
  // Late by minutes and not by hours: else whole days would pass without a reminder in time.
  const brief: Chance = { ...chance, wait: (ms) => Math.min(chance.wait(ms), LATEST_MS) };
  const weather: Weather = Object.assign(options.weather, {
    time,
    chance: brief,
    trace: () => {},
    clock,
    reach: () => {},
  });
  const { call } = channelIn(weather);
  const users = new Map<number, SimulatedObject<UserObject>>();
  const directories = Array.from({ length: 64 }, () =>
    openDirectory(openBetterSqlite3(':memory:'), time.now()),
  );
  const parts = {
    ...appParts({ chance }, clock),
    ready: () => ({ problems: [], checkedAt: clock.now() }),
    hmacHex,
  };
  const onFault = () => {};
  let inFlight = 0;

  const sender = simulatedObject('sender', weather, {
    open: (living) => {
      const { sql, alarm, durable } = living;
      if (hasQueue(sql)) inFlight += countSending(sql);
      return openSenderObject({
        sql,
        alarm,
        durable,
        clock,
        api: createBotClient({ token: BOT_TOKEN, apiUrl: API_URL, fetch: service.fetchOf(sql.breathe) }),
        recipient: (userId) => {
          const ask = <A>(work: (object: UserObject) => Promise<A>) =>
            within(
              time.after,
              call(living, () => objectOf(userId).call(work)),
              COMPOSE_LIMIT_MS,
            );
          return {
            compose: (message) => ask((object) => object.compose(message)),
            refused: (at) => ask((object) => object.refused(at)),
          };
        },
        pause: (ms) => new Promise((resolve) => void time.after(ms, resolve)),
        readOnly: false,
        onFault,
      });
    },
    onAlarm: (object) => object.onAlarm(),
    onFault,
    ...(breakSql === undefined ? {} : { breakSql }),
  });

  const prices = simulatedObject('public', weather, {
    open: (living) => {
      const { sql, alarm } = living;
      const object = openPublicObject({
        sql,
        alarm,
        clock,
        ...NOTHING_OUTSIDE,
        calendar: sampleCalendar(clock),
        user: (userId) => ({
          crossed: (crossing) =>
            within(
              time.after,
              call(living, () =>
                objectOf(userId).call((object) => object.crossed(structuredClone(crossing))),
              ),
            ),
        }),
        onFault,
      });
      return {
        ...object,
        async see(price: string, at: number) {
          sql.transaction(() => applyPrices(sql, [{ symbol: 'TON', price }], at));
          await object.refresh();
        },
      };
    },
    onAlarm: (object) => object.onAlarm(),
    onFault,
  });

  function objectOf(userId: number): SimulatedObject<UserObject> {
    const known = users.get(userId);
    if (known !== undefined) return known;
    const made = simulatedObject(`user ${userId}`, weather, {
      open: (living) => openUser(userId, living),
      onAlarm: (object) => object.onAlarm(),
      onFault,
    });
    users.set(userId, made);
    return made;
  }

  function openUser(userId: number, living: Living): UserObject {
    const { sql, alarm } = living;
    return openUserObject({
      ...parts,
      userId,
      sql,
      alarm,
      peers: {
        user: (to) => ({
          registeredAt: () =>
            within(
              time.after,
              call(living, () => objectOf(to).call((object) => object.registeredAt())),
            ),
          receive: (message) =>
            within(
              time.after,
              call(living, () => objectOf(to).call((object) => object.receive(message))),
            ),
        }),
        wallet: () => NO_WALLET,
        directory: (id) => directories[directoryPart(id)] as NonNullable<(typeof directories)[number]>,
        onFault,
      },
      creditSecret: 'simulated',
      readOnly: false,
      notifier: null,
      sender: {
        take: (handover) =>
          within(
            time.after,
            call(living, () => sender.call((object) => object.take(structuredClone(handover)))),
          ),
        forget: (user) =>
          within(
            time.after,
            call(living, () => sender.call((object) => object.forget(user))),
          ),
      },
      prices: {
        keepAlerts: (change) =>
          within(
            time.after,
            call(living, () => prices.call((object) => object.keepAlerts(structuredClone(change)))),
          ),
      },
      everyMs: 60_000,
      jitterMs: () => chance.between(0, 3_000),
      schedule: (flush) => void time.after(1, () => !sql.isDead() && flush()),
      onRequest: () => {},
    });
  }

  const edge = createEdge({
    ...parts,
    ready: () => ({ problems: [], checkedAt: clock.now() }),
    findPicture: async () => null,
    reveals: { revealed: async () => null, published: async () => null, prices: async () => null },
    user: (userId) => ({
      async answer(request, launch) {
        const outcome = await objectOf(userId).call((object) => object.answer(request, launch));
        if (outcome === null) throw new CallLost();
        return outcome.answer;
      },
    }),
    onRequest: () => {},
  });

  return {
    queue: sender.sql,
    inFlight: () => inFlight,
    fetch: (request) => edge(request, {}),
    async heard(userId, mayWrite, at) {
      await objectOf(userId).call((object) => object.heard(mayWrite, at));
    },
    see: async (price, at) => (await prices.call((object) => object.see(price, at))) !== null,
    crashSoon() {
      sender.dieSoon();
      prices.dieSoon();
    },
    heal() {
      for (const one of [sender, prices, ...users.values()]) {
        one.heal();
        one.clockSet();
      }
    },
    close() {
      for (const one of [sender, prices, ...users.values()]) one.close();
    },
  };
}

function hasQueue(sql: Sql): boolean {
  return sql.get("SELECT 1 AS found FROM sqlite_master WHERE name = 'outgoing'") !== undefined;
}

function countSending(sql: Sql): number {
  return (
    sql.get<{ count: number }>("SELECT count(*) AS count FROM outgoing WHERE state = 'sending'")?.count ?? 0
  );
}

/** No user of this simulation links a wallet. */
const NO_WALLET = { reserve: async () => false, holder: async () => null };
