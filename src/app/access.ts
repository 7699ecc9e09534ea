/** Where the user belongs: in onboarding, or in the app. Starts from the boot hint and follows the device. */
import type { Device } from '#data/model.ts';
import { dropDraftMirrors } from '#platform/draft-mirror.ts';
import type { BootHints } from './boot-hint.ts';
import type { Wanted } from './wanted.ts';

/**
 * - `unknown`: this device has never heard; it is asking.
 * - `reopen`: this device knows nothing of the user, and the server refuses the launch data as too old.
 * - `nobody`: the launch names no user.
 */
export type Access = 'unknown' | 'new' | 'returning' | 'reopen' | 'nobody';

export interface AccessState {
  current(): Access;
  subscribe(onChange: () => void): () => void;
  /** What the user has just done here: completed onboarding, or deleted their data. */
  set(access: 'new' | 'returning'): void;
  /** The address that was asked for before the user was sent to onboarding; null where there is none. */
  wanted(): string | null;
  /** Null once the user is there. */
  want(href: string | null): void;
}

export const NOBODY: AccessState = {
  current: () => 'nobody',
  subscribe: () => () => undefined,
  set: () => undefined,
  wanted: () => null,
  want: () => undefined,
};

/** How long the server may take to say who is new, before whoever is unknown counts as new. */
const PATIENCE_MS = 1000;

/**
 * A device that has just lost its store knows of no onboarding until the server has answered: its "new" is believed only
 * then, or where it follows a "returning" (the user's data were deleted).
 */
export function followAccess(device: Device, hints: BootHints, wanted: Wanted): AccessState {
  let access: Access = hints.read().onboarded ? 'returning' : 'unknown';
  let seenReturning = false;
  /** "New" because the server takes long to say. */
  let isGuess = false;
  /** Onboarding was completed here, maybe before a reload, and what the device says may be older than that. */
  let isAhead = hints.read().completing;
  const listeners = new Set<() => void>();

  function update(): void {
    const isNew = device.live.isNewUser.current();
    const sync = device.live.sync.current();
    if (isNew === false) {
      seenReturning = true;
      isAhead = false;
      change('returning');
    } else if (!isAhead) {
      const isTold = isNew === true && (seenReturning || sync?.lastSyncedAt != null);
      if (isTold) change('new');
      else if (sync?.phase === 'reopen' && (access === 'unknown' || isGuess)) change('reopen');
    }
  }

  function change(next: 'new' | 'returning' | 'reopen'): void {
    isGuess = false;
    if (next === access) return;
    // The user's data were deleted: what was half-typed and chosen goes with them.
    if (next === 'new' && access === 'returning') {
      dropDraftMirrors(device.userId);
      hints.write({ language: null, theme: 'host', unkept: null, completing: false });
    }
    access = next;
    if (next !== 'reopen') hints.write({ onboarded: next === 'returning' });
    for (const listener of listeners) listener();
  }

  device.live.isNewUser.subscribe(update);
  device.live.sync.subscribe(update);
  setTimeout(() => {
    if (access !== 'unknown') return;
    change('new');
    isGuess = true;
  }, PATIENCE_MS);

  return {
    current: () => access,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    set(next) {
      wanted.set(null);
      isAhead = next === 'returning' && device.live.isNewUser.current() !== false;
      change(next);
    },
    wanted: wanted.current,
    want: wanted.set,
  };
}
