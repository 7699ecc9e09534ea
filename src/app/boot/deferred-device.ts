/**
 * Stands in for the device until its code has arrived, so that screens can be painted: values are undefined until then,
 * commands wait.
 */
import type { Device, Live } from '#device/model.ts';

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

  const device = madeOnce<Device>(
    {
      userId,
      live: madeOnce<Device['live']>(
        {
          history: (query) => live((d) => d.live.history(query)),
          record: (id) => live((d) => d.live.record(id)),
        },
        (name) => live((d) => d.live[name] as Live<unknown>),
      ),
    },
    // Every command waits for the device, then calls it.
    (name) =>
      async (...inputs: readonly unknown[]) =>
        ((await ready)[name] as (...given: readonly unknown[]) => unknown)(...inputs),
  );

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

/**
 * A proxy that creates each missing member on first use and keeps it, so every reader gets the same one. `then` stays
 * undefined: otherwise `await` would treat the object as a promise.
 */
function madeOnce<T extends object>(there: Partial<T>, make: (name: keyof T) => unknown): T {
  return new Proxy(there as T, {
    get: (made, name) =>
      (made[name as keyof T] ??= (name === 'then' ? undefined : make(name as keyof T)) as T[keyof T]),
  });
}
