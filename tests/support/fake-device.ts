/** A device of plain values, for code that only reads it. Commands that a test does not set throw. */

import type { Language } from '#core/languages.ts';
import type { Device, DeviceProfile, Durability, Live, SyncStatus } from '#device/model.ts';
import { NO_ACCOUNT } from '#tests/support/no-account.ts';

export interface Settable<T> extends Live<T> {
  set(value: T): void;
}

export function settable<T>(value?: T): Settable<T> {
  let current = value;
  const listeners = new Set<() => void>();
  return {
    current: () => current,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    set(next) {
      current = next;
      for (const listener of [...listeners]) listener();
    },
  };
}

export const IDLE: SyncStatus = {
  phase: 'idle',
  pending: 0,
  pendingRecords: 0,
  lastSyncedAt: null,
  offlineSince: null,
  retryAt: null,
};

export interface FakeDevice extends Device {
  readonly set: {
    readonly isNewUser: Settable<boolean>;
    readonly sync: Settable<SyncStatus>;
    readonly profile: Settable<DeviceProfile | null>;
    readonly durability: Settable<Durability>;
    readonly language: Settable<Language | null>;
  };
}

export function fakeDevice(userId: number, commands: Partial<Device> = {}): FakeDevice {
  const set = {
    isNewUser: settable<boolean>(),
    sync: settable<SyncStatus>(),
    profile: settable<DeviceProfile | null>(),
    durability: settable<Durability>('kept'),
    language: settable<Language | null>(null),
  };
  const missing = (): never => {
    throw new Error('not part of this test');
  };
  return {
    userId,
    set,
    live: {
      ...set,
      serverOffset: settable(0),
      restored: settable([]),
      settings: settable(null),
      eventReminders: settable(null),
      account: settable(NO_ACCOUNT),
      watched: settable([]),
      market: settable(null),
      coins: settable(null),
      calendar: settable(null),
      referrals: settable(null),
      isHistoryHere: settable(true),
      sealedPlans: settable([]),
      history: () => settable([]),
      record: () => settable(null),
    },
    record: missing,
    reviseRecord: missing,
    deleteRecord: missing,
    restoreRecord: missing,
    readDraft: missing,
    saveDraft: missing,
    changeAccount: missing,
    markOutcome: missing,
    recoverEdits: missing,
    sendEdits: async () => {},
    watchCoin: missing,
    unwatchCoin: missing,
    completeOnboarding: missing,
    chooseLanguage: missing,
    changeSettings: missing,
    refreshSettings: missing,
    syncNow: missing,
    refreshMarket: missing,
    refreshCoins: missing,
    refreshReferrals: missing,
    refreshCalendar: missing,
    loadReferrals: missing,
    refreshEventReminders: missing,
    remindOfEvent: missing,
    checkInStatus: missing,
    claimCheckIn: missing,
    verify: missing,
    totalWatch: missing,
    checkTotal: missing,
    meetCheckpoint: missing,
    ownPassport: missing,
    checkPassport: missing,
    proofEvidence: missing,
    ownEvents: missing,
    exportLedger: missing,
    exportUrl: missing,
    sharePicture: missing,
    walletOptions: missing,
    walletPayload: missing,
    linkWallet: missing,
    tokens: missing,
    claimToken: missing,
    sealPlan: missing,
    revealPlan: missing,
    deleteMyData: missing,
    ...commands,
  };
}
