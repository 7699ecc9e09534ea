/** What the badges say of the wallet: whether they can be claimed with it. */
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Standing } from './standing.ts';
import type { ShownWallet } from './use-wallet.ts';

export interface WalletNoticeProps extends ShownWallet {
  readonly standing: Standing;
  /** The account's address; null where it has none. */
  readonly linked: string | null;
}

export function WalletNotice({ wallet, view, obstacle, standing, linked }: WalletNoticeProps) {
  const { t } = useTranslation('profile');
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
