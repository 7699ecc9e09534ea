/** Tokens on a screen, refreshed when it opens, when the network or the user returns, and while a claim is under way. */
import { useEffect } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { Device } from '#device/model.ts';
import { useHost } from '#platform/host-context.tsx';
import { leaveForWallet } from '#platform/wallet-link.ts';
import { useLive } from '#ui/use-live.ts';
import type { Wallet } from '../session/session.ts';
import { userStorageOf } from '../storage/user-storage.ts';
import { openTokens, type Tokens, type TokensView } from './tokens.ts';

/** How often to ask for a token that the chain may have by now, and after a failed refresh. */
const EVERY_MS = 15_000;

/** One for each device, so that its tokens outlive the screen. */
const opened = new WeakMap<Device, Tokens>();

/** @param isCut whether the server cannot be reached. */
export function useTokens(
  wallet: Wallet,
  isCut: boolean,
): { readonly tokens: Tokens; readonly view: TokensView } {
  const device = useDevice();
  const host = useHost();
  let tokens = opened.get(device);
  if (tokens === undefined) {
    tokens = openTokens({
      device,
      storage: userStorageOf(device.userId),
      send: wallet.sendTransaction,
      hand: (link) => leaveForWallet(host, link),
    });
    opened.set(device, tokens);
  }
  const { refresh } = tokens;
  const view = useLive(tokens) ?? tokens.current();

  useEffect(() => {
    if (isCut) return;
    void refresh();
    const onWake = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    document.addEventListener('visibilitychange', onWake);
    return () => document.removeEventListener('visibilitychange', onWake);
  }, [isCut, refresh]);

  const isWaiting =
    view.isBehind || [...(view.tokens?.values() ?? [])].some(({ state }) => state === 'requested');
  useEffect(() => {
    if (isCut || !isWaiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void refresh();
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isCut, isWaiting, refresh]);

  return { tokens, view };
}
