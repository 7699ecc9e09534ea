/** Connects the friends to the share dialog. */
import { ReferralsScreen } from '#features/referrals/referrals-screen.tsx';
import { useShareLink } from '../routing/share-link.ts';

export function Screen() {
  return <ReferralsScreen onShare={useShareLink()} />;
}
