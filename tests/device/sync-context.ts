/** The sync without the rest of the device: one part of a round at a time, over the server of a rig. */
import { openMemoryStore } from '#device/store/memory.ts';
import type { Reading, Store, Writing } from '#device/store/port.ts';
import type { TableName } from '#device/store/rows.ts';
import { createApiClient } from '#device/sync/api-client.ts';
import { fullPace, type SyncContext } from '#device/sync/context.ts';
import { sendSeals } from '#device/sync/seals.ts';
import { type Rig, rig, USER } from './sync-rig.ts';

export const LAUNCH = 'launch=1';

/** A rig whose server knows the user, without onboarding. */
export function registered(): Rig {
  const on = rig();
  on.ledger.apply({
    type: 'register',
    firstAuthDate: 1,
    premium: false,
    referrer: null,
    referrerRegistered: false,
  });
  return on;
}

export function contextOf(on: Rig): SyncContext {
  const clock = { now: on.time.now, after: on.time.after };
  const log = (message: string) => on.logs.push(message);
  return {
    userId: USER,
    launchData: LAUNCH,
    store: strict(openMemoryStore(on.database, 'kept')),
    api: createApiClient({ fetch: on.fetch, baseUrl: '', launchData: LAUNCH, clock, log }),
    clock,
    zone: null,
    putOff: new Set(),
    pace: fullPace(),
    loadSeals: async () => sendSeals,
    log,
  };
}

/** Advances the time until the work is done. */
export async function soon<T>(on: Rig, work: Promise<T>): Promise<T> {
  await on.pass(5_000);
  return work;
}

/** Refuses access to a table outside of the transaction, like IndexedDB. */
function strict(store: Store): Store {
  return {
    ...store,
    read: (tables, work) => store.read(tables, (reading) => work(only(reading, tables))),
    write: (tables, work) => store.write(tables, (writing) => work(only(writing, tables))),
  };
}

function only<Access extends Reading | Writing>(access: Access, tables: readonly TableName[]): Access {
  return new Proxy(access, {
    get: (_, name) => (table: TableName, asked: unknown) => {
      if (!tables.includes(table)) throw new Error(`The table ${table} is not part of the transaction`);
      return (access as unknown as Record<PropertyKey, (...args: unknown[]) => unknown>)[name]?.(
        table,
        asked,
      );
    },
  });
}
