/** The wallet on a screen: in the app's language and colours, with the host's back button, resumed with the network. */
import { useContext, useEffect, useEffectEvent, useMemo } from 'react';
import { useDevice } from '#device/device-context.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useOffline } from '#platform/use-offline.ts';
import { BackLayers } from '#ui/back-layers.ts';
import { useLive } from '#ui/use-live.ts';
import { useSyncProblem } from '#ui/use-sync-problem.ts';
import type { Look } from './connector/theme.ts';
import type { FetchConnector, Wallet } from './session/session.ts';
import type { WalletView } from './session/state.ts';
import { walletOf } from './session/wallets.ts';

export type { FetchConnector } from './session/session.ts';

/** No browser event tells that the server answers again, so the app asks. */
const RETRY_MS = 5_000;

export interface ShownWallet {
  readonly wallet: Wallet;
  readonly view: WalletView;
  /** Why wallets cannot be used now: there is no network, or the app must be opened again. */
  readonly obstacle: 'offline' | 'reopen' | null;
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
  const opened = walletOf(device, look, fetchConnector);
  const view = useLive(opened) ?? opened.current();
  const phase = useSyncProblem(useLive(device.live.sync)?.phase);
  const isCut = view.error === 'cut';
  const isOffline = useOffline() || phase === 'offline' || isCut;
  const obstacle = isOffline ? 'offline' : phase === 'reopen' ? phase : null;

  useEffect(() => opened.setLook(look), [opened, look]);

  const isNeeded = !waits || opened.isKept();
  useEffect(() => {
    if (isNeeded && obstacle === null) opened.prepare();
  }, [opened, isNeeded, obstacle]);
  useEffect(() => {
    if (!isNeeded || !isCut) return;
    const timer = setInterval(() => opened.prepare(), RETRY_MS);
    return () => clearInterval(timer);
  }, [opened, isNeeded, isCut]);
  useEffect(() => () => opened.leave(), [opened]);

  const addBackLayer = useContext(BackLayers);
  const close = useEffectEvent(() => opened.closeModal());
  useEffect(
    () => (view.isModalOpen ? addBackLayer(() => close()) : undefined),
    [view.isModalOpen, addBackLayer],
  );

  return { wallet: opened, view, obstacle };
}
