/** What is wrong with a wallet, on whichever screen it was connected, and the try that may mend it. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { shownFault } from './session/standing.ts';
import type { ShownWallet } from './use-wallet.ts';
import { WalletsLoading } from './wallets-loading.tsx';

export function WalletTroubles({ wallet, view, obstacle }: ShownWallet) {
  const { t } = useTranslation(['profile', 'common']);
  const fault = obstacle === null ? shownFault(view.fault) : null;
  return (
    <>
      <WalletsLoading wallet={wallet} view={view} />
      {view.isBridgeSilent && <Notice tone="warn">{t('wallet.silent')}</Notice>}
      {fault !== null && (
        <Notice
          tone="error"
          action={
            (fault === 'unreachable' || fault === 'failed' || fault === 'declined') && (
              <Button
                small
                onClick={() => (fault === 'declined' ? void wallet.connect() : wallet.comeNear())}
              >
                {t('common:retry')}
              </Button>
            )
          }
        >
          {fault === 'reopen' ? t('wallet.reopen') : t(`wallet.fault.${fault}`)}
        </Notice>
      )}
    </>
  );
}
