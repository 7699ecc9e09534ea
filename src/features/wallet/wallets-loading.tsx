/** A sheet while the wallets are on their way: the library's own loading view is itself a part of what has to come. */
import { useEffect, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import '#ui/spinner.css';
import type { ShownWallet } from './use-wallet.ts';

/** Wallets that come sooner need no other view before theirs. */
const SOON_MS = 300;

export function WalletsLoading({ wallet, view }: Pick<ShownWallet, 'wallet' | 'view'>) {
  const { t } = useTranslation(['profile', 'common']);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!view.isOpening) return;
    const timer = setTimeout(() => setIsLate(true), SOON_MS);
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
