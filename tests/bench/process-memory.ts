/** The resident memory of a process, as Linux tells it. */
import { readFileSync } from 'node:fs';

/** Bytes. */
export interface Memory {
  readonly total: number;
  /** Pages of files. */
  readonly shared: number;
}

export function memoryOf(pid: number): Memory {
  return { total: statusOf(pid, 'VmRSS'), shared: statusOf(pid, 'RssFile') };
}

/** The most at any time, bytes. */
export function peakOf(pid: number): number {
  return statusOf(pid, 'VmHWM');
}

function statusOf(pid: number, name: string): number {
  const lines = readFileSync(`/proc/${pid}/status`, 'utf8').split('\n');
  const line = lines.find((one) => one.startsWith(`${name}:`)) ?? '';
  return Number.parseInt(line.slice(name.length + 1), 10) * 1024;
}
