/** The store as the device uses it, over connections that fail on purpose; made anew for each test. */
import { beforeEach } from 'vitest';
import { createMemoryDatabase, type MemoryDatabase, openMemoryStore } from '#device/store/memory.ts';
import type { Store } from '#device/store/port.ts';
import { openResilientStore } from '#device/store/resilient.ts';
import { type VirtualTime, virtualTime } from '#tests/simulation/virtual-time.ts';

export type Connection = Store & { readonly isNewer: boolean };
/** How the next query of a connection ends; null for success. */
type Ending = (() => Promise<never>) | null;

export const named = (name: string) => Object.assign(new Error(name), { name });
export const lost = () => Promise.reject(named('UnknownError'));
export const full = () => Promise.reject(named('QuotaExceededError'));
export const hangs = () => new Promise<never>(() => {});

export let time: VirtualTime;
let database: MemoryDatabase;
export let endings: Ending[];
export let opened: number;
export let closed: number;
export let logs: string[];
beforeEach(() => {
  time = virtualTime(0);
  database = createMemoryDatabase();
  endings = [];
  opened = 0;
  closed = 0;
  logs = [];
});

export function connect(change: Partial<Connection> = {}): Connection {
  opened += 1;
  const store = openMemoryStore(database, 'kept');
  return {
    ...store,
    isNewer: false,
    write: (tables, work) => endings.shift()?.() ?? store.write(tables, work),
    close: () => {
      closed += 1;
      store.close();
    },
    ...change,
  };
}

export const openStore = (open: (() => Promise<Connection>) | null = async () => connect()) =>
  openResilientStore({
    open,
    clock: { now: time.now, after: time.after },
    log: (message) => logs.push(message),
  });

export const save = (store: Store, key: string) =>
  store.write(['drafts'], (writing) => writing.put('drafts', [{ key, value: 1 }]));
export const keys = (store: Store) =>
  store.read(['drafts'], async (reading) => (await reading.list('drafts', {})).map(({ key }) => key));
export const onDisk = () => [...(database.tables.get('drafts')?.keys() ?? [])];

/** Advances the time until the work is done. */
export async function soon<T>(work: Promise<T>): Promise<T> {
  let isDone = false;
  const done = () => {
    isDone = true;
  };
  work.then(done, done);
  for (let step = 0; step < 20 && !isDone; step += 1) await time.runUntil(time.now() + 10_000);
  return work;
}
