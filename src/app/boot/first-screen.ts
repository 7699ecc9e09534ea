/** When a screen stands in place of the spinner, which a user without a hint sees for a second at most. */
import type { AccessState } from './access.ts';

export function firstScreen(access: AccessState): Promise<void> {
  return new Promise((resolve) => {
    const isShown = () => access.current() !== 'unknown';
    if (isShown()) return resolve();
    const unsubscribe = access.subscribe(() => {
      if (!isShown()) return;
      unsubscribe();
      resolve();
    });
  });
}
