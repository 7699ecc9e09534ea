/** The device: what screens read and ask for, over a store, a sync engine and a verifier. Knows no browser. */
import { SNAPSHOT_LIFE_MS } from '#core/market/snapshot-life.ts';
import type { Clock } from '#platform/clock.ts';
import type { Network } from '#platform/network.ts';
import type { Random } from '#platform/random.ts';
import type { Asked } from './asked.ts';
import { draftWriter } from './draft-writer.ts';
import { lateCalls } from './late-calls.ts';
import { createCell, lateQuery, liveQuery, mapLive } from './live.ts';
import type { Device, SyncStatus } from './model.ts';
import { calendarOf } from './store/calendar.ts';
import {
  beginLaunch,
  chooseLanguage,
  completeOnboarding,
  factsOf,
  hasHistory,
  knowsOnboarding,
  patchFacts,
  readFacts,
} from './store/facts.ts';
import type { Store } from './store/port.ts';
import { profileOf } from './store/profile.ts';
import {
  addRecord,
  deleteRecord,
  historyOf,
  recordOf,
  restoreRecord,
  reviseRecord,
} from './store/records.ts';
import { chooseSettings } from './store/settings.ts';
import type { Fetch } from './sync/api-client.ts';
import { createApiClient } from './sync/api-client.ts';
import { fullPace } from './sync/context.ts';
import { createSyncEngine, type SyncEngine } from './sync/engine.ts';
import type { SyncLock } from './sync/lock.ts';
import { refreshSettings } from './sync/settings.ts';
import { refreshSnapshot } from './sync/snapshots.ts';
import type { Verifier } from './verify/port.ts';

export interface DevicePorts {
  readonly userId: number;
  readonly launchData: string;
  readonly store: Store;
  readonly fetch: Fetch;
  /** Without a slash at the end; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** The zone that it goes by; null where the device does not say. */
  readonly zone: string | null;
  readonly random: Random;
  readonly network: Network;
  readonly lock: SyncLock;
  readonly verifier: Verifier;
  /** Fetches what only a screen asks for. May reject, and is asked again then. */
  readonly fetchAsked: () => Promise<Asked>;
  /** Asks that nothing be evicted. */
  readonly persist: () => Promise<boolean>;
  readonly log: (message: string, cause?: unknown) => void;
}

export interface OpenDevice extends Device {
  /** Ends timers and listeners. What was promised stays in the store. */
  close(): void;
}

/** How long a first start waits for the server's word on whether the user is new, milliseconds. */
const UNKNOWN_USER_MS = 1_000;

/** Usable as soon as it resolves; the sync begins behind it. */
export async function createDevice(ports: DevicePorts): Promise<OpenDevice> {
  const { userId, launchData, store, clock, zone, random, network, lock, log } = ports;
  const api = createApiClient({
    fetch: ports.fetch,
    baseUrl: ports.baseUrl,
    launchData,
    clock,
    log: ports.log,
  });
  const putOff = new Set<string>();
  const context = { userId, launchData, store, api, clock, zone, putOff, pace: fullPace(), log };
  await beginLaunch(store, launchData);
  const engine = createSyncEngine({ context, lock, network, random });
  const { live, close } = liveValues(ports, engine);
  const drafts = draftWriter(store);
  engine.start();

  /** What is kept already must not fail for what follows it. */
  async function askToPersist(): Promise<void> {
    try {
      if ((await readFacts(store)).persistAsked) return;
      await patchFacts(store, { persistAsked: true });
      if (!(await ports.persist())) log('The browser may evict what is kept');
    } catch (cause) {
      log('Asking to keep the store failed', cause);
    }
  }

  return {
    userId,
    live,
    async record(record) {
      const kept = await addRecord(store, record, clock.now());
      engine.noteWork();
      void askToPersist();
      return kept;
    },
    async reviseRecord(id, inputs) {
      await reviseRecord(store, id, inputs);
      engine.noteWork();
    },
    async deleteRecord(id) {
      await deleteRecord(store, id);
      engine.noteWork();
    },
    async restoreRecord(record) {
      await restoreRecord(store, record);
      engine.noteWork();
    },
    readDraft: async <T>(key: string) => (await drafts.read(key)) as T | null,
    saveDraft: drafts.save,
    async completeOnboarding() {
      await completeOnboarding(store);
      engine.noteWork();
    },
    async chooseLanguage(language, chosenAt = clock.now()) {
      await chooseLanguage(store, language, chosenAt);
      engine.noteWork();
    },
    async changeSettings(change, mayWrite = false) {
      await chooseSettings(store, change, mayWrite, clock.now());
      engine.noteWork();
    },
    async refreshSettings() {
      // Before its first registration the server knows nobody.
      if ((await readFacts(store)).generation === null) await engine.syncNow();
      return refreshSettings(context);
    },
    syncNow: () => engine.syncNow(),
    refreshMarket: () => refreshSnapshot(context, 'market', SNAPSHOT_LIFE_MS),
    refreshCalendar: () => refreshSnapshot(context, 'calendar', SNAPSHOT_LIFE_MS),
    ...lateCalls(
      async () => (await ports.fetchAsked()).calls({ context, engine, verifier: ports.verifier }),
      log,
    ),
    close() {
      engine.stop();
      close();
      store.close();
    },
  };
}

