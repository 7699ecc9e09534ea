/** Connects the profile to the address, the host, the user's access and the wallet. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ProfileScreen } from '#features/profile/profile-screen.tsx';
import { WalletCard } from '#features/wallet/card/card.tsx';
import { painted } from '#ui/after-paint.ts';
import { fetchConnector } from '../boot/connector-code.ts';
import { useAppParts } from '../device-context.tsx';
import { useModalEntries } from '../routing/modal-entries.ts';
import { useShareLink } from '../routing/share-link.ts';

export function Screen() {
  const { host, hints, access } = useAppParts();
  const { checkin } = useSearch({ from: '/profile' });
  const navigate = useNavigate();
  useModalEntries();
  return (
    <ProfileScreen
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
      wallet={<WalletCard fetchConnector={fetchConnector} />}
      theme={host.themeChoice()}
      onTheme={(theme) => {
        hints.write({ theme });
        // Every colour on the screen changes, so paint the tap's feedback first.
        void painted().then(() => host.chooseTheme(theme));
      }}
    />
  );
}
