/** Shows what went wrong with a wallet, with a retry where that can help. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { shownError } from './session/wallet-status.ts';
import type { ShownWallet } from './use-wallet.ts';
import { WalletsLoading } from './wallets-loading.tsx';

export function WalletErrors({ wallet, view, obstacle }: ShownWallet) {
  const { t } = useTranslation(['profile', 'common']);
  const error = obstacle === null ? shownError(view.error) : null;
  return (
    <>
      <WalletsLoading wallet={wallet} view={view} />
      {view.isBridgeSilent && <Notice tone="warn">{t('wallet.silent')}</Notice>}
      {error !== null && (
        <Notice
          tone="error"
          action={
            (error === 'unreachable' || error === 'failed' || error === 'declined') && (
              <Button small onClick={error === 'declined' ? wallet.connect : wallet.prepare}>
                {t('common:retry')}
              </Button>
            )
          }
        >
          {error === 'reopen' ? t('wallet.reopen') : t(`wallet.fault.${error}`)}
        </Notice>
      )}
    </>
  );
}
