/** The wallet on the profile: connects one, has it confirm that it is the user's, and shows what went wrong. */
import { Wallet as WalletIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { useLive } from '#ui/use-live.ts';
import { walletStatusOf } from '../session/wallet-status.ts';
import { type FetchConnector, useWallet } from '../use-wallet.ts';
import { WalletErrors } from '../wallet-errors.tsx';
import { AddressMenu } from './address-menu.tsx';
import { useNear } from './use-near.ts';
import './wallet.css';

export interface WalletCardProps {
  readonly fetchConnector: FetchConnector;
}

export function WalletCard({ fetchConnector }: WalletCardProps) {
  const device = useDevice();
  const { t } = useTranslation('profile');
  const card = useRef<HTMLElement>(null);
  const shown = useWallet(fetchConnector, !useNear(card));
  const [wasDisconnected, setWasDisconnected] = useState(false);
  const { wallet, view, obstacle } = shown;
  const linked = useLive(device.live.profile)?.walletAddress ?? null;
  const status = walletStatusOf(view, linked);
  const short = linked === null ? '' : shortAddress(friendlyAddress(linked));
  const isBlocked = status === 'unknown' && obstacle !== null;
  return (
    <section className="card wallet" ref={card} aria-label={t('wallet.title')}>
      <div className="wallet-row">
        <WalletIcon className="wallet-icon" size={28} strokeWidth={1.75} aria-hidden="true" />
        <h2 className="card-title wallet-title">{t('wallet.title')}</h2>
        {isBlocked ? null : status === 'unknown' ? (
          <span className="wallet-wait" role="status">
            <span className="visually-hidden">{t('wallet.restoring')}</span>
          </span>
        ) : view.phase === 'connected' && view.address !== null ? (
          <AddressMenu
            address={view.address}
            onDisconnect={() => {
              wallet.disconnect();
              setWasDisconnected(true);
            }}
          />
        ) : (
          <Button
            small
            // The menu that had the focus is gone.
            autoFocus={wasDisconnected}
            onBlur={() => setWasDisconnected(false)}
            disabled={obstacle !== null}
            aria-busy={view.isOpening || undefined}
            onClick={wallet.connect}
          >
            {t('wallet.connect')}
          </Button>
        )}
      </div>
      <div>
        {isBlocked ? (
          linked !== null && <p className="sub">{t('wallet.kept', { address: short })}</p>
        ) : (
          <p className="sub">{t(`wallet.${status}`, { address: short })}</p>
        )}
        {obstacle !== null && <p className="sub">{t(`wallet.${obstacle}`)}</p>}
      </div>
      <WalletErrors {...shown} />
      {status === 'unproven' && view.error !== 'taken' && (
        <Button
          small
          wide
          disabled={obstacle !== null}
          aria-busy={view.isOpening || undefined}
          onClick={wallet.confirm}
        >
          {t('wallet.confirm')}
        </Button>
      )}
    </section>
  );
}
