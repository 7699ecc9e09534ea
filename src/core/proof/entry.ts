/** An entry of the log: what is published of a day. Its bytes decide, so that there is one text for one meaning. */
import { readSum } from './sum-tree.ts';

export interface DayEntry {
  /** UTC, YYYY-MM-DD. */
  readonly day: string;
  /** How many leaves the day's tree has, at least 1. */
  readonly users: number;
  /** Thousandths of an iRICH, canonical decimal. */
  readonly total: string;
  /** Root of the sum tree, 64 lower-case hex digits. */
  readonly root: string;
  /** Root of the day's sealed plans, 64 lower-case hex digits. */
  readonly seals?: string;
  /** The last day that a restored ledger still had in common with the log. */
  readonly restored?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const HASH = /^[0-9a-f]{64}$/;

export function entryText({ day, users, total, root, seals, restored }: DayEntry): string {
  const version = seals === undefined ? 1 : 2;
  return JSON.stringify({ v: version, day, users, total, root, seals, restored });
}

/** Null for any text that `entryText` does not write. */
export function readEntry(text: string): DayEntry | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof read !== 'object' || read === null) return null;
  const { day, users, total, root, seals, restored } = read as Record<string, unknown>;
  if (!isDay(day) || !isText(root, HASH) || typeof total !== 'string' || readSum(total) === null) return null;
  if (typeof users !== 'number' || !Number.isSafeInteger(users) || users < 1) return null;
  if (seals !== undefined && !isText(seals, HASH)) return null;
  if (restored !== undefined && !(isDay(restored) && restored < day)) return null;
  const entry: DayEntry = {
    day,
    users,
    total,
    root,
    ...(seals === undefined ? {} : { seals }),
    ...(restored === undefined ? {} : { restored }),
  };
  return entryText(entry) === text ? entry : null;
}

/** February 30 is none. */
const isDay = (value: unknown): value is string => {
  const ms = isText(value, DAY) ? Date.parse(`${value}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(`${value}T`);
};
const isText = (value: unknown, pattern: RegExp): value is string =>
  typeof value === 'string' && pattern.test(value);
