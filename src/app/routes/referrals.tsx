import { createFileRoute } from '@tanstack/react-router';
import { ReferralsScreen } from '#features/referrals/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';
import { useShareLink } from '../routing/share-link.ts';

export const Route = createFileRoute('/referrals')({
  loader: () => loadTexts('referrals', 'levels'),
  component: Referrals,
});

function Referrals() {
  return <ReferralsScreen device={useDevice()} onShare={useShareLink()} />;
}
