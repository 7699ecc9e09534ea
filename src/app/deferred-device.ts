/**
 * The device before its code has arrived, so that screens can be painted without it: values are undefined until then,
 * commands wait.
 */
import type { Device, Live } from '#data/model.ts';

export interface DeferredDevice {
  readonly device: Device;
  connect(device: Device): void;
}

export function deferDevice(userId: number): DeferredDevice {
  let real: Device | null = null;
  let connected: (device: Device) => void = () => undefined;
  const ready = new Promise<Device>((resolve) => {
    connected = resolve;
  });
  const waiting = new Set<() => void>();

  function live<T>(pick: (device: Device) => Live<T>): Live<T> {
    let picked: Live<T> | null = null;
    const take = (): Live<T> | null => {
      if (picked === null && real !== null) picked = pick(real);
      return picked;
    };
    return {
      current: () => take()?.current(),
      subscribe(onChange) {
        let unsubscribe: (() => void) | null = take()?.subscribe(onChange) ?? null;
        if (unsubscribe !== null) return unsubscribe;
        const join = () => {
          unsubscribe = take()?.subscribe(onChange) ?? null;
          onChange();
        };
        waiting.add(join);
        return () => {
          waiting.delete(join);
          unsubscribe?.();
        };
      },
    };
  }

  const device: Device = {
    userId,
    live: {
      durability: live((d) => d.live.durability),
      profile: live((d) => d.live.profile),
      sync: live((d) => d.live.sync),
      restored: live((d) => d.live.restored),
      isNewUser: live((d) => d.live.isNewUser),
      language: live((d) => d.live.language),
      market: live((d) => d.live.market),
      referrals: live((d) => d.live.referrals),
      history: (query) => live((d) => d.live.history(query)),
      record: (id) => live((d) => d.live.record(id)),
    },
    record: async (record) => (await ready).record(record),
    reviseRecord: async (id, inputs) => (await ready).reviseRecord(id, inputs),
    deleteRecord: async (id) => (await ready).deleteRecord(id),
    restoreRecord: async (record) => (await ready).restoreRecord(record),
    readDraft: async (key) => (await ready).readDraft(key),
    saveDraft: async (key, value) => (await ready).saveDraft(key, value),
    completeOnboarding: async () => (await ready).completeOnboarding(),
    chooseLanguage: async (language) => (await ready).chooseLanguage(language),
    syncNow: async () => (await ready).syncNow(),
    refreshReferrals: async () => (await ready).refreshReferrals(),
    checkInStatus: async () => (await ready).checkInStatus(),
    claimCheckIn: async () => (await ready).claimCheckIn(),
    verify: async () => (await ready).verify(),
    exportLedger: async () => (await ready).exportLedger(),
    exportUrl: async (kind) => (await ready).exportUrl(kind),
    deleteMyData: async () => (await ready).deleteMyData(),
  };

  return {
    device,
    connect(opened) {
      real = opened;
      connected(opened);
      for (const join of [...waiting]) join();
      waiting.clear();
    },
  };
}
