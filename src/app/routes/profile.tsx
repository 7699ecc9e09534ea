import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { ProfileScreen } from '#features/profile/screen.tsx';
import { WalletCard } from '#features/wallet/card/card.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { painted } from '#ui/after-paint.ts';
import { fetchConnector } from '../boot/connector-code.ts';
import { useAppParts } from '../device-context.tsx';
import { useModalEntries } from '../routing/modal-entries.ts';
import { profileOf } from '../routing/search.ts';
import { useShareLink } from '../routing/share-link.ts';

export const Route = createFileRoute('/profile')({
  loader: () => loadTexts('profile', 'levels'),
  validateSearch: profileOf,
  component: Profile,
});

function Profile() {
  const { device, host, hints, access } = useAppParts();
  const { checkin } = Route.useSearch();
  const navigate = useNavigate();
  useModalEntries();
  return (
    <ProfileScreen
      device={device}
      isCheckInOpen={checkin === 1}
      onCheckIn={(open) =>
        void navigate({
          to: '/profile',
          search: open ? { checkin: 1 } : {},
          replace: true,
          resetScroll: false,
        })
      }
      onShare={useShareLink()}
      onDeleted={() => {
        host.chooseTheme('host');
        access.set('new');
      }}
      wallet={<WalletCard device={device} fetchConnector={fetchConnector} />}
      theme={host.themeChoice()}
      onTheme={(theme) => {
        hints.write({ theme });
        // Every colour on the screen changes, so paint the tap's feedback first.
        void painted().then(() => host.chooseTheme(theme));
      }}
    />
  );
}
