/** When the user's data are deleted, here or elsewhere, their wallet's data on this phone are removed too. */
import { userStorageOf } from '#features/wallet/storage/user-storage.ts';
import type { AccessState } from './access.ts';

export function forgetOnDeletion(userId: number, access: AccessState): void {
  let before = access.current();
  access.subscribe(() => {
    const now = access.current();
    // Before the server has answered, a user who counts as new may be a returning one.
    if (before === 'returning' && now === 'new') userStorageOf(userId).clear();
    before = now;
  });
}