function liveValues(
  { store, clock, log, fetchAsked }: DevicePorts,
  engine: SyncEngine,
): { live: Device['live']; close: () => void } {
  const options = { store, log };
  const ends: (() => void)[] = [];

  const durability = createCell(store.durability());
  ends.push(store.subscribe(() => durability.set(store.durability())));

  const facts = liveQuery(options, ['settings'], factsOf);
  const pending = liveQuery(options, ['outbox'], (reading) => reading.count('outbox'));
  const profile = liveQuery(options, ['profile'], profileOf);
  const market = liveQuery(options, ['snapshots'], async (reading) => {
    const row = await reading.get('snapshots', 'market');
    if (row === undefined) return null;
    const { asOf, overview, before } = row;
    return before === undefined ? { asOf, overview } : { asOf, overview, before };
  });

  const sync = createCell<SyncStatus>();
  const updateSync = () => {
    const waiting = pending.current();
    const known = facts.current();
    if (waiting === undefined || known === undefined) return;
    sync.set({ ...engine.status(), pending: waiting, lastSyncedAt: known.lastSyncedAt });
  };
  ends.push(engine.onStatus(updateSync), pending.subscribe(updateSync), facts.subscribe(updateSync));

  const isNewUser = createCell<boolean>();
  let waited = false;
  const updateIsNew = () => {
    const known = facts.current();
    if (known === undefined) return;
    if (knowsOnboarding(known)) isNewUser.set(false);
    else if (known.isNewUser !== null || waited || isNewUser.current() !== undefined) isNewUser.set(true);
  };
  ends.push(
    facts.subscribe(updateIsNew),
    clock.after(UNKNOWN_USER_MS, () => {
      waited = true;
      updateIsNew();
    }),
  );
  // Kept up to date whether or not a screen listens, so that the first one has them at once.
  ends.push(
    profile.subscribe(() => {}),
    market.subscribe(() => {}),
  );

  return {
    live: {
      durability,
      profile,
      sync,
      restored: mapLive(facts, ({ restored }) => restored),
      isNewUser,
      language: mapLive(facts, ({ language }) => language),
      settings: mapLive(facts, ({ settings, mayWrite }) =>
        settings === null ? null : { settings, mayWrite },
      ),
      market,
      calendar: liveQuery(options, ['snapshots'], calendarOf),
      referrals: lateQuery(
        options,
        ['referrals'],
        async () => (await fetchAsked()).referralsQuestion(),
        Object.is,
      ),
      isHistoryHere: mapLive(facts, hasHistory),
      history: (query) => liveQuery(options, ['records'], (reading) => historyOf(reading, query)),
      record: (id) => liveQuery(options, ['records'], (reading) => recordOf(reading, id)),
    },
    close() {
      for (const end of ends) end();
    },
  };
}
