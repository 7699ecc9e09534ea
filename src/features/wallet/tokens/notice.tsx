/** The notice above the badges: whether the wallet can claim them, and what went wrong with it. */
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { WalletStatus } from '../session/wallet-status.ts';
import type { ShownWallet } from '../use-wallet.ts';
import { WalletErrors } from '../wallet-errors.tsx';

export interface WalletNoticeProps extends ShownWallet {
  readonly status: WalletStatus;
  /** The account's address; null if it has none. */
  readonly linked: string | null;
}

export function WalletNotice({ status, linked, ...shown }: WalletNoticeProps) {
  const { t } = useTranslation('profile');
  const { wallet, view, obstacle } = shown;
  const isAway = status === 'none' || status === 'away';
  const isBlocked = status === 'unknown' && obstacle !== null;
  const address = linked === null ? '' : shortAddress(friendlyAddress(linked));
  return (
    <>
      <Notice
        action={
          isAway && (
            <Button
              small
              disabled={obstacle !== null}
              aria-busy={view.isOpening || undefined}
              onClick={wallet.connect}
            >
              {t('wallet.connect')}
            </Button>
          )
        }
      >
        {isBlocked
          ? linked !== null && t('wallet.kept', { address })
          : t(`wallet.badges.${status}`, { address })}
        {(isAway || isBlocked) && obstacle !== null && <p className="sub">{t(`wallet.${obstacle}`)}</p>}
      </Notice>
      <WalletErrors {...shown} />
    </>
  );
}
