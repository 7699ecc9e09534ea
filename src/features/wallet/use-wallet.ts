/** The wallet on a screen: in its language and colours, with the host's back button, and told when the network is back. */
import { useContext, useEffect, useEffectEvent, useMemo } from 'react';
import type { Device } from '#data/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useOffline } from '#platform/use-offline.ts';
import { BackLayers } from '#ui/back-layers.ts';
import { useLive } from '#ui/use-live.ts';
import { useObstacle } from '#ui/use-obstacle.ts';
import type { Look } from './connector/look.ts';
import type { FetchConnector } from './session/connection.ts';
import type { Wallet, WalletView } from './session/view.ts';
import { walletOf } from './session/wallets.ts';

export type { FetchConnector } from './session/connection.ts';

/** How soon a server that did not answer is asked again: no browser says when it is back. */
const AGAIN_MS = 5_000;

export interface ShownWallet {
  readonly wallet: Wallet;
  readonly view: WalletView;
  /** What keeps the app from the server, as far as a wallet is concerned. */
  readonly obstacle: 'offline' | 'reopen' | null;
}

/** @param waits until somebody comes near, unless a connection of before is to be restored. */
export function useWallet(device: Device, fetchConnector: FetchConnector, waits: boolean): ShownWallet {
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
  const phase = useObstacle(useLive(device.live.sync)?.phase);
  const isCut = view.fault === 'cut';
  const isOffline = useOffline() || phase === 'offline' || isCut;
  const obstacle = isOffline ? 'offline' : phase === 'reopen' ? phase : null;

  useEffect(() => opened.setLook(look), [opened, look]);

  const isNear = !waits || opened.isKept();
  useEffect(() => {
    if (isNear && obstacle === null) opened.comeNear();
  }, [opened, isNear, obstacle]);
  useEffect(() => {
    if (!isNear || !isCut) return;
    const timer = setInterval(() => opened.comeNear(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [opened, isNear, isCut]);
  useEffect(() => () => opened.leave(), [opened]);

  const addBackLayer = useContext(BackLayers);
  const close = useEffectEvent(() => opened.closeModal());
  useEffect(
    () => (view.isModalOpen ? addBackLayer(() => close()) : undefined),
    [view.isModalOpen, addBackLayer],
  );

  return { wallet: opened, view, obstacle };
}
