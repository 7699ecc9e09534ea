/** Badges as tokens, for the screen of badges: a notice above them, a mark at each, and a detail in a badge's sheet. */
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import { walletStatusOf } from '../session/wallet-status.ts';
import { type FetchConnector, useWallet } from '../use-wallet.ts';
import { BadgeTokenDetail, BadgeTokenMark } from './badge-token.tsx';
import { WalletNotice } from './notice.tsx';
import { SendDialog, type SendResult } from './send-dialog.tsx';
import type { ClaimOutcome } from './tokens.ts';
import { untilVisible } from './until-visible.ts';
import { useTokens } from './use-tokens.ts';

export interface BadgeTokens {
  readonly notice: ReactNode;
  /** Shown under an earned badge. The function changes only with its output. */
  readonly markOf: (badgeId: string) => ReactNode;
  /** Shown in the sheet of an earned badge. */
  readonly detailOf: (badgeId: string) => ReactNode;
}

/** Outcomes without a toast: the library's dialog or the screen shows them, or the user has left. */
const UNSAID: ReadonlySet<ClaimOutcome> = new Set(['handed', 'left', 'unsupported']);

/** As long as the library shows its own toasts. */
const SENT_MS = 4_500;

type Said = Exclude<ClaimOutcome, 'handed' | 'left' | 'sent' | 'cancelled' | 'unsupported'>;

export function useBadgeTokens(fetchConnector: FetchConnector): BadgeTokens {
  const device = useDevice();
  const { t } = useTranslation('achievements');
  const host = useHost();
  const toast = useToast();
  const shown = useWallet(fetchConnector, false);
  const { wallet, view, obstacle } = shown;
  const isCut = obstacle !== null;
  const { tokens, view: tokensView } = useTokens(wallet, isCut);
  const linked = useLive(device.live.profile)?.walletAddress ?? null;
  const status = walletStatusOf(view, linked);
  const { address } = view;

  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  const [result, setResult] = useState<SendResult | null>(null);
  const claim = useCallback(
    async (badgeId: string) => {
      if (address === null) return;
      const outcome = await tokens.claim(badgeId, address, () => isHere.current);
      await untilVisible();
      if (outcome === 'sent' || outcome === 'cancelled') {
        setResult(outcome);
        toast({ text: `${t(`token.${outcome}.title`)}. ${t(`token.${outcome}.text`)}`, shownMs: SENT_MS });
      } else if (outcome !== null && !UNSAID.has(outcome)) {
        toast({ text: t(`token.fault.${outcome as Said}`) });
      }
      if (outcome !== null && outcome !== 'handed' && outcome !== 'left')
        host.haptic(outcome === 'sent' ? 'success' : 'error');
    },
    [tokens, address, host, toast, t],
  );

  const { tokens: known, claiming } = tokensView;
  const propsOf = useCallback(
    (badgeId: string) => ({
      badgeId,
      token: known?.get(badgeId) ?? null,
      status,
      isCut,
      claiming,
      onClaim: (id: string) => void claim(id),
    }),
    [known, status, isCut, claiming, claim],
  );
  const isOffered = known !== null;
  const markOf = useCallback(
    (badgeId: string) => (isOffered ? <BadgeTokenMark {...propsOf(badgeId)} /> : null),
    [isOffered, propsOf],
  );
  const detailOf = useCallback(
    (badgeId: string) => (isOffered ? <BadgeTokenDetail {...propsOf(badgeId)} /> : null),
    [isOffered, propsOf],
  );
  const notice = (
    <>
      <WalletNotice {...shown} status={status} linked={linked} />
      <SendDialog result={result} onClose={() => setResult(null)} />
    </>
  );
  return { notice, markOf, detailOf };
}
