/**
 * Reloads the page where only a reload brings code back. Half-filled forms are kept on the device and come back with it.
 *
 * Never twice for the same file in a session: the second reload would not help either.
 */
import type { Device } from '#data/model.ts';
import { storageOf } from '../page.ts';
import { reloadPage } from '../reload-page.ts';
import { serverAnswers } from './server-answers.ts';

interface Reloads {
  readonly files: readonly string[];
  /** Whether the user has not been told of the latest. */
  readonly isUntold: boolean;
}

/** Event of the window: only a reload helps, and it would lose what this page alone holds, so the user decides. */
export const RELOAD_OFFERED = 'irich:reload-offered';

let key = 'irich:nobody:reloads';
let isLasting = (): boolean => true;

/** Whether the device keeps what the page holds: where records are in memory alone, a reload loses those not sent. */
export function keepsRecords(): boolean {
  return isLasting();
}

/** Call before the first `reloadOnce`. */
export function keepReloadsOf({ userId, live }: Pick<Device, 'userId' | 'live'>): void {
  key = `irich:${userId}:reloads`;
  // Before the store is open there are only drafts, which are kept apart from it.
  isLasting = () => (live.durability.current() ?? 'kept') === 'kept';
}

/**
 * False, and nothing happens, where the page was reloaded for this file before; where the reloaded page might not come: the
 * server does not answer and no service worker keeps the page (iOS web views have none); or where records are in memory alone.
 */
export async function reloadOnce(file: string): Promise<boolean> {
  // One failure may show on a screen more than once.
  isReloading ??= reloadFor(file);
  const isGoing = await isReloading;
  if (!isGoing) isReloading = null;
  return isGoing;
}

let isReloading: Promise<boolean> | null = null;

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
  // Where the browser keeps nothing, the kind of this visit is all that is known of the reloads before.
  if (!isKept && isReload()) return false;
  reloadPage();
  return true;
}

/** Whether the user has to be told that the page was reloaded; true once per reload. */
export function takeReloadNote(): boolean {
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
    console.warn('earlier reloads are not known', error);
    return { files: [], isUntold: false };
  }
}

function write(reloads: Reloads): boolean {
  try {
    const storage = storageOf('sessionStorage');
    storage?.setItem(key, JSON.stringify(reloads));
    return storage !== null;
  } catch (error) {
    console.warn('the reload is not remembered', error);
    return false;
  }
}

function isReload(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'reload';
}
