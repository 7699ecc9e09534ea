/**
 * A half-filled form: read once, then written with every change to the copies that a reload cannot interrupt, and in the
 * pauses of the typing to the device. If there is a copy, the screen need not wait for the device.
 */
import type { Device } from '#device/model.ts';
import type { Clock } from '#platform/clock.ts';

export type DraftDevice = Pick<Device, 'userId' | 'readDraft' | 'saveDraft'>;

/** Synchronous copies beside the device. */
export interface DraftMirror {
  /** Null if the device is known to have nothing; undefined if unknown. */
  read(userId: number, key: string): unknown;
  /** Whether the copy for the next start is kept. */
  write(userId: number, key: string, value: unknown): boolean;
  /** Saves the device's value if there was no copy, null for nothing. */
  note(userId: number, key: string, stored: unknown): void;
}

export interface DraftOptions<T> {
  readonly device: DraftDevice;
  readonly key: string;
  readonly mirror: DraftMirror;
  readonly clock: Clock;
  /** Converts a stored value, perhaps of another version of the app, to a draft; null if that is impossible. */
  read(stored: unknown): T | null;
  /** The start value if nothing was stored. */
  initial(): T;
}

export interface Draft<T> {
  /** Undefined while it is being read: fields must stay hidden until then, so that typed text is never overwritten. */
  current(): T | undefined;
  /** No stored draft can replace the current one any more. */
  isSettled(): boolean;
  subscribe(onChange: () => void): () => void;
  update(change: (before: T) => T): void;
  /** Writes what the device does not have yet. */
  flush(): void;
}

/** Time without a change, after which the device gets the draft: its write takes a slow phone a frame. */
export const PAUSE_MS = 500;

/** After this time without an answer from the device, the calculator becomes usable anyway. */
export const PATIENCE_MS = 1000;

export function openDraft<T>(options: DraftOptions<T>): Draft<T> {
  const { device, key, mirror, clock } = options;
  const listeners = new Set<() => void>();
  let value = ofMirror(mirror.read(device.userId, key));
  /** The stored value may still replace the current one: nothing has been typed. */
  let isOpen = value === undefined;
  /** Whether the device was given the value, or nothing was typed. */
  let isWritten = true;
  let isCopied = false;
  /** Of the write that waits for a pause. */
  let cancel = (): void => undefined;

  function ofMirror(copy: unknown): T | undefined {
    if (copy === undefined) return undefined;
    return copy === null ? options.initial() : (options.read(copy) ?? undefined);
  }

  function show(next: T): void {
    value = next;
    for (const listener of listeners) listener();
  }

  function settle(stored: unknown): void {
    if (!isOpen) return;
    isOpen = false;
    stopWaiting();
    const read = stored === null ? null : options.read(stored);
    show(read ?? value ?? options.initial());
  }

  function flush(): void {
    cancel();
    if (isWritten) return;
    isWritten = true;
    // The user's data were deleted meanwhile, the copy with them.
    if (isCopied && mirror.read(device.userId, key) === undefined) return;
    device.saveDraft(key, value).catch((error: unknown) => {
      console.warn('Cannot save a draft', key, error);
    });
  }

  const stopWaiting = isOpen ? clock.after(PATIENCE_MS, () => show(options.initial())) : () => undefined;
  if (isOpen) {
    device.readDraft<unknown>(key).then(
      (stored) => {
        if (isOpen) mirror.note(device.userId, key, stored);
        settle(stored);
      },
      (error: unknown) => {
        console.warn('Cannot read a draft', key, error);
        settle(null);
      },
    );
  }

  return {
    current: () => value,
    isSettled: () => !isOpen,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    update(change) {
      if (value === undefined) return;
      const next = change(value);
      if (next === value) return;
      isOpen = false;
      value = next;
      isWritten = false;
      isCopied = mirror.write(device.userId, key, next);
      cancel();
      // Without a listener the screen has ended, so the write does not wait.
      if (isCopied && listeners.size > 0) cancel = clock.after(PAUSE_MS, flush);
      else flush();
      show(next);
    },
    flush,
  };
}
