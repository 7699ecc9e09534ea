/** What the badges say of the wallet: whether they can be claimed with it, and what is in the way. */
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import type { Standing } from '../session/standing.ts';
import { WalletTroubles } from '../troubles.tsx';
import type { ShownWallet } from '../use-wallet.ts';

export interface WalletNoticeProps extends ShownWallet {
  readonly standing: Standing;
  /** The account's address; null where it has none. */
  readonly linked: string | null;
}

export function WalletNotice({ standing, linked, ...shown }: WalletNoticeProps) {
  const { t } = useTranslation('profile');
  const { wallet, view, obstacle } = shown;
  const isAway = standing === 'none' || standing === 'away';
  const isHeldUp = standing === 'unknown' && obstacle !== null;
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
              onClick={() => void wallet.connect()}
            >
              {t('wallet.connect')}
            </Button>
          )
        }
      >
        {isHeldUp
          ? linked !== null && t('wallet.kept', { address })
          : t(`wallet.badges.${standing}`, { address })}
        {(isAway || isHeldUp) && obstacle !== null && <p className="sub">{t(`wallet.${obstacle}`)}</p>}
      </Notice>
      <WalletTroubles {...shown} />
    </>
  );
}
