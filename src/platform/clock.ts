/** The clock port: the current time, the device's time zone, and timers that clock changes do not disturb. */

export interface Clock {
  /** UTC milliseconds by the device's clock, which may jump. */
  now(): number;
  /** Runs `run` once after `ms` milliseconds; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The IANA name of the device's time zone; null if the browser gives none. */
export function deviceZone(): string | null {
  try {
    // Spares the engine the set-up of a whole date format, which takes long on a slow phone.
    const { Temporal } = globalThis as { readonly Temporal?: { readonly Now: { timeZoneId(): string } } };
    if (Temporal !== undefined) return Temporal.Now.timeZoneId();
    // Absent in some engines, whatever its type says.
    const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return zone ?? null;
  } catch (error) {
    console.warn("cannot read the device's time zone", error);
    return null;
  }
}
