/** A phone: a store that outlives the app, and apps opened over it that run the real device and die at any await. */
import { createHash } from 'node:crypto';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { followKeys } from '#core/proof/key-change.ts';
import * as CALLS from '#device/calls/calls.ts';
import { createDevice, type OpenDevice } from '#device/create-device.ts';
import { createMemoryDatabase, type MemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import type { Store } from '#device/store/port.ts';
import type { Facts, SettingRow } from '#device/store/rows.ts';
import type { Fetch } from '#device/sync/api-client.ts';
import { leaseLock, type SyncLock } from '#device/sync/lock.ts';
import { verifierInPlace } from '#device/verify/port.ts';
import type { Wake } from '#platform/network.ts';
import { NO_PINS } from '#tests/support/proof/no-pins.ts';
import type { Account } from './account.ts';
import type { Chance } from './chance.ts';
import type { VirtualTime } from './virtual-time.ts';
import type { Wire } from './wire.ts';

const VERIFIER = verifierInPlace((text) => createHash('sha256').update(text).digest('hex'), {
  ...PROOF_PORTS,
  followKeys,
});

export interface PromisedRecord {
  readonly calculationType: string;
  readonly occurredAt: number;
  /** The fault that the network or the server has with it, or null. */
  readonly poison: 'inputs' | 'refused' | 'crash' | 'rejected' | null;
}

export interface Phone {
  readonly name: string;
  readonly account: Account;
  readonly database: MemoryDatabase;
  readonly wire: Wire;
  /** Stored, as the app confirmed before it died or was closed. */
  readonly promised: Map<string, PromisedRecord>;
  /** Submitted, whether or not the app lived to confirm it. */
  readonly attempted: Map<string, PromisedRecord>;
  readonly deleted: Set<string>;
  /** Check-ins that the server answered as paid. */
  paidCheckIns: number;
  /** The first launch data stored here. */
  firstLaunch: string | null;
  apps: App[];
  clockOffset: number;
  /** How often its clock was set. */
  clockSets: number;
  /** Whether the app is visible. */
  isVisible: boolean;
  /** Whether this phone's browser has locks between tabs. */
  readonly hasLocks: boolean;
  holder: App | null;
  waiting: { readonly app: App; readonly grant: () => void }[];
}

export interface App {
  readonly phone: Phone;
  isAlive: boolean;
  /** How many more awaits on the store it lives. */
  awaitsLeft: number;
  device: OpenDevice | null;
  readonly wakes: Set<(wake: Wake) => void>;
}

export interface AppOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly fetch: Fetch;
  readonly launchData: string;
  readonly log: (message: string, cause?: unknown) => void;
  readonly breakStore?: (store: Store) => Store;
}

export function createPhone(name: string, account: Account, hasLocks: boolean): Phone {
  return {
    name,
    account,
    database: createMemoryDatabase(),
    wire: { online: true, trouble: 1 },
    promised: new Map(),
    attempted: new Map(),
    deleted: new Set(),
    paidCheckIns: 0,
    firstLaunch: null,
    apps: [],
    clockOffset: 0,
    clockSets: 0,
    isVisible: true,
    hasLocks,
    holder: null,
    waiting: [],
  };
}

/** A new one each time: a shared promise would keep all its waiters in memory. */
const never = () => new Promise<never>(() => {});

/** Opens the app; `device` of the result is set as soon as it is usable. */
export function openApp(phone: Phone, options: AppOptions): App {
  const { time, chance } = options;
  const app: App = {
    phone,
    isAlive: true,
    awaitsLeft: Number.POSITIVE_INFINITY,
    device: null,
    wakes: new Set(),
  };
  phone.apps.push(app);
  phone.firstLaunch ??= factsOn(phone)?.firstLaunch ?? null;
  const plain = openMemoryStore(phone.database, 'kept');
  const store = mortalStore(options.breakStore?.(plain) ?? plain, app);
  const clock = {
    now: () => time.now() + phone.clockOffset,
    after: (ms: number, run: () => void) => time.after(ms, () => (app.isAlive ? run() : undefined)),
  };
  const opening = createDevice({
    userId: phone.account.userId,
    launchData: options.launchData,
    store,
    fetch: (url, init) => (app.isAlive ? options.fetch(url, init) : never()),
    baseUrl: '',
    clock,
    zone: 'Europe/Berlin',
    random: { next: chance.next },
    network: {
      isVisible: () => phone.isVisible,
      onWake(listener) {
        app.wakes.add(listener);
        return () => app.wakes.delete(listener);
      },
    },
    lock: phone.hasLocks ? phoneLock(app) : leaseLock(store, clock, chance.uuid()),
    pins: NO_PINS,
    fetchCalls: async () => ({ ...CALLS, verifier: VERIFIER }),
    persist: async () => true,
    log: (message, cause) => {
      if (app.isAlive) options.log(message, cause);
    },
  });
  void opening.then((device) => {
    if (app.isAlive) app.device = device;
  });
  return app;
}

/** The phone's facts row; null before its first start. */
export function factsOn(phone: Phone): Facts | null {
  const row = phone.database.tables.get('settings')?.get('facts') as SettingRow | undefined;
  return row?.key === 'facts' ? row : null;
}

/** The system ends it without notice. */
export function kill(app: App): void {
  if (!app.isAlive) return;
  app.isAlive = false;
  const { phone } = app;
  phone.apps = phone.apps.filter((other) => other !== app);
  if (phone.holder === app) passOn(phone);
}

/** At every query of the store the app can die: before it runs, and before its answer arrives. */
function mortalStore(store: Store, app: App): Store {
  function breathe(): Promise<void> | void {
    if (!app.isAlive) return never();
    app.awaitsLeft -= 1;
    if (app.awaitsLeft >= 0) return;
    kill(app);
    return never();
  }
  return {
    durability: store.durability,
    async read(tables, work) {
      await breathe();
      const answer = await store.read(tables, work);
      await breathe();
      return answer;
    },
    async write(tables, work) {
      await breathe();
      const answer = await store.write(tables, work);
      await breathe();
      return answer;
    },
    subscribe: (listener) =>
      store.subscribe((changed) => {
        if (app.isAlive) listener(changed);
      }),
    close: store.close,
  };
}

/** Locks as browsers have them: a tab that dies releases them. */
function phoneLock(app: App): SyncLock {
  const { phone } = app;
  return {
    async run(work) {
      if (!app.isAlive) return never();
      if (phone.holder === null) phone.holder = app;
      else await new Promise<void>((grant) => phone.waiting.push({ app, grant }));
      try {
        return await work();
      } finally {
        if (phone.holder === app) passOn(phone);
      }
    },
  };
}

function passOn(phone: Phone): void {
  phone.holder = null;
  for (let next = phone.waiting.shift(); next !== undefined; next = phone.waiting.shift()) {
    if (!next.app.isAlive) continue;
    phone.holder = next.app;
    next.grant();
    return;
  }
}
