/** Keeps what is half-filled on a screen: every change is on the device before the next keystroke. */
import { useEffect, useRef, useState } from 'react';
import type { Device } from '#data/model.ts';
import { readDraftMirror, writeDraftMirror } from '#platform/draft-mirror.ts';

export type DraftDevice = Pick<Device, 'userId' | 'readDraft' | 'saveDraft'>;

export interface Draft<T> {
  /** Undefined while it is being read: show no field before that, so that nothing typed can be overwritten. */
  readonly value: T | undefined;
  update(change: (before: T) => T): void;
}

/**
 * @param read makes a draft of what was stored, perhaps by another version of the app; null where it cannot be used
 * @param initial what to start with where nothing was stored
 */
export function useDraft<T>(
  device: DraftDevice,
  key: string,
  read: (stored: unknown) => T | null,
  initial: () => T,
): Draft<T> {
  const latest = useRef<T | undefined>(undefined);
  const [value, setValue] = useState<T | undefined>(() => {
    const mirrored = readDraftMirror(device.userId, key);
    latest.current = mirrored === undefined ? undefined : (read(mirrored) ?? undefined);
    return latest.current;
  });
  const load = useRef(() => {
    const settle = (stored: unknown) => {
      if (latest.current !== undefined) return;
      latest.current = (stored === null ? null : read(stored)) ?? initial();
      setValue(latest.current);
    };
    device.readDraft<unknown>(key).then(settle, (error: unknown) => {
      console.warn('A draft could not be read', key, error);
      settle(null);
    });
  });

  useEffect(() => {
    if (latest.current === undefined) load.current();
  }, []);

  const update = (change: (before: T) => T) => {
    if (latest.current === undefined) return;
    const next = change(latest.current);
    if (next === latest.current) return;
    latest.current = next;
    setValue(next);
    writeDraftMirror(device.userId, key, next);
    device.saveDraft(key, next).catch((error: unknown) => {
      console.warn('A draft could not be kept', key, error);
    });
  };

  return { value, update };
}
