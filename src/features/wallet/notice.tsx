/** What the badges say of the wallet: whether they can be claimed with it. */
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import type { Device } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLive } from '#ui/use-live.ts';
import { standingOf } from './standing.ts';
import { type FetchConnector, useWallet } from './use-wallet.ts';

export interface WalletNoticeProps {
  readonly device: Device;
  readonly fetchConnector: FetchConnector;
}

export function WalletNotice({ device, fetchConnector }: WalletNoticeProps) {
  const { t } = useTranslation('profile');
  const { wallet, view, obstacle } = useWallet(device, fetchConnector, false);
  const linked = useLive(device.live.profile)?.walletAddress ?? null;
  const standing = standingOf(view, linked);
  const isAway = standing === 'none' || standing === 'away';
  const address = linked === null ? '' : shortAddress(friendlyAddress(linked));
  return (
    <Notice
      action={
        isAway && (
          <Button
            small
            disabled={obstacle !== null}
            aria-busy={view.isOpening || undefined}
            onClick={() => void wallet.connect()}
          >
            {t('wallet.connect')}
          </Button>
        )
      }
    >
      {t(`wallet.badges.${standing === 'away' ? 'none' : standing}`, { address })}
    </Notice>
  );
}
