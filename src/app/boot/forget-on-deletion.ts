/**
 * When the user's data are deleted, here or elsewhere, their drafts, their wallet's data and the day of the advert on this
 * phone are removed too.
 */
import { userStorageOf } from '#features/wallet/storage/user-storage.ts';
import { dropDraftMirrors } from '#platform/draft-mirror.ts';
import { forgetShown } from '../advert-day.ts';
import type { AccessState } from './access.ts';

export function forgetOnDeletion(userId: number, access: Pick<AccessState, 'current' | 'subscribe'>): void {
  let before = access.current();
  access.subscribe(() => {
    const now = access.current();
    // Before the server has answered, a user who counts as new may be a returning one.
    if (before === 'returning' && now === 'new') {
      dropDraftMirrors(userId);
      userStorageOf(userId).clear();
      forgetShown(userId);
    }
    before = now;
  });
}
