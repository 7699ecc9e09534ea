/**
 * Reloads the page if only a reload brings code back. The device keeps half-filled forms, which are restored.
 *
 * It never reloads twice for the same file in a session: the second reload would not help either.
 */
import { type Device, isKept } from '#device/model.ts';
import { storageOf } from '../boot/page.ts';
import { reloadPage } from './reload-page.ts';
import { serverAnswers } from './server-answers.ts';

interface Reloads {
  readonly files: readonly string[];
  /** Whether the user has not yet seen a message about the latest reload. */
  readonly isUntold: boolean;
}

/** Whose device it is, and whether it keeps its records. */
interface ReloadsOf {
  readonly userId: number;
  readonly live: { readonly durability: Pick<Device['live']['durability'], 'current'> };
}

/** Window event: only a reload helps, but it would lose data that are only in memory, so the user decides. */
export const RELOAD_OFFERED = 'irich:reload-offered';

let key = 'irich:nobody:reloads';
let isLasting = (): boolean => true;

/** Whether the device keeps its records: if they are only in memory, a reload loses the unsent ones. */
export function keepsRecords(): boolean {
  return isLasting();
}

/** Call before the first `reloadOnce`. */
export function keepReloadsOf({ userId, live }: ReloadsOf): void {
  key = `irich:${userId}:reloads`;
  // Before the store is open there are only drafts, which are kept elsewhere.
  isLasting = () => isKept(live.durability.current());
}

/**
 * Does nothing and returns false in three cases: the page was already reloaded for this file; the reloaded page might
 * not load, because the server does not answer and no service worker keeps the page (iOS web views have none); or
 * records are only in memory.
 */
export async function reloadOnce(file: string): Promise<boolean> {
  // One failure may appear on a screen more than once.
  isReloading ??= reloadFor(file);
  const isGoing = await isReloading;
  if (!isGoing) isReloading = null;
  return isGoing;
}

let isReloading: Promise<boolean> | null = null;
let isLeaving = false;

async function reloadFor(file: string): Promise<boolean> {
  const before = read();
  if (before.files.includes(file)) return false;
  const isControlled = navigator.serviceWorker !== undefined && navigator.serviceWorker.controller !== null;
  if (!isControlled && !(await serverAnswers())) return false;
  if (!keepsRecords()) {
    window.dispatchEvent(new Event(RELOAD_OFFERED));
    return false;
  }
  const isKept = write({ files: [...before.files, file], isUntold: true });
  // If the browser stores nothing, only the navigation type tells whether this was a reload.
  if (!isKept && isReload()) return false;
  isLeaving = true;
  reloadPage();
  return true;
}

/** Whether the user must be told that the page was reloaded; true once per reload, and not in the page that is left. */
export function takeReloadNote(): boolean {
  if (isLeaving) return false;
  const { files, isUntold } = read();
  if (isUntold) write({ files, isUntold: false });
  return isUntold;
}

function read(): Reloads {
  try {
    const { files, isUntold } = JSON.parse(
      storageOf('sessionStorage')?.getItem(key) ?? '{}',
    ) as Partial<Reloads>;
    return { files: Array.isArray(files) ? files : [], isUntold: isUntold === true };
  } catch (error) {
    console.warn('cannot read earlier reloads', error);
    return { files: [], isUntold: false };
  }
}

function write(reloads: Reloads): boolean {
  try {
    const storage = storageOf('sessionStorage');
    storage?.setItem(key, JSON.stringify(reloads));
    return storage !== null;
  } catch (error) {
    console.warn('cannot save the reload', error);
    return false;
  }
}

function isReload(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'reload';
}
