/** Which launch has had its plan opened: a reload, or a return to the same launch, does not open it again. */

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
