/** When the advert was last shown to a user on this phone: it comes at most once a day, by the user's own clock. */
import { storageOf } from './boot/page.ts';

/** If the browser stores nothing, a day lasts as long as the page. */
const shown = new Map<number, number>();
const keyOf = (userId: number) => `irich:${userId}:advert`;

/** A clock that was set back brings it no sooner. @param now by the device's clock, milliseconds. */
export function wasShownToday(userId: number, now: number): boolean {
  const last = shown.get(userId) ?? Number(storageOf('localStorage')?.getItem(keyOf(userId)));
  return last >= new Date(now).setHours(0, 0, 0, 0);
}

export function keepShown(userId: number, now: number): void {
  shown.set(userId, now);
  try {
    storageOf('localStorage')?.setItem(keyOf(userId), String(now));
  } catch (error) {
    console.warn('cannot save the day of the advert', error);
  }
}

/** When the user's data are deleted. */
export function forgetShown(userId: number): void {
  shown.delete(userId);
  storageOf('localStorage')?.removeItem(keyOf(userId));
}
