/** The processor time that the host of a virtual machine gave to others. */
import { readFileSync } from 'node:fs';

export interface ProcessorTime {
  /** Ticks of all processors since the machine started. */
  readonly all: number;
  readonly stolen: number;
}

/** Null where the system does not tell. Source: proc_stat(5), the line `cpu`. */
export function processorTime(path = '/proc/stat'): ProcessorTime | null {
  try {
    const [, ...ticks] = (readFileSync(path, 'utf8').split('\n')[0] ?? '').split(/ +/);
    // What guests take is part of `user` and `nice` already.
    const own = ticks.slice(0, 8).map(Number);
    return own.length < 8 ? null : { all: own.reduce((sum, one) => sum + one, 0), stolen: own[7] ?? 0 };
  } catch {
    return null;
  }
}

/** The stolen share of the time since `from`, as a percentage. */
export function stolenSince(from: ProcessorTime | null, now = processorTime()): number | null {
  if (from === null || now === null || now.all <= from.all) return null;
  return ((now.stolen - from.stolen) / (now.all - from.all)) * 100;
}
