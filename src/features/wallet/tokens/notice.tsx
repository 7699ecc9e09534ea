/** The notice above the badges: whether the wallet can claim them, and what went wrong with it. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Notice } from '#ui/notice.tsx';
import type { ShownWallet } from '../use-wallet.ts';
import { WalletErrors } from '../wallet-errors.tsx';

export function WalletNotice(shown: ShownWallet) {
  const { t } = useTranslation('profile');
  const { wallet, view, status, linked, obstacle, isBlocked } = shown;
  const isAway = status === 'none' || status === 'away';
  return (
    <>
      <Notice
        buttons={[
          isAway && {
            label: t('wallet.connect'),
            onPress: wallet.connect,
            disabled: obstacle !== null,
            'aria-busy': view.isOpening || undefined,
          },
        ]}
      >
        {isBlocked
          ? linked !== '' && t('wallet.kept', { address: linked })
          : t(`wallet.badges.${status}`, { address: linked })}
        {(isAway || isBlocked) && obstacle !== null && <p className="sub">{t(`wallet.${obstacle}`)}</p>}
      </Notice>
      <WalletErrors {...shown} />
    </>
  );
}
