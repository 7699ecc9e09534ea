/**
 * The objects: every user's ledger in its own object, shards of the directory, and the edge before them. No
 * backups: a platform restores one object at a time, unlike a machine that is set back with all its ledgers.
 * Restores are simulated for the machine.
 */
import type { ReferralMessage } from '#api/credits/message.ts';
import type { DirectoryPeer, Peers, WalletPeer } from '#api/credits/peers.ts';
import { within } from '#api/deployments/durable-objects/call-timeout.ts';
import { directoryPart, openDirectory } from '#api/deployments/durable-objects/directory.ts';
import { createEdge } from '#api/deployments/durable-objects/edge.ts';
import { openUserObject, type UserObject } from '#api/deployments/durable-objects/user.ts';
import { openWalletObject } from '#api/deployments/durable-objects/wallet.ts';
import { PROJECTION_VERSION } from '#api/ledger/accounts.ts';
import { StorageFullError } from '#api/runtime/sqlite/port.ts';
import { CallLost, channelIn } from './channel.ts';
import { hasLedger } from './naive-model.ts';
import { noticesWitness } from './notices-witness.ts';
import { type Arrival, EVERY_MS, objectViolations, seen } from './object-invariants.ts';
import { answersWitness } from './referral-witness.ts';
import { appParts, hmacHex, requestOf, type ServerOptions, type SimulatedServer } from './server.ts';
import { type Living, type SimulatedObject, simulatedObject, type Weather } from './simulated-object.ts';

