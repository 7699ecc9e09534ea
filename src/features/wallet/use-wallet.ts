/** The wallet on a screen: in the app's language and colours, with the host's back button, resumed with the network. */
import { useEffect, useMemo } from 'react';
import { friendlyAddress, shortAddress } from '#core/wallet-address.ts';
import { useDevice } from '#device/device-context.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useOffline } from '#platform/use-offline.ts';
import { useBackLayer } from '#ui/use-back-layer.ts';
import { useLive } from '#ui/use-live.ts';
import { useSyncProblem } from '#ui/use-sync-problem.ts';
import type { Look } from './connector/theme.ts';
import { type FetchConnector, type Wallet, walletOf } from './session/session.ts';
import { type WalletStatus, type WalletView, walletStatusOf } from './session/state.ts';

/** No browser event tells that the server answers again, so the app asks. */
const RETRY_MS = 5_000;

export interface ShownWallet {
  readonly wallet: Wallet;
  readonly view: WalletView;
  readonly status: WalletStatus;
  /** The short form of the account's address; empty if it has none or none is known. */
  readonly linked: string;
  /** Why wallets cannot be used now: there is no network, or the app must be opened again. */
  readonly obstacle: 'offline' | 'reopen' | null;
  /** The previous connection cannot be restored now. */
  readonly isBlocked: boolean;
}

/** @param waits whether nothing is loaded yet, unless there is a connection to restore. */
export function useWallet(fetchConnector: FetchConnector, waits: boolean): ShownWallet {
  const device = useDevice();
  const { t } = useTranslation('profile');
  const host = useHost();
  const scheme = useLive(host.colorScheme) ?? 'light';
  const language = shownLanguage();
  const look = useMemo<Look>(() => {
    const [close, back] = [t('wallet.view.close'), t('wallet.view.back')];
    return {
      language,
      scheme,
      labels: { close, back, code: t('wallet.view.code'), about: t('wallet.view.about') },
    };
  }, [language, scheme, t]);
  const wallet = walletOf(device, look, fetchConnector);
  const view = useLive(wallet) ?? wallet.current();
  const phase = useSyncProblem(useLive(device.live.sync)?.phase);
  const isCut = view.error === 'cut';
  const isOffline = useOffline() || phase === 'offline' || isCut;
  const obstacle = isOffline ? 'offline' : phase === 'reopen' ? phase : null;

  useEffect(() => wallet.setLook(look), [wallet, look]);

  const isNeeded = !waits || wallet.isKept();
  useEffect(() => {
    if (isNeeded && obstacle === null) wallet.prepare();
  }, [wallet, isNeeded, obstacle]);
  useEffect(() => {
    if (!isNeeded || !isCut) return;
    const timer = setInterval(() => wallet.prepare(), RETRY_MS);
    return () => clearInterval(timer);
  }, [wallet, isNeeded, isCut]);
  useEffect(() => () => wallet.leave(), [wallet]);
  useBackLayer(view.isModalOpen, () => wallet.closeModal());

  const address = useLive(device.live.profile)?.walletAddress ?? null;
  const status = walletStatusOf(view, address);
  const linked = address === null ? '' : shortAddress(friendlyAddress(address));
  return { wallet, view, status, linked, obstacle, isBlocked: status === 'unknown' && obstacle !== null };
}
