/** Decides whether the user sees onboarding or the app. Starts from the boot hint and follows the device. */
import type { Device } from '#device/model.ts';
import type { ReturnPath } from '../routing/return-path.ts';
import type { ServerWord } from './ask-server.ts';
import type { BootHints } from './boot-hint.ts';

/**
 * - `unknown`: this device has no answer yet and is asking the server.
 * - `reopen`: this device knows nothing of the user, and the server refuses the launch data as too old.
 * - `no_user`: the launch names no user.
 */
export type Access = 'unknown' | 'new' | 'returning' | 'reopen' | 'no_user';

export interface AccessState {
  current(): Access;
  subscribe(onChange: () => void): () => void;
  /** What the server says of the launch, asked before the device's code has arrived. */
  hear(word: ServerWord): void;
  /** The user's own latest action here: completed onboarding, or deleted their data. */
  set(access: 'new' | 'returning'): void;
  /** The requested address before the redirect to onboarding; null if there is none. */
  returnPath(): string | null;
  /** Null once the user has arrived. */
  setReturnPath(href: string | null): void;
}

export const NO_USER: AccessState = {
  current: () => 'no_user',
  subscribe: () => () => undefined,
  hear: () => undefined,
  set: () => undefined,
  returnPath: () => null,
  setReturnPath: () => undefined,
};

/** How long to wait for the server before an unknown user counts as new. */
const PATIENCE_MS = 1000;

/**
 * A device that has just lost its store knows of no onboarding until the server answers. Its "new" is trusted only
 * then, or if it follows a "returning" (the user's data were deleted).
 */
export function followAccess(device: Device, hints: BootHints, returnPath: ReturnPath): AccessState {
  let access: Access = hints.read().onboarded ? 'returning' : 'unknown';
  let seenReturning = false;
  /** "New" only because the server is slow to answer. */
  let isGuess = false;
  /** Onboarding was completed here, maybe before a reload, and the device's value may be older than that. */
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
    // The user's data were deleted, so their choices are removed too.
    if (next === 'new' && access === 'returning') {
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
    hear(word) {
      // Onboarding may have been completed without a network: the device knows that, and says so later.
      if (word === 'unregistered' && !isAhead && (access === 'unknown' || isGuess)) change('new');
    },
    set(next) {
      returnPath.set(null);
      isAhead = next === 'returning' && device.live.isNewUser.current() !== false;
      change(next);
    },
    returnPath: returnPath.current,
    setReturnPath: returnPath.set,
  };
}

export interface CompletionParts {
  readonly device: Pick<Device, 'completeOnboarding'>;
  readonly hints: BootHints;
}

/**
 * Completes onboarding so that a reload at any moment cannot undo it: the boot hint holds it before the tap's handler
 * returns, until the device has it in its outbox.
 */
export function completeOnboarding(
  parts: CompletionParts & { readonly access: Pick<AccessState, 'set'> },
): void {
  parts.hints.write({ completing: true });
  parts.access.set('returning');
  void keepCompletion(parts);
}

/** Passes a completion that is not saved yet to the device: a new one, or one that a reload interrupted. */
export async function keepCompletion({ device, hints }: CompletionParts): Promise<void> {
  if (!hints.read().completing) return;
  try {
    await device.completeOnboarding();
    hints.write({ completing: false });
  } catch (error) {
    console.warn('cannot save the completed onboarding yet', error);
  }
}
