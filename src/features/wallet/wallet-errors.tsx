/** What a wallet waits for, and what went wrong with it, with a retry where that can help. */
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLasting } from '#ui/use-lasting.ts';
import '#ui/spinner.css';
import { shownError } from './session/state.ts';
import type { ShownWallet } from './use-wallet.ts';

/** Wallets that load sooner need no sheet before theirs. */
const SHEET_AFTER_MS = 300;

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
          buttons={[
            (error === 'unreachable' || error === 'failed' || error === 'declined') && {
              label: t('common:retry'),
              onPress: error === 'declined' ? wallet.connect : wallet.prepare,
            },
          ]}
        >
          {error === 'reopen' ? t('wallet.reopen') : t(`wallet.fault.${error}`)}
        </Notice>
      )}
    </>
  );
}

/** A sheet while the wallets load. The library has a loading view of its own, but that has to load first. */
function WalletsLoading({ wallet, view }: Pick<ShownWallet, 'wallet' | 'view'>) {
  const { t } = useTranslation(['profile', 'common']);
  return (
    <Dialog
      open={useLasting(view.isOpening, SHEET_AFTER_MS)}
      title={t('wallet.loading')}
      onClose={wallet.cancelConnect}
      actions={
        <Button variant="quiet" onClick={wallet.cancelConnect}>
          {t('common:cancel')}
        </Button>
      }
    >
      <div className="wallets-loading" role="status" aria-busy="true" aria-label={t('wallet.loading')}>
        <span className="spinner-wheel" />
      </div>
    </Dialog>
  );
}
