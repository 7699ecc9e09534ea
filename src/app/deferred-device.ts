/**
 * The device before its code has arrived, so that screens can be painted without it: values are undefined until then,
 * commands wait.
 */
import type { Device, Live } from '#data/model.ts';

export interface DeferredDevice {
  readonly device: Device;
  connect(device: Device): void;
}

const COMMANDS = [
  'record',
  'reviseRecord',
  'deleteRecord',
  'restoreRecord',
  'readDraft',
  'saveDraft',
  'completeOnboarding',
  'chooseLanguage',
  'syncNow',
  'refreshMarket',
  'refreshReferrals',
  'loadReferrals',
  'refreshCalendar',
  'checkInStatus',
  'claimCheckIn',
  'verify',
  'exportLedger',
  'exportUrl',
  'deleteMyData',
] as const satisfies readonly Exclude<keyof Device, 'userId' | 'live'>[];

type Command = (typeof COMMANDS)[number];

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

  /** Every command waits for the device, then is its own. */
  function later(names: readonly Command[]): Pick<Device, Command> {
    const call =
      (name: Command) =>
      async (...inputs: readonly unknown[]) =>
        ((await ready)[name] as (...given: readonly unknown[]) => unknown)(...inputs);
    return Object.fromEntries(names.map((name) => [name, call(name)])) as unknown as Pick<Device, Command>;
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
      calendar: live((d) => d.live.calendar),
      referrals: live((d) => d.live.referrals),
      isHistoryHere: live((d) => d.live.isHistoryHere),
      history: (query) => live((d) => d.live.history(query)),
      record: (id) => live((d) => d.live.record(id)),
    },
    ...later(COMMANDS),
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