export function simulatedObjects(options: ServerOptions): SimulatedServer {
  const { time, chance, trace, breakSql, reach } = options;
  const open = options.breakObject?.(openUserObject) ?? openUserObject;
  const users = new Map<number, SimulatedObject<UserObject>>();
  const parts = new Map<number, SimulatedObject<DirectoryPeer>>();
  const wallets = new Map<string, SimulatedObject<WalletPeer>>();
  const callers = new Set<number>();
  const arrivals: Arrival[] = [];
  const faults: string[] = [];
  let offset = 0;
  /** The latest time shown by a clock that was set since. */
  let shown = 0;
  /** How often it was set. */
  let clockSets = 0;
  const clock = { now: () => time.now() + offset };
  const weather: Weather = { time, chance, trace, clock, reach, troubled: true };
  const { call, isEmpty } = channelIn(weather);
  const onFault = (message: string) => void faults.push(message);
  const witness = answersWitness(users);
  const told = noticesWitness();
  const shared = {
    ...appParts(options, clock),
    ready: () => ({ problems: [], checkedAt: clock.now() }),
    hmacHex: options.breakHmac?.(hmacHex) ?? hmacHex,
  };

  function objectOf(userId: number): SimulatedObject<UserObject> {
    return kept(users, userId, () =>
      simulatedObject(`user ${userId}`, weather, {
        open: (living) => openUser(userId, living),
        onAlarm: (object) => object.onAlarm(),
        onFault,
        ...(breakSql === undefined ? {} : { breakSql }),
      }),
    );
  }

  function partOf(part: number): SimulatedObject<DirectoryPeer> {
    return kept(parts, part, () =>
      simulatedObject(`directory ${part}`, weather, {
        open: ({ sql }) => openDirectory(sql, clock.now()),
        onFault,
      }),
    );
  }

  /** The platform eventually fails a call without an answer. */
  const patient = <T>(asked: Promise<T>): Promise<T> =>
    within(time.after, asked).catch(() => {
      throw new CallLost();
    });

  function walletOf(name: string): SimulatedObject<WalletPeer> {
    return kept(wallets, name, () =>
      simulatedObject(`wallet ${name.slice(0, 8)}`, weather, {
        open: (living) =>
          openWalletObject({
            sql: living.sql,
            clock,
            wallet: name,
            user: (userId) => ({
              holds: (wallet) =>
                patient(call(living, () => objectOf(userId).call((object) => object.holds(wallet)))),
            }),
          }),
        onFault: (message) => void (message.includes(CallLost.name) || onFault(message)),
      }),
    );
  }

  function openUser(userId: number, living: Living): UserObject {
    const { sql, alarm } = living;
    return open({
      ...shared,
      userId,
      sql,
      alarm,
      peers: peersOf(userId, living),
      creditSecret: 'simulated',
      readOnly: false,
      notifier: {
        tell: (id, notices) =>
          call(living, async () => {
            if (weather.troubled && chance.happens(0.1)) return { answer: 'later' };
            return { answer: await told.take(id, structuredClone(notices)) };
          }),
      },
      everyMs: EVERY_MS,
      jitterMs: () => chance.between(0, EVERY_MS / 20),
      schedule: (flush) =>
        void time.after(chance.between(0, 2), () => {
          try {
            if (!sql.isDead()) flush();
          } catch (cause) {
            if (!sql.isDead()) throw cause;
          }
        }),
      onRequest: ({ fault }) => {
        if (fault !== undefined && !sql.isDead()) onFault(fault);
      },
    });
  }

  /** However late messages arrive, the stored card never gets older. */
  async function receiveAt(to: number, from: number, message: ReferralMessage) {
    const { call: callObject, sql } = objectOf(to);
    const numberKept = () =>
      hasLedger(sql) ? (seen(sql).get<{ number: number }>(NUMBER_KEPT, from)?.number ?? 0) : 0;
    const before = numberKept();
    const outcome = await callObject((object) => object.receive(message));
    const after = numberKept();
    if (outcome?.answer && after < before)
      onFault(`user ${to} kept card ${after} of ${from} after ${before}`);
    return outcome;
  }

  function peersOf(from: number, living: Living): Peers {
    return {
      user: (to) => ({
        registeredAt: () =>
          call(living, () =>
            witness.ask(from, to, () => objectOf(to).call((object) => object.registeredAt())),
          ),
        async receive(message) {
          const at = {
            sentAt: time.now(),
            clockAt: clock.now(),
            clockSets,
            failedAt: Number.POSITIVE_INFINITY,
          };
          const sent: Arrival = { from, number: message.number, ...at };
          try {
            const receipt = await call(living, () => {
              if (!arrivals.includes(sent)) arrivals.push(sent);
              trace(`user ${to} is told ${message.number} by user ${from}`);
              return receiveAt(to, from, structuredClone(message));
            });
            if (receipt === null) sent.failedAt = time.now();
            return receipt;
          } catch (cause) {
            sent.failedAt = time.now();
            throw cause;
          }
        },
      }),
      directory: (userId) => {
        const part = partOf(directoryPart(userId));
        return {
          enter: (id) => call(living, () => part.call((directory) => directory.enter(id))),
          list: (after, limit) => call(living, () => part.call((directory) => directory.list(after, limit))),
        };
      },
      wallet: (name) => ({
        reserve: (userId) =>
          patient(call(living, () => walletOf(name).call((wallet) => wallet.reserve(userId)))),
        holder: () => patient(call(living, () => walletOf(name).call((wallet) => wallet.holder()))),
      }),
      onFault: (message, cause) => {
        // Both are retried, and their work must be done in the end.
        const isExpected = cause instanceof CallLost || cause instanceof StorageFullError;
        if (!living.sql.isDead() && !isExpected) onFault(`${message}: ${cause}`);
      },
    };
  }

  const edge = createEdge({
    ...shared,
    onRequest: ({ fault, code }) => {
      if (fault !== undefined && code !== 'unavailable') onFault(fault);
    },
    findPicture: async () => null,
    reveals: { revealed: async () => null, published: async () => null, prices: async () => null },
    user: (userId) => ({
      async answer(request, launch) {
        callers.add(userId);
        const outcome = await objectOf(userId).call((object) =>
          object.answer(request, structuredClone(launch)),
        );
        if (outcome !== null) return outcome.answer;
        // At times the edge learns that no answer will come.
        if (chance.happens(0.5)) throw new CallLost();
        return Response.error();
      },
    }),
  });

  function setClock(offsetMs: number): void {
    shown = Math.max(shown, clock.now());
    offset = offsetMs;
    clockSets += 1;
    for (const object of everyObject()) object.clockSet();
  }

  const databases = () => [...users.values()].flatMap(({ sql }) => (hasLedger(sql) ? [seen(sql)] : []));
  const everyObject = () => [...users.values(), ...parts.values(), ...wallets.values()];

  return {
    faults,
    async handle(method, url, headers, content) {
      const response = await edge(requestOf(method, url, headers, content), {});
      if (response.type === 'error') return null;
      return { status: response.status, headers: response.headers, body: await response.text() };
    },
    async unlinkWallet(userId) {
      await objectOf(userId).call((object) => object.unlinkWallet('asked for'));
    },
    /** One of the objects, or all at once as in a deployment of a new version. */
    crashSoon() {
      const all = everyObject();
      if (chance.happens(0.3)) {
        trace('deployed');
        for (const object of all) object.evict();
      } else if (all.length > 0) chance.pick(all).dieSoon();
    },
    fillDisk() {
      const all = everyObject();
      if (all.length > 0) chance.pick(all).fillDisk();
    },
    /** Deployed and rolled back: some users' rows have another version. */
    runOtherVersion() {
      for (const object of everyObject()) object.evict();
      for (const { sql } of users.values()) {
        if (!hasLedger(sql) || chance.happens(0.3)) continue;
        sql.run("UPDATE accounts SET version = ?, state = '{}'", PROJECTION_VERSION + chance.pick([-1, 7]));
        reach('the accounts of another version were rebuilt');
      }
      trace('another version ran');
    },
    async exportLedgers() {},
    moveLedgers: async () => false,
    backUp() {},
    restoreBackup: () => false,
    setClock,
    heal() {
      weather.troubled = false;
      for (const object of everyObject()) object.heal();
      setClock(0);
    },
    // A message sent by a clock in the future is not repeated until that time is past.
    isSettled: () =>
      isEmpty() && [...users.values()].every((user) => !user.isAlarmSet()) && clock.now() > shown + EVERY_MS,
    databases,
    database(userId) {
      const sql = users.get(userId)?.sql;
      return sql !== undefined && hasLedger(sql) ? seen(sql) : null;
    },
    restoredHeads: () => new Map(),
    referrals: witness,
    violations: (naive) => [
      ...objectViolations({ users, parts, callers, arrivals }, naive),
      ...told.violations(databases()),
    ],
    close() {
      for (const object of everyObject()) object.close();
    },
  };
}

function kept<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const NUMBER_KEPT = 'SELECT number FROM friends WHERE friend_id = ?';
