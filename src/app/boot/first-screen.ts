/** When a screen stands in place of the spinner that a user without a hint sees first. */
import type { AccessState } from './access.ts';

/** A screen that takes longer may be broken; what waits for it may bring the version that mends it. */
const PATIENCE_MS = 10_000;

export function firstScreen(access: AccessState): Promise<void> {
  if (access.current() !== 'unknown') return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE_MS);
    const unsubscribe = access.subscribe(() => {
      if (access.current() === 'unknown') return;
      unsubscribe();
      resolve();
    });
  });
}
