/** Time as handed in: the moment by the device's clock, its zone, and waiting that no change of that clock disturbs. */

export interface Clock {
  /** UTC milliseconds by the device's clock, which may jump. */
  now(): number;
  /** Runs `run` once after `ms` milliseconds; the answer cancels it. */
  after(ms: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The IANA name of the zone that the device's clock goes by; null where the browser does not say. */
export function deviceZone(): string | null {
  try {
    // Absent in some engines, whatever its type says.
    const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
    return zone ?? null;
  } catch (error) {
    console.warn('the zone of this device is not known', error);
    return null;
  }
}
