/** A phone's database that an older version wrote, opened by this one: see `README.md`. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import { followKeys } from '#core/proof/key-change.ts';
import * as CALLS from '#device/calls/calls.ts';
import { createDevice, type OpenDevice } from '#device/create-device.ts';
import type { Live } from '#device/model.ts';
import { type DexieStore, openDexieStore } from '#device/store/dexie.ts';
import { verifierInPlace } from '#device/verify/port.ts';
import { summaryOf } from '#features/calculators/registry.ts';
import { CONFIG } from '#tests/api/support.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { NO_PINS } from '#tests/support/proof/no-pins.ts';
import phone from './fixture/device.json' with { type: 'json' };
import { type DatabaseDump, dumpDatabase, phonePorts, restoreDatabase, sha256 } from './phone.ts';
import { CLARA, idOf, launchOf } from './scenario.ts';

const DATABASE: DatabaseDump = phone.database;
const { live } = phone;
const PENDING = [701, 702, 703].map(idOf);
/** She deleted it without a network. */
const DELETED = idOf(200);

/** What an answer of the server never changes in a record. */
interface Fixed {
  readonly id: string;
  readonly inputs: unknown;
  readonly occurredAt: number;
  readonly revision: number;
  readonly deleted: number;
}

let indexedDB: IDBFactory;
beforeEach(async () => {
  indexedDB = new IDBFactory();
  await restoreDatabase(indexedDB, DATABASE);
});

const openStore = () => openDexieStore({ userId: CLARA.id, indexedDB, keyRange: IDBKeyRange, channel: null });

/** @param send null without a network. */
async function openPhone(store: DexieStore, send: ((request: Request) => Promise<Response>) | null) {
  const ports = phonePorts({
    userId: CLARA.id,
    launchData: launchOf(CLARA, phone.at),
    clock: { at: phone.at, now: () => phone.at },
    async fetch(path, init) {
      if (send === null) throw new TypeError('no network');
      return send(new Request(`https://irich.example${path}`, init));
    },
  });
  return createDevice({
    ...ports,
    store,
    pins: NO_PINS,
    fetchCalls: async () => ({ ...CALLS, verifier: verifierInPlace(sha256, { ...PROOF_PORTS, followKeys }) }),
  });
}

function current<T>(value: Live<T>): Promise<T> {
  return new Promise((resolve) => {
    const look = () => {
      const now = value.current();
      if (now !== undefined) resolve(now);
    };
    value.subscribe(look);
    look();
  });
}

describe('the database', () => {
  test('opens for writing, with every row as it was', async () => {
    const store = await openStore();
    expect([store.isNewer, store.durability()]).toEqual([false, 'kept']);
    store.close();
    const opened = await dumpDatabase(indexedDB, DATABASE.name);
    expect(opened.version).toBe(DATABASE.version);
    expect(opened).toEqual(DATABASE);
  });
});

describe('the app, without a network', () => {
  let device: OpenDevice;
  beforeEach(async () => {
    device = await openPhone(await openStore(), null);
    return () => device.close();
  });

  test('shows what it showed: profile, settings, market, calendar, friends', async () => {
    expect(await current(device.live.profile)).toEqual(live.profile);
    expect(await current(device.live.settings)).toEqual(live.settings);
    expect(await current(device.live.market)).toMatchObject(live.market);
    expect(await current(device.live.calendar)).toEqual(live.calendar);
    expect(await current(device.live.referrals)).toEqual(live.referrals);
    expect(await current(device.live.language)).toBe('ru');
    expect(await current(device.live.isNewUser)).toBe(false);
  });

  test('reads the whole history, each line of it', async () => {
    const history = await current(device.live.history({}));
    expect(history).toEqual(live.history);
    expect(history.map((record) => summaryOf(record).line)).toEqual(live.lines);
    expect(live.lines).not.toContain('unknown');
    expect(history.filter(({ state }) => state === 'pending').map(({ id }) => id)).toEqual(
      [...PENDING].reverse(),
    );
  });

  test('finds the drafts', async () => {
    for (const { key, value } of phone.database.tables.drafts.rows) {
      expect(await device.readDraft(key)).toEqual(value);
    }
  });

  test('verifies the ledger', async () => {
    expect(await device.verify()).toMatchObject({
      ok: true,
      events: phone.database.tables.events.rows.length,
    });
  });

  test('has the same outbox', async () => {
    expect(await current(device.live.sync)).toMatchObject({ pending: 6, pendingRecords: 3 });
  });
});

describe('the app, with its server upgraded too', () => {
  const openServer = async () => {
    const file = gunzipSync(readFileSync(new URL('fixture/irich.sqlite.gz', import.meta.url)));
    const sql = sqliteOn(new Database(file), ':memory:');
    const clock = { at: phone.at, now: () => phone.at };
    return openMachineDeployment({ config: CONFIG, clock, limiter: noLimits, onRequest: () => {} }, sql);
  };

  test('sends what was pending, once', async () => {
    const server = await openServer();
    const sent: string[] = [];
    const send = async (request: Request) => {
      const { pathname } = new URL(request.url);
      sent.push(`${request.method} ${pathname} ${await request.clone().text()}`);
      return server.fetch(request);
    };
    const recorded = async (id: string) =>
      server.look(CLARA.id, (sql) =>
        sql.all<{ award: number }>('SELECT award FROM events WHERE event_id = ?', id),
      );
    for (const id of PENDING) expect(await recorded(id)).toEqual([]);

    const first = await openPhone(await openStore(), send);
    await first.syncNow();
    expect(await current(first.live.sync)).toMatchObject({ phase: 'idle', pending: 0 });
    first.close();
    const bySync = (calls: readonly string[]) => calls.filter((call) => call.startsWith('POST /api/sync'));
    for (const id of PENDING) {
      expect(await recorded(id)).toEqual([{ award: 1000 }]);
      expect(bySync(sent).filter((call) => call.includes(id))).toHaveLength(1);
    }
    expect(sent.filter((call) => call.startsWith(`DELETE /api/records/${CLARA.id}/${DELETED}`))).toHaveLength(
      1,
    );

    sent.length = 0;
    const store = await openStore();
    const again = await openPhone(store, send);
    await again.syncNow();
    expect(sent.filter((call) => /^(POST \/api\/sync|DELETE|PATCH|PUT)/.test(call))).toEqual([]);
    const records = await store.read(['records'], (reading) => reading.list('records', {}));
    const old = phone.database.tables.records.rows;
    const fixedOf = (row: Fixed) => [row.id, row.inputs, row.occurredAt, row.revision, row.deleted];
    expect(records.map(fixedOf)).toEqual(old.map(fixedOf));
    expect(records.every(({ state }) => state === 'counted')).toBe(true);
    expect(await again.verify()).toMatchObject({ ok: true });
    expect(await current(again.live.language)).toBe('ru');
    expect(await current(again.live.settings)).toMatchObject({
      settings: {
        zone: 'Europe/Berlin',
        quiet: { from: 23, to: 7 },
        alerts: { TON: '5', BTC: '100000', ETH: '4000' },
      },
    });
    again.close();
  });
});
