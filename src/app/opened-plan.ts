/** Which launch has had its plan opened: a reload, or a return to the same launch, does not open it again. */
import { isPlanLink } from '#core/launch/opening.ts';
import type { Host } from '#platform/host.ts';

export interface OpenedPlan {
  isOpened(): boolean;
  remember(): void;
}

/** @param storage null if the browser refuses it; the plan then opens once per page */
export function openedPlanOf(
  storage: Pick<Storage, 'getItem' | 'setItem'> | null,
  { userId, launchData }: { readonly userId: number; readonly launchData: string },
): OpenedPlan {
  const key = `irich:${userId}:plan`;
  // Enough to tell launches apart, and of no use as a proof of one.
  const launch = new URLSearchParams(launchData).get('hash')?.slice(0, 16) ?? '';
  return {
    isOpened() {
      try {
        return storage?.getItem(key) === launch;
      } catch (error) {
        console.warn('cannot read which plan was opened', error);
        return false;
      }
    },
    remember() {
      try {
        storage?.setItem(key, launch);
      } catch (error) {
        console.warn('cannot save that the plan was opened', error);
      }
    },
  };
}

/** Whether the launch brings a plan that is still to open, and will take the user from the screen that they see. */
export function bringsPlan(
  storage: Parameters<typeof openedPlanOf>[0],
  { startParameter, launchData }: Pick<Host, 'startParameter' | 'launchData'>,
  userId: number,
): boolean {
  return isPlanLink(startParameter ?? '') && !openedPlanOf(storage, { userId, launchData }).isOpened();
}
