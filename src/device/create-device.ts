/**
 * The device: the values and commands of screens, over a store, a sync engine and a verifier. Uses no browser API
 * itself.
 */
import type { EditStamp } from '#core/edits.ts';
import { SNAPSHOT_LIFE_MS } from '#core/market/snapshot-life.ts';
import { eventReminderCalls } from './calls/event-reminders.ts';
import { lazyCalls } from './calls/lazy.ts';
import { draftWriter } from './draft-writer.ts';
import { liveValues } from './live-values.ts';
import type { Device } from './model.ts';
import type { DevicePorts } from './ports.ts';
import { changeAccount, changeOutcome, recoverEdits } from './store/edits.ts';
import {
  beginLaunch,
  chooseLanguage,
  completeOnboarding,
  patchFacts,
  readFacts,
  unwatchCoin,
  watchCoin,
} from './store/facts.ts';
import { addRecord, deleteRecord, restoreRecord, reviseRecord } from './store/records.ts';
import { chooseSettings } from './store/settings.ts';
import { createApiClient } from './sync/api-client.ts';
import { fullPace } from './sync/context.ts';
import { createSyncEngine } from './sync/engine.ts';
import { registeredGeneration } from './sync/generation.ts';
import { serverOffset } from './sync/server-clock.ts';
import { refreshSettings } from './sync/settings.ts';
import { refreshSnapshot } from './sync/snapshots.ts';

export interface OpenDevice extends Device {
  /** Ends timers and listeners. Unsent work stays in the store. */
  close(): void;
}

/** Usable as soon as it resolves; the sync starts in the background. */
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
        log("Cannot save the server's clock offset", cause),
      );
    },
  });
  const putOff = new Set<string>();
  const loadSeals = async () => (await ports.fetchCalls()).sendSeals;
  const context = { userId, launchData, store, api, clock, zone, putOff, pace: fullPace(), loadSeals, log };
  offset = (await beginLaunch(store, launchData)).serverOffset;
  const engine = createSyncEngine({ context, lock, network, random });
  const { live, close } = liveValues(ports, engine);
  const drafts = draftWriter(store);
  let name: string | null = null;
  engine.start();

  /** Edits are compared with those of other devices, whose clocks may be off. */
  function stamp(now = clock.now()): EditStamp {
    name ??= Array.from({ length: 16 }, () => Math.floor(random.next() * 16).toString(16)).join('');
    return { at: now + (offset ?? 0), offset: offset ?? 0, device: name };
  }

  /** The record is already kept, so a failure here must not fail it. */
  async function askToPersist(): Promise<void> {
    try {
      if ((await readFacts(store)).persistAsked) return;
      await patchFacts(store, { persistAsked: true });
      if (!(await ports.persist())) log('The browser may evict the store');
    } catch (cause) {
      log('Cannot request persistent storage', cause);
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
      await restoreRecord(store, record, stamp());
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
    async changeAccount(change) {
      await changeAccount(store, change, stamp());
      engine.noteEdit();
    },
    async markOutcome(id, change) {
      await changeOutcome(store, id, change, stamp());
      engine.noteEdit();
    },
    async recoverEdits({ subject, change, at }) {
      await recoverEdits(store, subject, change, stamp(at));
      engine.noteEdit();
    },
    async sendEdits() {
      engine.endEditing();
    },
    watchCoin: (coin) => watchCoin(store, coin),
    unwatchCoin: (coin) => unwatchCoin(store, coin),
    async refreshSettings() {
      await registeredGeneration(store, engine);
      return refreshSettings(context);
    },
    syncNow: () => engine.syncNow(),
    refreshMarket: () => refreshSnapshot(context, 'market', SNAPSHOT_LIFE_MS),
    refreshCoins: () => refreshSnapshot(context, 'coins', SNAPSHOT_LIFE_MS),
    refreshCalendar: () => refreshSnapshot(context, 'calendar', SNAPSHOT_LIFE_MS),
    // Home shows the next event with its reminder: the file of the other calls is ten times as long.
    ...eventReminderCalls(context, () => registeredGeneration(store, engine)),
    ...lazyCalls(async () => {
      const { calls, verifier } = await ports.fetchCalls();
      return calls({ ...ports, context, engine, verifier });
    }, log),
    close() {
      engine.stop();
      close();
      store.close();
    },
  };
}
