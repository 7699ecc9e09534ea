/** When the user's data are deleted, here or elsewhere, what their wallet has left on this phone goes with them. */
import { forgetWallet } from '#features/wallet/kept/user-storage.ts';
import type { AccessState } from './access.ts';

export function forgetOnDeletion(userId: number, access: AccessState): void {
  let before = access.current();
  access.subscribe(() => {
    const now = access.current();
    // As long as nobody has said so, whoever counts as new may have been here before.
    if (before === 'returning' && now === 'new') forgetWallet(userId);
    before = now;
  });
}
