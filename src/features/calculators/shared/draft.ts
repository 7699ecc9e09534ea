/**
 * What is half-filled on a screen: read once, then written with every change, first to the copies that a reload cannot
 * interrupt, then to the device. With a copy the screen need not wait for the device.
 */
import type { Device } from '#data/model.ts';
import type { Clock } from '#platform/clock.ts';

export type DraftDevice = Pick<Device, 'userId' | 'readDraft' | 'saveDraft'>;

/** Copies beside the device, read and written at once. */
export interface DraftMirror {
  /** Null where the device is known to have nothing; undefined where that is not known. */
  read(userId: number, key: string): unknown;
  write(userId: number, key: string, value: unknown): void;
  /** What the device turned out to have where there was no copy, null for nothing. */
  note(userId: number, key: string, stored: unknown): void;
}

export interface DraftOptions<T> {
  readonly device: DraftDevice;
  readonly key: string;
  readonly mirror: DraftMirror;
  readonly clock: Clock;
  /** Makes a draft of what was stored, perhaps by another version of the app; null where it cannot be used. */
  read(stored: unknown): T | null;
  /** What to start with where nothing was stored. */
  initial(): T;
}

export interface Draft<T> {
  /** Undefined while it is being read: no field may show before that, so that nothing typed can be overwritten. */
  current(): T | undefined;
  subscribe(onChange: () => void): () => void;
  update(change: (before: T) => T): void;
}

/** A device that does not answer for so long must not keep the calculator from being used. */
export const PATIENCE_MS = 1000;

export function openDraft<T>(options: DraftOptions<T>): Draft<T> {
  const { device, key, mirror, clock } = options;
  const listeners = new Set<() => void>();
  let value = ofMirror(mirror.read(device.userId, key));
  /** What was stored may still take the value's place: nothing has been typed. */
  let isOpen = value === undefined;

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
    if (read !== null || value === undefined) show(read ?? options.initial());
  }

  const stopWaiting = isOpen ? clock.after(PATIENCE_MS, () => show(options.initial())) : () => undefined;
  if (isOpen) {
    device.readDraft<unknown>(key).then(
      (stored) => {
        if (isOpen) mirror.note(device.userId, key, stored);
        settle(stored);
      },
      (error: unknown) => {
        console.warn('A draft could not be read', key, error);
        settle(null);
      },
    );
  }

  return {
    current: () => value,
    subscribe(onChange) {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    update(change) {
      if (value === undefined) return;
      const next = change(value);
      if (next === value) return;
      isOpen = false;
      mirror.write(device.userId, key, next);
      device.saveDraft(key, next).catch((error: unknown) => {
        console.warn('A draft could not be kept', key, error);
      });
      show(next);
    },
  };
}
