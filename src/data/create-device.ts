/** The device: what screens read and ask for, over a store, a sync engine and a verifier. Knows no browser. */
import { SNAPSHOT_LIFE_MS } from '#core/market/snapshot-life.ts';
import type { Clock } from '#platform/clock.ts';
import type { Network } from '#platform/network.ts';
import type { Random } from '#platform/random.ts';
import type { Asked } from './asked.ts';
import { draftWriter } from './draft-writer.ts';
import { lateCalls } from './late-calls.ts';
import { liveValues } from './live-values.ts';
import type { Device } from './model.ts';
import { beginLaunch, chooseLanguage, completeOnboarding, patchFacts, readFacts } from './store/facts.ts';
import type { Store } from './store/port.ts';
import { addRecord, deleteRecord, restoreRecord, reviseRecord } from './store/records.ts';
import { chooseSettings } from './store/settings.ts';
import type { Fetch } from './sync/api-client.ts';
import { createApiClient } from './sync/api-client.ts';
import { fullPace } from './sync/context.ts';
import { createSyncEngine } from './sync/engine.ts';
import type { SyncLock } from './sync/lock.ts';
import { serverOffset } from './sync/server-clock.ts';
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

/** Usable as soon as it resolves; the sync begins behind it. */
export async function createDevice(ports: DevicePorts): Promise<OpenDevice> {
  const { userId, launchData, store, clock, zone, random, network, lock, log } = ports;
  let offset: number | null = null;
  const api = createApiClient({
    fetch: ports.fetch,
    baseUrl: ports.baseUrl,
    launchData,
    clock,
    log: ports.log,
    onServerTime: (time) => {
      const next = serverOffset(offset, time);
      if (next === offset) return;
      offset = next;
      patchFacts(store, { serverOffset: next }).catch((cause) =>
        log("The server's clock is not kept", cause),
      );
    },
  });
  const putOff = new Set<string>();
  const context = { userId, launchData, store, api, clock, zone, putOff, pace: fullPace(), log };
  offset = (await beginLaunch(store, launchData)).serverOffset;
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
      await completeOnboarding(store, launchData);
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
