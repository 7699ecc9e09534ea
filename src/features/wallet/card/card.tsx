/** The wallet on the profile: connecting one, proving that it is the user's, and what is in the way of that. */
import { Wallet as WalletIcon } from 'lucide-react';
import { useRef, useState } from 'react';
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import type { Device } from '#data/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { useLive } from '#ui/use-live.ts';
import { standingOf } from '../session/standing.ts';
import { WalletTroubles } from '../troubles.tsx';
import { type FetchConnector, useWallet } from '../use-wallet.ts';
import { AddressMenu } from './address-menu.tsx';
import { useNear } from './use-near.ts';
import './wallet.css';

export interface WalletCardProps {
  readonly device: Device;
  readonly fetchConnector: FetchConnector;
}

export function WalletCard({ device, fetchConnector }: WalletCardProps) {
  const { t } = useTranslation('profile');
  const card = useRef<HTMLElement>(null);
  const shown = useWallet(device, fetchConnector, !useNear(card));
  const [isLetGo, setIsLetGo] = useState(false);
  const { wallet, view, obstacle } = shown;
  const linked = useLive(device.live.profile)?.walletAddress ?? null;
  const standing = standingOf(view, linked);
  const short = linked === null ? '' : shortAddress(friendlyAddress(linked));
  const isHeldUp = standing === 'unknown' && obstacle !== null;
  return (
    <section className="card wallet" ref={card} aria-label={t('wallet.title')}>
      <div className="wallet-row">
        <WalletIcon className="wallet-icon" size={28} strokeWidth={1.75} aria-hidden="true" />
        <h2 className="card-title wallet-title">{t('wallet.title')}</h2>
        {isHeldUp ? null : standing === 'unknown' ? (
          <span className="wallet-wait" role="status">
            <span className="visually-hidden">{t('wallet.restoring')}</span>
          </span>
        ) : view.phase === 'connected' && view.address !== null ? (
          <AddressMenu
            address={view.address}
            onDisconnect={() => {
              wallet.disconnect();
              setIsLetGo(true);
            }}
          />
        ) : (
          <Button
            small
            // The menu that had the focus is gone.
            autoFocus={isLetGo}
            onBlur={() => setIsLetGo(false)}
            disabled={obstacle !== null}
            aria-busy={view.isOpening || undefined}
            onClick={() => void wallet.connect()}
          >
            {t('wallet.connect')}
          </Button>
        )}
      </div>
      <div>
        {isHeldUp ? (
          linked !== null && <p className="sub">{t('wallet.kept', { address: short })}</p>
        ) : (
          <p className="sub">{t(`wallet.${standing}`, { address: short })}</p>
        )}
        {obstacle !== null && <p className="sub">{t(`wallet.${obstacle}`)}</p>}
      </div>
      <WalletTroubles {...shown} />
      {standing === 'unproven' && view.fault !== 'taken' && (
        <Button
          small
          wide
          disabled={obstacle !== null}
          aria-busy={view.isOpening || undefined}
          onClick={() => void wallet.confirm()}
        >
          {t('wallet.confirm')}
        </Button>
      )}
    </section>
  );
}
