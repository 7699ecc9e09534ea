/** Where the user belongs: in onboarding, or in the app. Starts from the boot hint and follows the device. */
import type { Device } from '#data/model.ts';
import type { BootHints } from './boot-hint.ts';

export type Access = 'new' | 'returning' | 'nobody';

export interface AccessState {
  current(): Access;
  subscribe(onChange: () => void): () => void;
  /** What the user has just done here: completed onboarding, or deleted their data. */
  set(access: 'new' | 'returning'): void;
}

export const NOBODY: AccessState = {
  current: () => 'nobody',
  subscribe: () => () => undefined,
  set: () => undefined,
};

/**
 * A device that has just lost its store knows of no onboarding until the server has answered: its "new" is believed only
 * then, or where it follows a "returning" (the user's data were deleted).
 */
export function followAccess(device: Device, hints: BootHints): AccessState {
  let access: Access = hints.read().onboarded ? 'returning' : 'new';
  let seenReturning = false;
  const listeners = new Set<() => void>();

  function update(): void {
    const isNew = device.live.isNewUser.current();
    if (isNew === undefined) return;
    if (!isNew) seenReturning = true;
    const synced = device.live.sync.current()?.lastSyncedAt != null;
    if (isNew && access === 'returning' && !seenReturning && !synced) return;
    set(isNew ? 'new' : 'returning');
  }

  function set(next: 'new' | 'returning'): void {
    if (next === access) return;
    access = next;
    hints.write({ onboarded: next === 'returning' });
    for (const listener of listeners) listener();
  }

  device.live.isNewUser.subscribe(update);
  device.live.sync.subscribe(update);
  return {
    current: () => access,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    set,
  };
}
