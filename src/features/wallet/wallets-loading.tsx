/** A sheet while the wallets load. The library has a loading view of its own, but that has to load first. */
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import '#ui/spinner.css';
import type { ShownWallet } from './use-wallet.ts';

/** Wallets that load sooner need no sheet before theirs. */
const SHEET_AFTER_MS = 300;

export function WalletsLoading({ wallet, view }: Pick<ShownWallet, 'wallet' | 'view'>) {
  const { t } = useTranslation(['profile', 'common']);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!view.isOpening) return;
    const timer = setTimeout(() => setIsLate(true), SHEET_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [view.isOpening]);
  return (
    <Dialog
      open={view.isOpening && isLate}
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
